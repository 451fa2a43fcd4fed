/** The validity of issued documents, as conditional rules of the configuration, over the library. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compilePortal } from '../../engine/config/compile.ts';
import { lastDayOfDocument } from '../../engine/portal/documents/document-validity.ts';
import {
  blankRecord,
  contextAlone,
  type ItemRecord,
  type PortalRecord,
} from '../../engine/portal/model/record.ts';

const folder = 'tests/fixtures/library';
const files = globSync('**/*.yaml', { cwd: folder }).map((name) => ({
  path: `config/${name}`,
  name,
  text: readFileSync(join(folder, name), 'utf8'),
}));

function withSlip(valid: string) {
  const text = `title: Slip\nof: loan\nvalid:\n${valid}\nblocks:\n  - text: '{book}'\n`;
  const slip = { path: 'config/documents/slip.yaml', name: 'documents/slip.yaml', text };
  return compilePortal([...files, slip]);
}

const codes = (valid: string): string[] => withSlip(valid).diagnostics.map(({ code }) => code);

function lastDay(valid: string, parts: Partial<PortalRecord>): string | null {
  const { portal, diagnostics } = withSlip(valid);
  const template = portal?.documents['slip'];
  if (!portal || !template) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  const record = blankRecord('loan', parts);
  const context = contextAlone({ record, today: '2026-11-21', now: '2026-11-21T00:00:00.000Z' });
  return lastDayOfDocument(portal, template, context);
}

const cases = `
  cases:
    - { when: { field: is_student, is: true }, value: { for: 6 months } }
    - { when: { field: copies, above: 3 }, value: { earliest: [{ for: 1 month }, { for: 2 weeks }] } }
  else: { for: 1 year }`;

test('the first case that is true of the record says how long its document is valid', () => {
  expect(lastDay(cases, { data: { is_student: true, copies: 9 } })).toBe('2027-05-21');
  expect(lastDay(cases, { data: { is_student: false, copies: 9 } })).toBe('2026-12-05');
  expect(lastDay(cases, { data: { copies: 1 } })).toBe('2027-11-21');
});

function card(issuedOn: string | null, state: ItemRecord['state'] = 'accepted'): PortalRecord['items'] {
  return { 'student-card': { state, remark: null, files: [], issuedOn } };
}

test('the first accepted paper to expire ends it, counted from the date on the paper', () => {
  const kind = 'membership/student';
  const end = (items: PortalRecord['items']) => lastDay('  checklist: true', { kind, items });
  expect(end(card('2026-05-01'))).toBe('2027-05-01');
  expect(end(card(null))).toBe('2027-11-21');
  expect(end(card('2026-05-01', 'returned'))).toBeNull();
  expect(end({})).toBeNull();
});

test('what stands beside the cases limits each of them', () => {
  expect(lastDay(`${cases}\n  for: 9 months`, { data: { copies: 1 } })).toBe('2027-08-21');
  expect(lastDay(`${cases}\n  for: 9 months`, { data: { is_student: true } })).toBe('2027-05-21');
});

test('cases without an else, and a case that reads an unknown field, are told', () => {
  expect(codes('  cases: [{ when: { field: copies, above: 3 }, value: { for: 1 month } }]')).toContain(
    'schema/missing-key',
  );
  expect(codes(cases.replace('copies', 'copied'))).toContain('condition/unknown-field');
});
