/** Diagnostics of fee schedules: names that refer to nothing, brackets with gaps, and amounts that are none. */
import { phrase, type Phrase, type NameDetails } from '../phrase.ts';
import { unknown } from './reference.ts';

function error<D>(
  summary: string,
  message: (details: D) => string,
  remedy: (details: D) => string,
): Phrase<D> {
  return phrase<D>({ severity: 'error', summary, message, remedy });
}

export interface TextDetails {
  readonly written: string;
}

export const feePhrases = {
  'fee/unknown-table': unknown('The table', 'is not one of this schedule', 'Tables of this schedule'),
  'fee/unknown-tag': unknown(
    'The tag',
    'is neither declared under `tags` nor the id of a line',
    'Tags and ids that may stand here',
  ),
  'fee/unknown-lookup': unknown('The lookup', 'does not exist', 'Lookups'),
  'fee/unknown-column': unknown('The column', 'is in no row of that lookup', 'Columns of that lookup'),
  'fee/unknown-day': unknown(
    'The day',
    'is neither a month and a day nor named in calendar/days.yaml',
    'Named days',
  ),
  'fee/no-date': error<NameDetails>(
    'A due day is counted from a field that holds no date.',
    ({ name }) => `"${name}" holds no date, so no day can be counted from it.`,
    () => 'Name a field with `format: date`.',
  ),
  'fee/never-late': phrase<Readonly<Record<never, never>>>({
    severity: 'warning',
    summary: 'Late charges are declared, but nothing is ever due.',
    message: () => 'These late charges never apply: the schedule says neither `due` nor `instalments`.',
    remedy: () => 'Say when it is due: `due: { field: FIELD, plus: 30 days }`, or add `instalments`.',
  }),
  'fee/out-of-order': phrase<{ readonly plan: string; readonly number: number }>({
    severity: 'warning',
    summary: 'An instalment is due before one that is written above it.',
    message: ({ plan, number }) =>
      `Instalment ${number} of the plan "${plan}" is due before one that is written above it.`,
    remedy: () =>
      'Write the instalments in the order of their days. All days of the year are in one year; count a day of the next year from a date: `{ field: FIELD, plus: 12 months }`.',
  }),
  'fee/not-money': error<TextDetails>(
    'An amount is not digits with at most two decimals.',
    ({ written }) => `"${written}" is no amount.`,
    () => 'Write digits without separators or sign, with at most two decimals: 1320.10.',
  ),
  'fee/no-step': error<Readonly<Record<never, never>>>(
    'Amounts are to be rounded to steps of nothing.',
    () => 'Amounts cannot be rounded to steps of 0.',
    () => 'Write the smallest amount that is charged: 0.01 for a centavo, 1 for whole units.',
  ),
  'fee/bad-limits': error<{ readonly min: string; readonly max: string }>(
    'The least that a line charges is more than the most.',
    ({ min, max }) => `This line charges at least ${min} and at most ${max}.`,
    () => 'Exchange the two, or take one of them out.',
  ),
  'fee/not-percent': error<TextDetails>(
    'A percentage is not digits.',
    ({ written }) => `"${written}" is no percentage.`,
    () => 'Write digits without a percent sign, such as 2 or 0.375.',
  ),
  'fee/mixed-limits': error<NameDetails>(
    'A table has rows with `from` and rows with `upTo`.',
    ({ name }) =>
      `The table "${name}" has rows with \`from\` and rows with \`upTo\`, so brackets may overlap.`,
    () => 'Let all rows say `from`, or all but the last `upTo`.',
  ),
  'fee/not-ascending': error<TextDetails & { readonly before: string }>(
    'A row of a table does not begin above the row before it.',
    ({ written, before }) => `${written} does not lie above ${before}, the limit of the row before.`,
    () => 'Write the rows in ascending order, each limit once.',
  ),
  'fee/gap': error<NameDetails>(
    'A table says nothing of amounts below its first row, or above its last.',
    ({ name }) => `The table "${name}" does not say what is due for every amount.`,
    () => 'Let the first row say `from: 0`, or take `upTo` out of the last row, which then is for all above.',
  ),
  'fee/duplicate-line': error<NameDetails>(
    'Two lines of a schedule have one id.',
    ({ name }) => `There already is a line "${name}".`,
    () => 'Give one of them another id.',
  ),
  'fee/not-above': error<NameDetails & { readonly of: string; readonly type: string }>(
    'A step assesses by a schedule whose record does not stand at or above its own.',
    ({ name, of, type }) =>
      `The schedule "${name}" is computed over a record of type "${of}", and a ${type} is none and stands below none.`,
    ({ of }) => `Assess in the workflow of "${of}", or of a type that has it as a parent.`,
  ),
  'fee/needs-group': error<NameDetails>(
    'A line reads a column for its group, and its rows are not grouped.',
    ({ name }) => `"${name}" is read for the group of the line, and the line has none.`,
    () => 'Write `forEach: { rows: …, groupBy: … }` beside it.',
  ),
};
