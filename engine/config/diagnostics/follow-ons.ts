/**
 * Leaves out diagnostics that usually only follow from another mistake. If one of them is a mistake of its own, it is
 * reported once the other is corrected.
 */
import type { DiagnosticCode } from './catalogue.ts';
import type { Diagnostic } from './diagnostic.ts';

const unknownForm = ['record/unknown-form', 'form/unknown-fragment', 'form/bad-schema'] as const;
const unknownList = ['record/unknown-type', 'route/unknown-list'] as const;
const noWorkflow = ['record/no-workflow'] as const;

/** Key: a diagnostic that follows from any of these errors. */
const causes: Partial<Record<DiagnosticCode, readonly DiagnosticCode[]>> = {
  'kind/bad-example': unknownForm,
  'kind/good-counter-example': unknownForm,
  'kind/vague-counter-example': unknownForm,
  'paper/unknown-answer': unknownForm,
  'portal/unknown-question': unknownForm,
  'paper/unused': ['kind/unknown-paper'],
  'form/not-in-a-step': ['condition/unknown-field', 'form/unknown-property'],
  'form/asked-again': ['set/unknown'],
  'kind/waits-for-itself': ['department/unknown'],
  'kind/unknown-preview': ['department/unknown'],
  'route/nothing-to-count': unknownList,
  'notice/hidden-field': ['workflow/cannot-read'],
  'workflow/no-list': ['workflow/cannot-read'],
  'list/always-empty': [
    'workflow/cannot-read',
    'workflow/no-list',
    'checklist/nobody-accepts',
    'record/no-workflow',
  ],
  'list/blank-column': ['workflow/cannot-read'],
  'condition/no-comparison': ['schema/unknown-key'],
  'kind/never-issues': noWorkflow,
  'notice/unused': noWorkflow,
  'document/unused': noWorkflow,
  'fee/unused': noWorkflow,
  'calendar/unused': noWorkflow,
  'locale/unused': noWorkflow,
};

/** Diagnostics that follow from an unknown field that they mention. */
const ofFields: ReadonlySet<DiagnosticCode> = new Set(['text/unknown-path', 'kind/bad-example']);

export function withoutFollowOns(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const found = new Set(diagnostics.map(({ code }) => code));
  const fields = new Set(
    diagnostics.flatMap(({ code, unknown }) =>
      code === 'condition/unknown-field' ? (unknown?.name ?? []) : [],
    ),
  );
  return diagnostics.filter(
    ({ code, message }) =>
      causes[code]?.some((cause) => found.has(cause)) !== true &&
      !(ofFields.has(code) && message.split(/[^\w-]+/).some((word) => fields.has(word))),
  );
}
