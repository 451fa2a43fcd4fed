/** One mistake in the municipality's configuration, or in another organisation's, gives one diagnostic, at its cause. */
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { compilePortal } from '../../engine/config/compile.ts';
import { readFiles } from '../../engine/config/read-files.ts';
import type { SourceFile } from '../../engine/config/source/source.ts';
import type { ParseCache } from '../../engine/config/stages.ts';

/** The file of the mistake, the text to replace (null: the file is deleted), its replacement; code and place. */
type Mistake = readonly [name: string, file: string, text: string | null, by: string, told: string];

/** Returns a function that compiles the configuration of a folder with one mistake: the codes and files of what is told. */
function planter(folder: string): (...mistake: Mistake) => string[] {
  const { files } = readFiles(fileURLToPath(new URL(folder, import.meta.url)));
  const cache: ParseCache = new Map();
  return (_, name, text, by) => {
    const changed = files.flatMap((file): SourceFile[] => {
      if (file.name !== name) return [file];
      return text === null ? [] : [{ ...file, text: file.text.replace(text, () => by) }];
    });
    if (changed.length === files.length && changed.every(({ text: now }, at) => now === files[at]?.text))
      return [`${name} is unchanged`];
    const { diagnostics } = compilePortal(changed, { cache });
    const start = files[0]?.path.slice(0, -(files[0]?.name.length ?? 0)) ?? '';
    return diagnostics.map(({ code, file }) => `${code} ${file.slice(start.length)}`);
  };
}

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
  [
    'a renamed block that other documents share',
    'documents/brgy-clearance.yaml',
    '  - name: holder',
    '  - name: bearer',
    'document/unknown-block documents/cctv-cert.yaml',
  ],
  ['a deleted notice', 'notices/returned.yaml', null, '', 'notice/unknown workflows/affidavit.yaml'],
  [
    'a renamed list',
    'records/application.yaml',
    '  to-receive:',
    '  to-be-received:',
    'route/unknown-list records/application.yaml',
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
    'a join that forgets the clearances that were waived',
    'workflows/application.yaml',
    '[issued, waived, deemed, cancelled]',
    '[issued, deemed, cancelled]',
    'workflow/stuck workflows/application.yaml',
  ],
  [
    'a text that was changed in one language',
    'records/affidavit.yaml',
    'There are no affidavits yet.',
    'There is no affidavit yet.',
    'locale/untranslated records/affidavit.yaml',
  ],
  [
    'a guard that refuses everybody',
    'guards.yaml',
    'require: { signedIn: true }',
    'require: { signedIn: false }',
    'department/landing-closed departments/admin.yaml',
  ],
];

const ofTheMunicipality = planter('../../config');

test.each(mistakes)('%s', (...mistake) => {
  expect(ofTheMunicipality(...mistake)).toEqual([mistake[4]]);
});

const councilMistakes: readonly Mistake[] = [
  [
    'a page to sign in that asks for an account',
    'routes/public.yaml',
    'guards: [guest]',
    'guards: [signed-in]',
    'portal/closed-login routes/public.yaml',
  ],
  [
    'papers that must pass before anybody may accept them',
    'workflows/proposal.yaml',
    '{ checklist: filed }',
    '{ checklist: passed }',
    'checklist/nobody-accepts records/proposal.yaml',
  ],
  [
    'a flag for a review that nobody grants',
    'departments/jury.yaml',
    'default: true, grantedBy: { department: programme }',
    'default: false',
    'flag/nobody-has departments/jury.yaml',
  ],
  [
    'a page with the record of another type in its address',
    'routes/artist.yaml',
    'params: { slug: proposal }',
    'params: { slug: call }',
    'route/of-another-record routes/artist.yaml',
  ],
  [
    'a list page without its list',
    'routes/programme.yaml',
    'of: question/waiting',
    'of: question',
    'route/no-list routes/programme.yaml',
  ],
  [
    'a list that leaves out the states of two departments',
    'records/proposal.yaml',
    'where: { state: [sent, admitted] }',
    'where: { state: granted }',
    'workflow/no-list records/proposal.yaml',
  ],
  [
    'access that the jury loses',
    'records/proposal.yaml',
    'department: [programme, jury]',
    'department: [programme]',
    'workflow/cannot-read records/proposal.yaml',
  ],
  [
    'a page copied without its area',
    'routes/programme.yaml',
    'area: jury\n    path: /jury/proposals',
    'area: programme\n    path: /jury/proposals',
    'workflow/no-page workflows/proposal.yaml',
  ],
  [
    'a step the wrong way round',
    'workflows/call.yaml',
    'from: open, to: closed',
    'from: closed, to: open',
    'workflow/no-way-out workflows/call.yaml',
  ],
  [
    'a state that waits for the wrong office',
    'workflows/proposal.yaml',
    'waitsFor: jury',
    'waitsFor: office',
    'workflow/cannot-act workflows/proposal.yaml',
  ],
  [
    'a key in the plural',
    'records/proposal.yaml',
    'parent: call',
    'parents: call',
    'schema/unknown-key records/proposal.yaml',
  ],
  [
    'a word for true',
    'lookups/discipline.yaml',
    'public: true',
    'public: yes',
    'yaml/boolean-word lookups/discipline.yaml',
  ],
  [
    'a copied question that was not renamed',
    'forms/call.yaml',
    '  budget: {',
    '  discipline: {',
    'yaml/duplicate-key forms/call.yaml',
  ],
  ['a row without a column', 'lookups/venue.yaml', ', seats: 400', '', 'lookup/odd-row lookups/venue.yaml'],
  [
    'a clock of no days',
    'workflows/question.yaml',
    '3 working days',
    '0 days',
    'clock/no-time workflows/question.yaml',
  ],
  [
    'a code that leads nowhere',
    'routes/public.yaml',
    `  letter:
    path: /letters/{code}
    params: { code: { document: true } }
    title: Check a letter
    screen: document
`,
    '',
    'document/no-page documents/grant-letter.yaml',
  ],
];

