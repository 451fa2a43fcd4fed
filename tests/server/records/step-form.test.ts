/** The form of a step depends on its record, over the real database. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Form } from '../../../engine/portal/model/form.ts';
import type { WireRecord } from '../../../engine/contract/record.ts';
import { type Caller, expectStatus, type Office, openOffice } from './office.ts';
import { path, portal as plain } from './portal.ts';

const reason: Form = {
  ...plain.forms['reason-form']!,
  schema: { type: 'object', properties: { reason: { type: 'string', minLength: 1 } } },
  factual: [
    {
      property: 'reason',
      when: {
        test: 'compare',
        subject: { from: 'field', path: { ...path('title'), ancestor: 'order' } },
        operator: 'is',
        operand: { value: 'Disputed' },
      },
      isRequired: true,
      isInSchema: false,
    },
  ],
};

let office: Office;
let member: Caller;
let desk: Caller;

beforeAll(async () => {
  office = await openOffice({ ...plain, forms: { ...plain.forms, 'reason-form': reason } });
  member = await office.person('member');
  desk = await office.person('desk');
});
afterAll(() => office.end());

async function sent(title: string): Promise<WireRecord> {
  const data = { title, year: 2026, lines: [{ line: 'hotel', gross: 10.5 }] };
  const begun = await member.post('order', { data });
  expectStatus(begun, 201);
  const { slug } = begun.json<WireRecord>();
  expectStatus(await member.post(`order/${slug}/hand-in`, {}, { version: 1 }), 200);
  return (await desk.get(`order/${slug}`)).json<WireRecord>();
}

async function formOf({ actions }: WireRecord): Promise<Form | null> {
  const hash = actions.find(({ name }) => name === 'reject')?.input ?? '';
  return office.desk.forms.find(office.database, hash);
}

const reject = ({ slug, version }: WireRecord, input: object) =>
  desk.post(`order/${slug}/reject`, { input }, { version });

test('a step asks what its form asks of such a record, and insists on it', async () => {
  const disputed = await sent('Disputed');
  expect(await formOf(disputed)).toMatchObject({ schema: { required: ['reason'] }, factual: [] });
  const refused = await reject(disputed, {});
  expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([422, ['reason']]);
  expectStatus(await reject(disputed, { reason: 'Heard.' }), 200);
});

test('of another record it asks nothing, in each process that serves the portal', async () => {
  const plainly = await sent('Plain');
  const form = await formOf(plainly);
  expect(form?.schema['required'] ?? []).toEqual([]);
  await expect
    .poll(() => office.database.query('SELECT hash FROM forms WHERE hash = $1', [form?.hash]))
    .toHaveLength(1);
  expectStatus(await reject(plainly, {}), 200);
});
