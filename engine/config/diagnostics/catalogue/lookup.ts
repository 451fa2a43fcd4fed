/** Diagnostics of lookups, of their rows, and of the forms that edit them. */
import { insteadOf, type Unlike } from './link.ts';
import { error, phrase, type NameDetails } from '../phrase.ts';
import { quoted } from './check.ts';

export const lookupPhrases = {
  'lookup/unknown-value': error<Unlike & { readonly count: number }>(
    'A row of a lookup has a value that its form does not offer.',
    ({ name, value, count }) =>
      `The form of these rows offers no ${JSON.stringify(value)} for "${name}"${count > 1 ? `, but ${count} rows have it` : ''}.`,
    insteadOf,
  ),
  'lookup/no-label': error<NameDetails>(
    'The form of an editable lookup does not ask for `label`, or asks for `value`.',
    ({ name }) =>
      `The form "${name}" must ask for \`label\` but not for \`value\`, which the portal makes from the label.`,
    () => 'Add a required question `label` of the type `string`, and remove `value`.',
  ),
  'lookup/not-kept': error<NameDetails>(
    'A page edits a lookup that nobody may edit.',
    ({ name }) => `The lookup "${name}" has no \`edit\`, so nobody may edit it.`,
    () =>
      'Add `edit: { by: …, form: … }` to its file, or `public: true` for a page that only lists its rows.',
  ),
  'lookup/duplicate-value': error<NameDetails>(
    'A lookup has the same value twice.',
    ({ name }) => `This lookup has the value "${name}" twice.`,
    () => 'Remove one of the rows.',
  ),
  'lookup/same-label': phrase<{ readonly name: string; readonly values: readonly string[] }>({
    severity: 'warning',
    summary: 'Two rows of a lookup have the same label.',
    message: ({ name, values }) =>
      `Whoever chooses cannot tell ${quoted(values)} apart: both have the label "${name}".`,
    remedy: () =>
      'Correct one of the labels, or remove one of the rows. A row that old records need gets `retired: true`.',
  }),
  'lookup/odd-row': phrase<{ readonly name: string; readonly problem: string }>({
    severity: 'error',
    summary: 'A row of an editable lookup does not satisfy the form that edits it.',
    message: ({ name, problem }) => `A row of "${name}" does not satisfy the form that edits it: ${problem}.`,
    remedy: () => 'Correct the row, or the form that `edit` names.',
  }),
};