const ofTheCouncil = planter('../fixtures/arts-council');

test.each(councilMistakes)('%s', (...mistake) => {
  expect(ofTheCouncil(...mistake)).toEqual([mistake[4]]);
});

const harbourMistakes: readonly Mistake[] = [
  [
    'a sum over a text that a step writes',
    'records/arrival.yaml',
    'sum: payment.amount',
    'sum: payment.receipt_no',
    'report/no-number records/arrival.yaml',
  ],
  [
    'a misspelt department in a group that has pages',
    'groups.yaml',
    'inspection, environment',
    'inspektion, environment',
    'department/unknown groups.yaml',
  ],
  [
    'a group that lost the desk of a landing',
    'groups.yaml',
    'inspection, environment]',
    'inspection]',
    'group/lacks-department groups.yaml',
  ],
  [
    'a group that lost a department with pages',
    'groups.yaml',
    'boat-keepers: [boat-owner, agent]',
    'boat-keepers: [boat-owner]',
    'group/lacks-department groups.yaml',
  ],
  [
    'a page for one of two departments of a party',
    'records/boat.yaml',
    'forEach: { department: { group: boat-keepers } }',
    'forEach: { department: [boat-owner] }',
    'record/no-page records/boat.yaml',
  ],
  [
    'a list that is empty for one of several departments',
    'records/rental.yaml',
    'forEach: { department: [berths, cashier,',
    'forEach: { department: [inspection, berths, cashier,',
    'list/always-empty records/rental.yaml',
  ],
  [
    'a question that becomes personal',
    'forms/arrival.yaml',
    'title: Name of the vessel,',
    'title: Name of the vessel, personal: true,',
    'record/personal-but-shown forms/arrival.yaml',
  ],
  [
    'a field that most of its readers lose',
    'records/crew-pass.yaml',
    'full_name: { personal: true }',
    'full_name: { personal: true, read: { party: owner } }',
    'record/hidden-but-shown records/crew-pass.yaml',
  ],
  [
    'a missing step after the refusal of a desk',
    'workflows/arrival.yaml',
    `  reject:
    title: A desk has refused it
    from: announced
    to: refused
    trigger: { children: clearance, any: { state: refused } }
    then: [{ notify: [owner, office], notice: refused }]
`,
    '',
    'workflow/stuck workflows/arrival.yaml',
  ],
  [
    'a step that documents and tests name',
    'workflows/boat.yaml',
    '  register:\n',
    '  enter:\n',
    'condition/unknown-transition documents/registration-certificate.yaml',
  ],
  [
    'a need on another record beyond the limits of its question',
    'workflows/rental.yaml',
    'atMost: { field: berth.longest_m }',
    'above: 60',
    'condition/only-earlier-answers workflows/rental.yaml',
  ],
];

const ofTheHarbour = planter('../fixtures/harbour');

test.each(harbourMistakes)('%s', (...mistake) => {
  expect(ofTheHarbour(...mistake)).toEqual([mistake[4]]);
});
