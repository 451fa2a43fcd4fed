/** A telephone number is stored in one format, whichever call sends it, and however it was stored before. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JsonSchema } from '../../../engine/portal/model/form.ts';
import type { Portal } from '../../../engine/portal/model/portal.ts';
import type { PrefilledAnswers } from '../../../engine/contract/records.ts';
import type { WireRecord } from '../../../engine/contract/record.ts';
import { expectStatus, openOffice, type Caller, type Office } from './office.ts';
import { always, portal as plain } from './portal.ts';

const phone = { 'ui:telephone': { country: '63', trunk: '0' } };
const questions: Readonly<Record<string, JsonSchema>> = {
  'order-form': { title: phone },
  'reason-form': { reason: phone },
  'profile-form': { name: phone },
};
const forms = Object.values(plain.forms).map((form) => ({ ...form, uiSchema: questions[form.hash] ?? {} }));
const order = plain.recordTypes['order']!;
const portal: Portal = {
  ...plain,
  forms: Object.fromEntries(forms.map((form) => [form.hash, form])),
  recordTypes: {
    ...plain.recordTypes,
    order: {
      ...order,
      prefill: [{ from: 'order', latest: 'created', where: always, except: ['year', 'lines'], as: {} }],
    },
  },
};

let office: Office;
let member: Caller;
let desk: Caller;

beforeAll(async () => {
  office = await openOffice(portal);
  member = await office.person('member');
  desk = await office.person('desk');
});
afterAll(() => office.end());

test('a new record, a draft and a step write it in its one form', async () => {
  const made = await member.post('order', {
    data: { title: '0917 123 4567', year: 2026, lines: [{ line: 'hotel' }] },
  });
  expectStatus(made, 201);
  const { slug, data } = made.json<WireRecord>();
  expect(data).toMatchObject({ title: '09171234567' });
  const changed = await member.patch(
    `order/${slug}`,
    { data: { title: '+63 (917) 765-4321' } },
    { version: 1 },
  );
  expect(changed.json<WireRecord>().data).toMatchObject({ title: '09177654321' });
  expectStatus(await member.post(`order/${slug}/hand-in`, {}, { version: 2 }), 200);
  const input = { reason: '0917.123.4567' };
  const refused = await desk.post(`order/${slug}/reject`, { input }, { version: 3 });
  expect(refused.json<WireRecord>().data).toMatchObject({ reject: { reason: '09171234567' } });
});

test('a registration does, too', async () => {
  const data = { email: 'ana@orders.example', name: '0917 123 4567', password: 'correct horse battery' };
  expectStatus(await office.stranger.post('profile', { data }), 202);
  const stored = await office.database.query(
    "SELECT data ->> 'name' AS name FROM records WHERE type = 'profile'",
  );
  expect(stored).toEqual([{ name: '09171234567' }]);
});

test('what was stored with blanks is taken over without them', async () => {
  await office.database.query(
    `UPDATE records SET data = data || '{"title": "0917 555 1234"}' WHERE type = 'order'`,
  );
  const offered = await member.get('order/prefill');
  expect(offered.json<PrefilledAnswers>().data).toMatchObject({ title: '09175551234' });
  const begun = await member.post('order', { data: {} });
  expect(begun.json<WireRecord>().data).toMatchObject({ title: '09175551234' });
});
