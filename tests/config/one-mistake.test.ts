/** One mistake in the municipality's configuration gives one diagnostic, at its cause. */
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { compilePortal } from '../../engine/config/compile.ts';
import { readFiles } from '../../engine/config/read-files.ts';
import type { SourceFile } from '../../engine/config/source/source.ts';
import type { ParseCache } from '../../engine/config/stages.ts';

const { files } = await readFiles(fileURLToPath(new URL('../../config', import.meta.url)));
const cache: ParseCache = new Map();

/** The file of the mistake, the text to replace (null: the file is deleted), its replacement; code and place. */
type Mistake = readonly [name: string, file: string, text: string | null, by: string, told: string];

const mistakes: readonly Mistake[] = [
  ['a typo in a department', 'groups.yaml', 'police, bplo', 'polise, bplo', 'department/unknown groups.yaml'],
  [
    'a department twice in a group',
    'groups.yaml',
    'police, bplo',
    'police, police, bplo',
    'schema/bad-size groups.yaml',
  ],
  [
    'a renamed state',
    'workflows/application.yaml',
    '  for-validation:',
    '  validation:',
    'condition/unknown-state records/application.yaml',
  ],
  ['a deleted form', 'forms/unified-form.yaml', null, '', 'record/unknown-form records/application.yaml'],
  ['a deleted fragment', 'forms/employee.yaml', null, '', 'form/unknown-fragment forms/unified-form.yaml'],
  [
    'a renamed value of a lookup',
    'lookups/line-group.yaml',
    'value: accommodation',
    'value: hotels',
    'condition/unknown-value forms/unified-form.yaml',
  ],
  [
    'a deleted lookup',
    'lookups/line-of-business.yaml',
    null,
    '',
    'fee/unknown-lookup fees/business-permit.yaml',
  ],
  [
    'a renamed question',
    'forms/unified-form.yaml',
    '  business_name:',
    '  name_of_business:',
    'condition/unknown-field forms/closure.yaml',
  ],
  [
    'access that an office loses',
    'records/clearance.yaml',
    '      - { office: own, unit: own }\n      - { department',
    '      - { department',
    'workflow/cannot-read records/clearance.yaml',
  ],
  [
    'access that the licensing office loses',
    'records/application.yaml',
    '      - { department: [bplo, mayor], not: { state: discarded } }\n',
    '',
    'workflow/cannot-read records/application.yaml',
  ],
  [
    'a deleted record type',
    'records/finding.yaml',
    null,
    '',
    'record/unknown-type documents/negative-list-notice.yaml',
  ],
  ['a deleted set', 'requirements/negative-list/set.yaml', null, '', 'set/unknown records/clearance.yaml'],
  [
    'a deleted document',
    'documents/fsic.yaml',
    null,
    '',
    'kind/no-document requirements/negative-list/bfp.yaml',
  ],
  ['a deleted notice', 'notices/returned.yaml', null, '', 'notice/unknown workflows/affidavit.yaml'],
  [
    'a renamed list',
    'records/application.yaml',
    '  to-receive:',
    '  to-be-received:',
    'route/unknown-list routes/bplo.yaml',
  ],
  ['a typo in a paper', 'papers.yaml', '\nspa:', '\nspaa:', 'kind/unknown-paper records/application.yaml'],
  [
    'an unknown office of a kind',
    'requirements/negative-list/bfp.yaml',
    'office: bfp',
    'office: bpf',
    'department/unknown requirements/negative-list/bfp.yaml',
  ],
  [
    'a guard that refuses everybody',
    'guards.yaml',
    'require: { signedIn: true }',
    'require: { signedIn: false }',
    'department/landing-closed departments/admin.yaml',
  ],
];

test.each(mistakes)('%s', (_, name, text, by, told) => {
  const changed = files.flatMap((file): SourceFile[] => {
    if (file.name !== name) return [file];
    return text === null ? [] : [{ ...file, text: file.text.replace(text, () => by) }];
  });
  expect(changed).not.toEqual(files);
  const { diagnostics } = compilePortal(changed, { cache });
  expect(diagnostics.map(({ code, file }) => `${code} ${file.replace(/^.*config\//, '')}`)).toEqual([told]);
});
