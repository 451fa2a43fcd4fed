/** Each example of the page on access is sound in the garden of the tutorial, and does what its heading says. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseDocument } from 'yaml';
import { compilePortal } from '../../engine/config/compile.ts';
import { may, viewLevel } from '../../engine/portal/access/access.ts';
import type { RecordScope } from '../../engine/portal/conditions/scope.ts';
import type { Portal } from '../../engine/portal/model/portal.ts';
import { blankRecord, contextAlone } from '../../engine/portal/model/record.ts';
import { root } from '../architecture/sources.ts';
import { person } from '../config/process/play.ts';
import { filesOf, tutorial } from './garden.ts';

const page = readFileSync(join(root, 'docs/configure/access-by-example.md'), 'utf8');
const garden = filesOf(tutorial);
const [owner, board, other] = [person('gardener', 'owner'), person('board'), person('gardener', 'other')];

test('owners see their own, the office sees all but drafts', () => {
  const portal = withExample('Owners see their own, the office sees all');
  expect(rights(portal, 'draft')).toEqual({ owner: 'ru', board: '', other: '' });
  expect(rights(portal, 'asked')).toEqual({ owner: 'r', board: 'r', other: '' });
});

test('a condition narrows a department', () => {
  const portal = withExample('Nobody of the office sees what was refused long ago');
  expect(rights(portal, 'asked')).toEqual({ owner: 'r', board: 'r', other: '' });
  expect(rights(portal, 'refused')).toEqual({ owner: 'r', board: '', other: '' });
});

test('the office gets a flag', () => {
  const asked = garden.map((file) => ({
    ...file,
    text: file.text.replace(/(to: given\n\s*by: \{ department: board) \}/, '$1, can: approve }'),
  }));
  const portal = withExample('Some people of the office may decide, others may only read', asked);
  expect(Object.keys(portal.departments['board']?.flags ?? {})).toContain('approve');
});

test('others read a summary', () => {
  const portal = withExample('Others know that it exists, and no more');
  expect(forEach(portal, 'asked', viewLevel)).toEqual({ owner: 'read', board: 'read', other: 'summary' });
});

test('an answer has a rule of its own', () => {
  const portal = withExample('One answer is for the office alone');
  expect(Object.keys(portal.recordTypes['plot']?.fields ?? {})).toEqual(['shed']);
});

const people = { owner, board, other };

function rights(portal: Portal, state: string) {
  return forEach(portal, state, (scope) =>
    (['read', 'update'] as const).map((action) => (may(scope, action, 'plot') ? action[0] : '')).join(''),
  );
}

function forEach<Answer>(portal: Portal, state: string, ask: (scope: RecordScope) => Answer) {
  const record = blankRecord('plot', { owner: 'owner', state });
  const context = contextAlone({ record, today: '2027-03-01', now: '2027-03-01T09:00:00.000Z' });
  return Object.fromEntries(
    Object.entries(people).map(([name, visitor]) => [name, ask({ portal, visitor, context })]),
  );
}

/** The garden with the example of a section in place of the same keys. */
function withExample(heading: string, before = garden): Portal {
  const [, section = ''] = page.split(`## ${heading}\n`);
  const [, name = 'records/plot.yaml', text = ''] =
    /```yaml\n(?:# garden\/(\S+)\n)?([\s\S]*?)^```/m.exec(section.split('\n## ')[0] ?? '') ?? [];
  const files = before.map((file) =>
    file.name === name ? { ...file, text: merged(file.text, text) } : file,
  );
  const { portal, diagnostics } = compilePortal(files);
  expect(diagnostics.map(({ code, message }) => `${code} ${message}`)).toEqual([]);
  return portal!;
}

function merged(text: string, example: string): string {
  const document = parseDocument(text);
  for (const [key, value] of Object.entries(parseDocument(example).toJS() as object))
    document.set(key, value);
  return String(document);
}
