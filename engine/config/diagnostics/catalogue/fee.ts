/** Diagnostics of fee schedules: unknown names, brackets with gaps, and invalid amounts. */
import { error, phrase, type NameDetails } from '../phrase.ts';
import { quoted } from './check.ts';
import { unknown } from './reference.ts';

export interface TextDetails {
  readonly written: string;
}

export interface FallingDetails {
  /** Where one row ends and the next begins. */
  readonly limit: string;
  readonly before: string;
  readonly after: string;
}

export const feePhrases = {
  'fee/unknown-table': unknown('The table', 'is not in this schedule', 'Tables of this schedule'),
  'fee/unknown-tag': unknown(
    'The tag',
    'is neither declared under `tags` nor the id of a line',
    'Tags and ids',
  ),
  'fee/unknown-plan': unknown('The plan', 'is not an answer to the question of `by`', 'Its answers'),
  'fee/unknown-lookup': unknown('The lookup', 'does not exist', 'Lookups'),
  'fee/unknown-column': unknown('The column', 'is not in any row of that lookup', 'Columns of that lookup'),
  'fee/unknown-day': unknown(
    'The day',
    'is neither a month and a day nor named in calendar/days.yaml',
    'Named days',
  ),
  'fee/unknown-waived': unknown(
    'The choice',
    'is neither a tag nor the id of a line, so it waives nothing',
    'Tags and ids',
  ),
  'fee/no-choices': error<NameDetails>(
    'The field with the lines of a waiver has no choices.',
    ({ name }) => `The field "${name}" has no choices, so people may name lines that do not exist.`,
    () => 'List the tags or ids of lines under `enum` or `oneOf` of the question.',
  ),
  'fee/refund-not-limited': error<NameDetails>(
    'A refund may be more than what was paid.',
    ({ name }) => `A "${name}" that is created here may pay back more than was paid.`,
    () =>
      'Create it only with a step, one at a time, and add `{ input: AMOUNT, atMost: { field: assessment.paid } }` to its `needs`.',
  ),
  'fee/refund-not-assessed': error<NameDetails & { readonly schedules: readonly string[] }>(
    'The bill does not count a refund that a step creates.',
    ({ name }) =>
      `After this step, the bill does not count the new "${name}", so the same money may be paid back again.`,
    ({ schedules }) => `Add \`{ assess: ${schedules.join(' | ')} }\` to \`then\`, after \`create\`.`,
  ),
  'fee/refund-left-out': error<NameDetails & { readonly schedule: string; readonly other: string }>(
    'Two schedules assess one bill, and only one of them counts its refunds.',
    ({ name, schedule, other }) =>
      `"${schedule}" and "${other}" assess the same bill, but only "${other}" counts a "${name}". After "${schedule}", the money that was paid back counts as paid.`,
    ({ other }) => `Write the same \`refunds\` as in "${other}".`,
  ),
  'fee/refund-counted-later': error<NameDetails & { readonly state: string }>(
    'A refund does not count as soon as it is created.',
    ({ name }) =>
      `A "${name}" may count only some time after it is created, so the same money may be paid back twice before.`,
    ({ state }) =>
      `Remove \`where\`, or decide it by the state alone: the first state, "${state}", counts, and no step leads from a state that does not count to one that does. If somebody else approves a refund, ask for it with a step of the bill, and create the refund with the step that approves it.`,
  ),
  'fee/refund-day-ahead': error<NameDetails>(
    'A refund may have a day that is still to come.',
    ({ name }) =>
      `A "${name}" that is created here may have a day that is still to come, and the bill does not count it until then.`,
    () => 'Add `notAfter: today` to the question for the day, or write `{ today: true }` instead.',
  ),
  'fee/refund-below-zero': error<NameDetails & { readonly question: string }>(
    'A refund may be below zero.',
    ({ name, question }) =>
      `The answer "${question}" may be below zero. Such a "${name}" would count as a payment.`,
    () => 'Write `type: string` and `format: money` for the amount, or add `minimum: 0`.',
  ),
  'fee/refund-changes': error<NameDetails>(
    'The amount of a refund may change after it was compared with what was paid.',
    ({ name }) => `Whoever may change a "${name}" may write another amount after it was checked.`,
    () =>
      'Remove `update`. To correct a refund, cancel it in a state that does not count, and create another.',
  ),
  'fee/not-whole': error<NameDetails>(
    'The percentages of a plan do not add up to 100.',
    ({ name }) => `The instalments of the plan "${name}" do not add up to the whole amount.`,
    () => 'Write `percent` at each instalment so that together they are 100, or at none of them.',
  ),
  'fee/ends-before': error<Readonly<Record<never, never>>>(
    'A term ends before it begins.',
    () => 'This term always ends before it begins.',
    () => 'Write a last day after the first one.',
  ),
  'fee/id-is-tag': error<NameDetails>(
    'The id of a line is the tag of other lines.',
    ({ name }) =>
      `"${name}" is the id of this line and a tag of other lines, so it is not clear what it names.`,
    () => 'Give the line another id.',
  ),
  'fee/below-zero': phrase<NameDetails>({
    severity: 'warning',
    summary: 'A line may fall below zero.',
    message: ({ name }) => `The fee "${name}" falls below zero if more is subtracted than is charged.`,
    remedy: () =>
      'Add `min: 0`, or write the deduction as a line of its own with `rebate`, which never takes off more than is charged.',
  }),
  'fee/no-date': error<NameDetails>(
    'A due day is counted from a field that is not a date.',
    ({ name }) => `The field "${name}" is not a date, so no day can be counted from it.`,
    () => 'Name a field with `format: date`.',
  ),
  'fee/never-late': phrase<Readonly<Record<never, never>>>({
    severity: 'warning',
    summary: 'A schedule has late charges, but no due day.',
    message: () =>
      'These late charges never apply, because the schedule has neither `due` nor `instalments`.',
    remedy: () => 'Add a due day, such as `due: { field: FIELD, plus: 30 days }`, or add `instalments`.',
  }),
  'fee/no-plan': phrase<{ readonly missing: readonly string[] }>({
    severity: 'warning',
    summary: 'A schedule has late charges, but an answer has no instalment plan and so no due day.',
    message: ({ missing }) =>
      `There is no plan for ${quoted(missing)}: whoever answers this has no due day, so late charges never apply.`,
    remedy: ({ missing }) => `Add a plan named ${quoted(missing, 'or')}, or a day in \`due\` for them.`,
  }),
  'fee/empty-cell': phrase<NameDetails & { readonly column: string }>({
    severity: 'warning',
    summary: 'A fee reads a column of a lookup that one of its rows leaves out.',
    message: ({ name, column }) =>
      `The row "${name}" has no "${column}", so whoever chooses it pays nothing for this line.`,
    remedy: () => 'Write the number into the row: 0 if nothing is to be paid.',
  }),
  'fee/out-of-order': phrase<{ readonly plan: string; readonly number: number }>({
    severity: 'warning',
    summary: 'An instalment is due before the one above it.',
    message: ({ plan, number }) =>
      `Instalment ${number} of the plan "${plan}" is due before the one above it.`,
    remedy: () =>
      'Sort the instalments by day. A month and a day always mean this year; for a day in the next year, count from a date: `{ field: FIELD, plus: 12 months }`.',
  }),
  'fee/not-money': error<TextDetails>(
    'An amount is not a number with at most two decimals.',
    ({ written }) => `"${written}" is not an amount.`,
    () => 'Write digits with at most two decimals, without separators or a sign: 1320.10.',
  ),
  'fee/no-step': error<Readonly<Record<never, never>>>(
    'Amounts are rounded to steps of 0.',
    () => 'Amounts cannot be rounded to steps of 0.',
    () => 'Write the smallest amount to charge: 0.01 for a centavo, 1 for whole units.',
  ),
  'fee/bad-limits': error<{ readonly min: string; readonly max: string }>(
    'The minimum of a line is higher than its maximum.',
    ({ min, max }) => `The minimum ${min} of this line is higher than its maximum ${max}.`,
    () => 'Swap the two, or remove one of them.',
  ),
  'fee/not-percent': error<TextDetails>(
    'A percentage is not a number.',
    ({ written }) => `"${written}" is not a percentage.`,
    () => 'Write digits without a percent sign, such as 2 or 0.375.',
  ),
  'fee/above-whole': phrase<TextDetails>({
    severity: 'warning',
    summary: 'A percentage is higher than 100.',
    message: ({ written }) => `${written} percent is more than the whole amount.`,
    remedy: () =>
      'Write 25 for a quarter of the amount. If a part must exceed the whole, use `per` to multiply it.',
  }),
  'fee/twice': phrase<NameDetails & { readonly other: string }>({
    severity: 'warning',
    summary: 'Two lines of a schedule compute the same fee, so that people pay it twice.',
    message: ({ name, other }) => `Whoever pays "${other}" pays the same fee again as "${name}".`,
    remedy: () => 'Remove one of the lines, or give them conditions (`when`) that exclude each other.',
  }),
  'fee/always-zero': phrase<NameDetails & { readonly key: string }>({
    severity: 'warning',
    summary: 'A line of a fee schedule is zero for every answer.',
    message: ({ name, key }) => `The fee "${name}" is always zero because of its \`${key}\`.`,
    remedy: () =>
      'Write the amount that people pay, or remove the line. To show people an exemption, write `percent: 0`.',
  }),
  'fee/falling': phrase<FallingDetails>({
    severity: 'warning',
    summary: 'A larger base pays less than a smaller one.',
    message: ({ limit, before, after }) =>
      `At ${limit} the amount falls from ${before}, by the row above, to ${after}.`,
    remedy: ({ before }) =>
      `Correct one of the two rates. If the rates are right, add \`min: ${before}\` to this row, or write \`mode: marginal\` for a table whose rates apply to parts of the base.`,
  }),
  'fee/mixed-limits': error<NameDetails>(
    'A table has rows with `from` and rows with `upTo`.',
    ({ name }) =>
      `The table "${name}" has rows with \`from\` and rows with \`upTo\`, so brackets may overlap.`,
    () => 'Write `from` in all rows, or `upTo` in all rows but the last.',
  ),
  'fee/not-ascending': error<TextDetails & { readonly before: string }>(
    'The rows of a table are not in ascending order.',
    ({ written, before }) => `${written} is not higher than ${before}, the limit of the row before.`,
    () => 'Sort the rows in ascending order, and write each limit once.',
  ),
  'fee/gap': error<NameDetails>(
    'A table does not cover amounts below its first row or above its last.',
    ({ name }) => `The table "${name}" does not cover every amount.`,
    () =>
      'Write `from: 0` in the first row, or remove `upTo` from the last row, which then covers all higher amounts.',
  ),
  'fee/duplicate-line': error<NameDetails>(
    'Two lines of a schedule have the same id.',
    ({ name }) => `The schedule already has a line "${name}".`,
    () => 'Give one of them another id.',
  ),
  'fee/not-above': error<NameDetails & { readonly of: string; readonly type: string }>(
    'A transition uses a fee schedule that belongs to neither its record type nor a parent.',
    ({ name, of, type }) =>
      `The schedule "${name}" computes fees for a "${of}", but a "${type}" is neither one nor below one.`,
    ({ of }) => `Assess the fees in the workflow of "${of}", or of a type that has it as a parent.`,
  ),
  'fee/needs-group': error<NameDetails>(
    'A line reads a column of its group, but its rows are not grouped.',
    ({ name }) => `The line reads "${name}" from its group, but its rows are not grouped.`,
    () => 'Add `forEach: { rows: …, groupBy: … }` to the line.',
  ),
};
