/** Values of parent records in a form: how they are shown, and conditions over them. */
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { compilePortal } from '../../../engine/config/compile.ts';
import { readFiles } from '../../../engine/config/read-files.ts';
import { availableItems } from '../../../engine/portal/checklist/checklist.ts';
import { blankRecord, contextAlone } from '../../../engine/portal/model/record.ts';
import { typeOfQuestion } from '../../../engine/portal/forms/value-type.ts';
import { signedOut } from '../../../engine/portal/model/department.ts';
import type { JsonSchema } from '../../../engine/portal/model/form.ts';

const library = fileURLToPath(new URL('../../fixtures/library', import.meta.url));

function compile(form: string) {
  const { files } = readFiles(library);
  const name = 'requirements/membership/tried.yaml';
  const text = `title: Tried
checklist:
  - { id: far, title: Consent, evidence: file, when: { field: place, is: hill } }
form:
  title: Tried
  type: object
${form}`;
  return compilePortal([...files, { path: `config/${name}`, name, text }], { proofs: false });
}

const properties = (lines: string) => `  properties:\n${lines}`;

test('what is shown is called and read as where it was asked', () => {
  const { portal, diagnostics } = compile(
    properties(
      '    place: { from: { field: loan.branch } }\n    copies: { title: How many, from: loan.copies }\n',
    ),
  );
  expect(diagnostics).toEqual([]);
  const form = portal?.forms[portal.kinds['membership/tried']?.form ?? ''];
  const branches = portal?.lookups.branch?.rows ?? [];
  expect(form?.from).toEqual({ place: 'loan.branch', copies: 'loan.copies' });
  expect(form?.schema).toMatchObject({
    properties: {
      place: { title: 'Branch', enum: branches.map(({ value }) => value), readOnly: true },
      copies: { title: 'How many', type: 'integer', readOnly: true },
    },
  });
  expect(form?.uiSchema).toMatchObject({ place: { 'ui:enumNames': branches.map(({ label }) => label) } });
});

test('an amount and a time of day are written where they are shown as where they were asked', () => {
  const { files } = readFiles(library);
  const asked = files.map((file) =>
    file.name === 'forms/loan.yaml'
      ? {
          ...file,
          text: `${file.text}  price: { type: string, title: Price, format: money }
  at: { type: string, title: At, format: time }
  note: { type: string, title: Note, ui:widget: textarea }
`,
        }
      : file,
  );
  const text =
    'type: object\nproperties:\n' +
    ['price', 'at', 'note'].map((name) => `  ${name}: { from: loan.${name} }\n`).join('');
  const { portal } = compilePortal(
    [...asked, { path: 'config/forms/slip.yaml', name: 'forms/slip.yaml', text }],
    { proofs: false },
  );
  const form = Object.values(portal?.forms ?? {}).find(({ from }) => from['price'] === 'loan.price');
  const { properties: questions } = form?.schema ?? {};
  const types = Object.entries(questions as Record<string, JsonSchema>).map(([name, schema]) => [
    name,
    typeOfQuestion(schema, (form?.uiSchema[name] ?? {}) as JsonSchema).type,
  ]);
  expect(types).toEqual([
    ['price', 'money'],
    ['at', 'time'],
    ['note', 'text'],
  ]);
  expect(form?.uiSchema['note']).toBeUndefined();
});

test.each([
  ['loan.brunch', 'condition/unknown-field'],
  ['lone.branch', 'record/unknown-type'],
])('a source that there is not (%s) is a mistake', (source, code) => {
  const { diagnostics } = compile(properties(`    place: { from: { field: ${source} } }\n`));
  expect(diagnostics.map((one) => one.code)).toContain(code);
});

test('a condition on what is shown looks where it stands', () => {
  const { portal } = compile(properties('    place: { from: { field: loan.branch } }\n'));
  if (portal === null) throw new Error('The library does not compile.');
  const itemsFor = (branch: string) => {
    const record = blankRecord('checklist', { kind: 'membership/tried', data: {} });
    const ancestors = [blankRecord('loan', { data: { branch } })];
    const now = '2026-11-21T02:00:00.000Z';
    const context = contextAlone({ record, ancestors, now, today: '2026-11-21' });
    return availableItems({ portal, visitor: signedOut, context }).map(({ id }) => id);
  };
  expect(itemsFor('hill')).toEqual(['far']);
  expect(itemsFor('harbour')).toEqual([]);
});
