/**
 * Rows that an office maintains, merged over a lookup's file: forms, columns and hashes follow, and errors are
 * located.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compileWithRows } from '../../engine/config/edited-rows.ts';
import type { SourceFile } from '../../engine/config/source/source.ts';
import type { EditedRow } from '../../engine/portal/model/edited-row.ts';
import type { Portal } from '../../engine/portal/model/portal.ts';

const folder = 'tests/fixtures/library';
const files: readonly SourceFile[] = [
  ...globSync('**/*.yaml', { cwd: folder })
    .filter((name) => name !== 'lookups/branch.yaml')
    .map((name) => ({ path: `config/${name}`, name, text: readFileSync(join(folder, name), 'utf8') })),
  fileOf(
    'lookups/branch.yaml',
    `title: Branches # of the town
edit: { by: { department: director }, form: branch }
rows:
  - { value: harbour, label: Harbour, fine: 1.50 }
  - value: hill
    label: On the hill
`,
  ),
  fileOf(
    'forms/branch.yaml',
    `type: object
title: Branch
required: [label]
properties:
  label: { type: string, title: Name }
  fine: { type: string, title: Fine a day, format: money }
`,
  ),
];

function fileOf(name: string, text: string): SourceFile {
  return { path: `config/${name}`, name, text };
}

const row = (value: string, columns: EditedRow['columns'], isRetired = false): EditedRow => ({
  lookup: 'branch',
  value,
  columns,
  isRetired,
});

function compiled(rows: readonly EditedRow[]): Portal {
  const { portal, faults } = compileWithRows(files, rows);
  if (portal === null) throw new Error(faults.map(({ message }) => message).join('\n'));
  return portal;
}

function choicesOf(portal: Portal): unknown {
  const form = portal.forms[portal.recordTypes['loan']?.form ?? ''];
  const { branch } = Object(form?.schema['properties']) as Record<string, { enum: unknown }>;
  return branch?.enum;
}

test('without kept rows the portal is the one of the files', () => {
  const portal = compiled([]);
  expect(choicesOf(portal)).toEqual(['harbour', 'hill']);
  expect(compiled([{ ...row('x', { label: 'X' }), lookup: 'elsewhere' }]).hash).toBe(portal.hash);
});

test('a kept row takes the place of the file’s, another one is added, and the form is another', () => {
  const before = compiled([]);
  const portal = compiled([row('isle', { label: 'Isle: "north", 4 #2' }), row('hill', { label: 'Hilltop' })]);
  expect(portal.lookups['branch']?.rows).toEqual([
    { value: 'harbour', label: 'Harbour', fine: 1.5 },
    { value: 'hill', label: 'Hilltop' },
    { value: 'isle', label: 'Isle: "north", 4 #2' },
  ]);
  expect(choicesOf(portal)).toEqual(['harbour', 'hill', 'isle']);
  expect(portal.hash).not.toBe(before.hash);
  expect(portal.recordTypes['loan']?.form).not.toBe(before.recordTypes['loan']?.form);
});

test('a retired row is offered no longer and keeps its name', () => {
  const portal = compiled([row('hill', { label: 'Hilltop' }, true)]);
  expect(choicesOf(portal)).toEqual(['harbour']);
  expect(portal.lookups['branch']?.rows[1]).toEqual({ value: 'hill', label: 'Hilltop', retired: true });
});

test('invalid rows are reported with row and column, and there is no portal', () => {
  const { portal, faults } = compileWithRows(files, [row('hill', { label: 7 })]);
  expect(portal).toBeNull();
  expect(faults).toEqual([expect.objectContaining({ lookup: 'branch', value: 'hill', column: 'label' })]);
});
