/** Diagnostics of districts: outlines that are not valid, and rows without one. */
import { error, phrase, type NameDetails } from '../phrase.ts';
import { quoted } from './check.ts';
import { countOfNoun } from '../../../portal/text/noun-count.ts';

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
