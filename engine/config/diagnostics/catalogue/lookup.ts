/** Diagnostics of lookups, of their rows, of the forms that edit them, and of the outlines of districts. */
import { insteadOf, type Unlike } from './link.ts';
import { error, phrase, type NameDetails } from '../phrase.ts';
import { quoted } from './check.ts';
import { countOfNoun } from '../../../portal/text/noun-count.ts';

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

const outlineProblems = {
  'not-closed': 'does not end with its first position',
  'too-short': 'has fewer than three corners',
  crossing: 'crosses itself',
} as const;

export const districtPhrases = {
  'district/repeated-row': error<NameDetails>(
    'Two districts are the same row of the lookup.',
    ({ name }) => `"${name}" has two districts.`,
    () => 'Write one feature with a `MultiPolygon`, or correct the `value` of one of them.',
  ),
  'district/missing-rows': phrase<{ readonly lookup: string; readonly values: readonly string[] }>({
    severity: 'warning',
    summary: 'Rows of a lookup have no district, so no place can be in them.',
    message: ({ lookup, values }) =>
      `The file has no district for ${countOfNoun(values.length, 'row', 'rows')} of "${lookup}": ${quoted(values)}.`,
    remedy: () => 'Add a feature for each, or mark the rows as `retired`.',
  }),
  'district/not-degrees': error<{
    readonly name: string;
    readonly position: readonly number[];
    readonly isSwapped: boolean;
  }>(
    'The positions of a district are not degrees of longitude and latitude.',
    ({ name, position, isSwapped }) =>
      isSwapped
        ? `The outline of "${name}" has latitude before longitude: ${JSON.stringify(position)}.`
        : `The outline of "${name}" is not in degrees: ${JSON.stringify(position)}.`,
    ({ isSwapped }) =>
      isSwapped
        ? 'Swap the two numbers of every position of the file: GeoJSON has longitude first.'
        : 'Export the file in WGS 84 (EPSG:4326) from your map program.',
  ),
  'district/odd-outline': error<{ readonly name: string; readonly fault: keyof typeof outlineProblems }>(
    'The outline of a district is not a valid polygon.',
    ({ name, fault }) => `A ring of the outline of "${name}" ${outlineProblems[fault]}.`,
    ({ fault }) =>
      fault === 'not-closed'
        ? 'Repeat the first position at the end of the ring.'
        : 'Correct the outline in your map program, which can check and repair geometries.',
  ),
  'district/overlap': phrase<{ readonly name: string; readonly earlier: string; readonly share: number }>({
    severity: 'warning',
    summary: 'Two districts overlap, so the first of them gets the places of both.',
    message: ({ name, earlier, share }) =>
      `"${name}" and "${earlier}" overlap by about ${Math.round(share * 100)}% of the smaller one. Places there count as "${earlier}".`,
    remedy: () => 'Correct one of the outlines in your map program.',
  }),
  'district/too-detailed': error<{ readonly corners: number; readonly limit: number }>(
    'The outlines of districts have more corners than a phone should load.',
    ({ corners, limit }) => `The outlines have ${corners} positions; at most ${limit} are allowed.`,
    () => 'Simplify the outlines in your map program: a few metres make no difference on a form.',
  ),
};
