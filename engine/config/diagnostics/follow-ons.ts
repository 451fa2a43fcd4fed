/**
 * Leaves out diagnostics that usually only follow from another mistake. If one of them is a mistake of its own, it is
 * reported once the other is corrected.
 */
import type { DiagnosticCode } from './catalogue.ts';
import { type Diagnostic, hasErrors } from './diagnostic.ts';

const unknownForm = ['record/unknown-form', 'form/unknown-fragment', 'form/bad-schema'] as const;
const unknownList = ['record/unknown-type', 'route/unknown-list'] as const;
const noWorkflow = ['record/no-workflow'] as const;

/** Key: a diagnostic that follows from any of these errors. */
const causes: Partial<Record<DiagnosticCode, readonly DiagnosticCode[]>> = {
  'kind/bad-example': [...unknownForm, 'yaml/duplicate-key'],
  'kind/good-counter-example': unknownForm,
  'kind/vague-counter-example': unknownForm,
  'paper/unknown-answer': unknownForm,
  'portal/unknown-question': unknownForm,
  'form/not-in-a-step': ['condition/unknown-field', 'form/unknown-property'],
  'form/asked-again': ['set/unknown'],
  'kind/waits-for-itself': ['department/unknown', 'kind/no-document'],
  'kind/unknown-preview': ['department/unknown'],
  'route/nothing-to-count': unknownList,
  'notice/hidden-field': ['workflow/cannot-read'],
  'record/hidden-but-shown': ['workflow/cannot-read'],
  'workflow/no-list': ['workflow/cannot-read'],
  'list/always-empty': [
    'workflow/cannot-read',
    'workflow/no-list',
    'checklist/nobody-accepts',
    'record/no-workflow',
  ],
  'list/blank-column': ['workflow/cannot-read'],
  'condition/no-comparison': ['schema/unknown-key'],
  'condition/never': ['schema/unknown-value', 'schema/renamed-word', 'schema/bad-size'],
  'department/unknown-landing': ['department/requesters-without-deputies', 'department/unknown'],
  'group/lacks-department': ['department/unknown'],
  'effect/unknown-item': ['kind/unknown-paper'],
  'fee/falling': ['fee/not-money', 'fee/not-percent'],
  'fee/mixed-limits': ['schema/too-many-choices'],
  'checklist/nobody-accepts': ['workflow/cannot-read'],
  'checklist/no-page': ['workflow/no-page'],
  'workflow/approves-own': ['workflow/cannot-read', 'workflow/never-did'],
  // Where nobody at all may answer, these point at the answer that is missing.
  'record/owner-cannot-correct': ['clock/date-never-known', 'reminder/date-never-known'],
  'list/no-column': ['schema/unknown-key'],
  'list/no-filter': ['schema/unknown-key'],
  'lookup/odd-row': [...unknownForm, 'lookup/no-label', 'lookup/unknown-value'],
  'lookup/not-kept': ['schema/wrong-type', 'yaml/boolean-word'],
  'text/unknown-path': ['document/of-another-type'],
  'kind/never-issues': noWorkflow,
  'route/no-guard': ['department/unknown'],
  'route/redirect-loop': ['department/landing-closed'],
  'test/unknown-name': [
    'record/no-page',
    'group/lacks-department',
    'workflow/unreached-state',
    'workflow/stuck',
  ],
  'workflow/never-fires': ['record/never-created'],
  'workflow/no-way-out': ['yaml/duplicate-key'],
  'workflow/unreached-state': ['yaml/duplicate-key', 'condition/unknown-transition'],
};

/** Key: a diagnostic that follows from any of these errors in the same file. */
const causesInFile: Partial<Record<DiagnosticCode, readonly DiagnosticCode[]>> = {
  // A missing transition is what would lead on from one state, and to the other.
  'workflow/unreached-state': ['workflow/stuck'],
  'condition/only-earlier-answers': ['kind/never-applies'],
};

/** Diagnostics that follow from an unknown field that they mention. */
const ofFields: ReadonlySet<DiagnosticCode> = new Set(['text/unknown-path', 'kind/bad-example']);

export function withoutFollowOns(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const found = new Set(diagnostics.map(({ code }) => code));
  const inFiles = new Set(diagnostics.map(({ code, file }) => `${code} ${file}`));
  const fields = new Set(
    diagnostics.flatMap(({ code, unknown }) =>
      code === 'condition/unknown-field' || code === 'condition/unknown-referred'
        ? (unknown?.name ?? [])
        : [],
    ),
  );
  // What a part with a mistake would use may look unused.
  const isBroken = hasErrors(diagnostics);
  return diagnostics.filter(
    ({ code, message, file }) =>
      !(isBroken && code.endsWith('/unused')) &&
      causes[code]?.some((cause) => found.has(cause)) !== true &&
      causesInFile[code]?.some((cause) => inFiles.has(`${cause} ${file}`)) !== true &&
      !(ofFields.has(code) && message.split(/[^\w-]+/).some((word) => fields.has(word))),
  );
}
