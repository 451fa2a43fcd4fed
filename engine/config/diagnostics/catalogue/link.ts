/** Diagnostics of names that exist, but do not fit together. */
import { suggest } from '../nearest.ts';
import { error, phrase, type NameDetails } from '../phrase.ts';

type None = Readonly<Record<never, never>>;

export interface Unlike {
  readonly name: string;
  readonly value: unknown;
  readonly values: readonly unknown[];
}

/** The remedy. */
export function insteadOf({ value, values }: Unlike): string {
  const alike = values.find(
    (one) =>
      String(one) === String(value) || (typeof one === 'string' && one !== '' && Number(one) === value),
  );
  if (alike === undefined) return suggest(String(value), [...new Set(values.map(String))], 'Values');
  return `Write it ${typeof alike === 'string' ? 'in' : 'without'} quotes: ${JSON.stringify(alike)}.`;
}

/** The value type of a subject in words, with the comparisons that it allows. */
const shapes = {
  list: {
    holds: 'has several values',
    remedy: 'Write `has` with one value, or `hasAny` with a list of values, of which one is enough.',
  },
  number: {
    holds: 'is compared as a number',
    remedy: 'Write a number without quotes after `is`, `in`, `above`, `below`, `atLeast` or `atMost`.',
  },
  text: { holds: 'is a text', remedy: 'Write `is` with one value, or `in` with a list of values.' },
  date: { holds: 'is a date', remedy: 'Write `before` or `after`, such as `before: { today: 30 days }`.' },
  moment: {
    holds: 'is a day with a time',
    remedy: 'Write `before` or `after`, such as `before: { today: 30 days }`.',
  },
  truth: { holds: 'is either true or false', remedy: 'Write `is: true` or `is: false`.' },
  wording: {
    holds: 'is a text that is shown in the language of its reader',
    remedy:
      'Compare a value that does not depend on the language, such as the name of the schedule, the id of a line or an amount.',
  },
};

export const linkPhrases = {
  'portal/missing': error<None>(
    'The configuration has no portal.yaml.',
    () => 'The configuration has no portal.yaml.',
    () => 'Add a portal.yaml with title, timeZone, login and theme.',
  ),
  'portal/closed-entry': error<{ name: string }>(
    'An entry of the welcome leads to a page that does not open without an account.',
    ({ name }) => `The entry leads to "${name}", which does not open for people without an account.`,
    () => 'Name a page that everybody may open and whose path has no placeholder.',
  ),
  'portal/network-limit': error<{ perNetwork: number; most: number }>(
    'One network may open more connections than the server accepts in total.',
    ({ perNetwork, most }) =>
      `\`perNetwork\` is ${perNetwork}, but the server accepts only ${most} connections in total, so one network could take them all.`,
    ({ most }) =>
      `Write a number below ${most}, or raise \`most\`. If all callers share one network, write \`perNetwork: ${most}\`.`,
  ),
  'portal/odd-map-server': error<NameDetails>(
    'The map server has a host or a port that cannot exist.',
    ({ name }) => `"${name}" cannot be the address of a server.`,
    () => 'Correct the host. A port is at most 65535, and each number of an IPv4 address at most 255.',
  ),
  'department/reserved-name': error<NameDetails>(
    'The key of a department is a reserved word.',
    ({ name }) => `"${name}" is a reserved word and cannot be the key of a department.`,
    () => 'Rename the file.',
  ),
  'department/area-taken': error<{ name: string; other: string }>(
    'Two departments have the same address for their pages.',
    ({ name, other }) => `The address ${name} is already used for the pages of "${other}".`,
    () => 'Give this department another `area`.',
  ),
  'department/alias-taken': error<NameDetails>(
    'An alias already belongs to another department.',
    ({ name }) => `"${name}" is already the key or an alias of another department.`,
    () => 'Choose another alias.',
  ),
  'name/unused': phrase<NameDetails & { readonly kind: string }>({
    severity: 'warning',
    summary:
      'Nothing uses a name: a group, guard, chain, message, constant, navigation group, format, lookup, form, list, picture, report or set.',
    message: ({ kind, name }) => `Nothing uses the ${kind} "${name}".`,
    remedy: () => 'Use it, or remove it.',
  }),
  'group/reserved-name': error<NameDetails>(
    'The name of a group is a reserved word.',
    ({ name }) => `"${name}" is a reserved word and cannot be the name of a group.`,
    () => 'Rename the group.',
  ),
  'condition/not-understood': error<NameDetails>(
    'A condition has a key or a value that is not valid here.',
    ({ name }) => `"${name}" is not valid here, or its value is not.`,
    () => 'Look up the key in docs/configure/keys.md: it lists where each key is valid and its values.',
  ),
  'condition/two-subjects': error<{ names: readonly string[] }>(
    'One condition has two subjects.',
    ({ names }) =>
      `One condition has ${names.length} subjects: ${names.map((name) => `"${name}"`).join(' and ')}.`,
    () => 'Write a list under `all:`, with one subject in each entry.',
  ),
  'condition/no-comparison': error<NameDetails>(
    'A condition has a subject, but no comparison.',
    ({ name }) => `The condition on "${name}" has no comparison.`,
    () =>
      'Add `is`, `in`, `has`, `hasAny`, `above`, `below`, `atLeast`, `atMost`, `before`, `after` or `exists`.',
  ),
  'condition/wrong-comparison': error<{ name: string; operator: string; shape: keyof typeof shapes }>(
    'A comparison is never true for its subject.',
    ({ name, operator, shape }) =>
      `"${name}" ${shapes[shape].holds}, so \`${operator}\` is never true for it.`,
    ({ shape }) => shapes[shape].remedy,
  ),
  'condition/compares-itself': error<NameDetails>(
    'A condition compares a value with itself.',
    ({ name }) => `"${name}" is compared with itself, so the condition decides nothing.`,
    () =>
      'Compare it with another value. In a condition about other records, such as `where`, both sides are of the same record.',
  ),
  'record/hides-parent': error<{ path: string; name: string; field: string }>(
    'A question has the name of a record type above, so that a path reads the question.',
    ({ path, name, field }) =>
      `"${path}" reads the question "${name}", which has no "${field}": it hides the record type "${name}", which has one.`,
    ({ name }) =>
      `Rename the question "${name}", for example to \`${name}_name\`; then "${name}." names the record above.`,
  ),
  'record/unsaved-step': error<{ path: string; step: string }>(
    'A path names an answer of a step that does not save its answers.',
    ({ path, step }) =>
      `"${path}" is an answer of the step "${step}", which does not save its answers: the record does not have it.`,
    ({ step }) => `Write \`saves: true\` at the step "${step}", or name a question of the form.`,
  ),
  'condition/never': error<object>(
    'Parts of a condition contradict each other.',
    () => 'The parts of this condition contradict each other, so it is never true.',
    () =>
      'Remove one of the contradicting parts. If one of several values is enough, write a list (`is: [one, other]`) or use `any`.',
  ),
  'condition/unknown-value': error<Unlike>(
    'A condition compares with a value that its subject never has.',
    ({ name, value }) => `"${name}" is never ${JSON.stringify(value)}, so this condition is never true.`,
    insteadOf,
  ),
  'clock/stops-at-once': error<{ readonly name: string; readonly state: string }>(
    'A clock starts and stops in the same state.',
    ({ name, state }) => `The clock "${name}" starts and stops in "${state}", so it does not run there.`,
    () => 'Remove the state from `starts` or from `stops`.',
  ),
  'calendar/overlapping': error<{ readonly from: string; readonly before: string }>(
    'Opening hours of a calendar overlap.',
    ({ from, before }) =>
      `The hours from ${from} start before the hours above them end, at ${before}, so slots would be offered twice.`,
    () => 'Change the hours so that they do not overlap.',
  ),
  'number/not-unique': error<{ readonly missing: readonly string[] }>(
    'A number pattern gives the same number to several records or documents.',
    ({ missing }) =>
      `This pattern gives the same number more than once, because it lacks ${missing.map((one) => `{${one}}`).join(' and ')}.`,
    ({ missing }) =>
      `Write ${missing.map((one) => `{${one}}`).join(' and ')} into the pattern${missing.some((one) => one !== 'sequence') ? ', or remove it from `per`' : ''}.`,
  ),
  'number/no-kind': error<None>(
    'A number contains a requirement kind, but what it numbers has none.',
    () => 'The number contains {kind}, but a record of this type has no kind.',
    () => 'Remove {kind}, or give the record type a `kind`.',
  ),
  'number/check-inside': error<None>(
    'The check digits of a number are not at its end.',
    () => 'Check digits are the end of a number, after what they check.',
    () => 'Write {check} once, as the last word of the pattern.',
  ),
  'number/shared-pattern': phrase<{
    readonly kind: string;
    readonly pattern: string;
    readonly name: string;
    readonly other: string;
  }>({
    severity: 'warning',
    summary: 'Two record types or documents have the same number pattern, so two of them get one number.',
    message: ({ pattern, name, other }) =>
      `A "${name}" and a "${other}" can have the same number, because both count on their own with the pattern "${pattern}".`,
    remedy: ({ kind }) =>
      `Begin the pattern of each ${kind} with letters of its own, such as \`AB-{year}-{sequence:6}\`.`,
  }),
  'clock/no-date': error<NameDetails>(
    'A clock counts from a field that is not a date.',
    ({ name }) => `The field "${name}" is not a date, so no clock can count from it.`,
    () => 'Name a field with `format: date` or `format: date-time`.',
  ),
  'clock/no-duration': error<NameDetails>(
    'A duration is not valid.',
    ({ name }) => `"${name}" is not a duration.`,
    () => 'Write a number and a unit: `3 working days`, `15 days`, `1 month`, `60 minutes`.',
  ),
  'calendar/no-day': error<NameDetails>(
    'A day does not exist in the calendar.',
    ({ name }) => `The day "${name}" does not exist.`,
    () => 'Write month and day (12-25), or a whole date (2026-04-02).',
  ),
  'calendar/ends-before': error<{ from: string; to: string }>(
    'Opening hours end before they start.',
    ({ from, to }) => `Hours that start at ${from} cannot end at ${to}.`,
    () => 'Write a later time, in 24 hours: 17:00.',
  ),
  'arrivals/ends-before': error<{ from: string; to: string }>(
    'A period of arrivals ends before it begins.',
    ({ from, to }) => `The last day ${to} is before the first day ${from}.`,
    () => 'Write the later day last.',
  ),
  'calendar/no-slot': error<{ from: string; to: string }>(
    'A slot is longer than the opening hours.',
    ({ from, to }) => `The slot does not fit between ${from} and ${to}, so nobody can book.`,
    () => 'Make the slots shorter (`each`), or the time longer (`to`).',
  ),
  'calendar/never-ahead': error<{ notice: string; ahead: string }>(
    'The latest slot of a calendar is before the earliest one.',
    ({ notice, ahead }) =>
      notice === ''
        ? `No slot is within ${ahead}, so nobody can book.`
        : `The earliest slot is ${notice} ahead and the latest ${ahead}, so nobody can book.`,
    () => 'Make `ahead` longer than `notice`.',
  ),
  'calendar/never-open': error<{ closed: readonly string[]; working: readonly string[] }>(
    'A calendar is open only on days on which offices do not work.',
    ({ closed }) => `Offices do not work on ${closed.join(', ')}, so nobody can book.`,
    ({ working }) =>
      `Name days on which they work (${working.join(', ')}), or add the day to \`working\` in calendar/days.yaml.`,
  ),
  'calendar/closed-day': phrase<{ closed: readonly string[]; working: readonly string[] }>({
    severity: 'warning',
    summary: 'A calendar names a day on which offices do not work.',
    message: ({ closed }) =>
      `Offices do not work on ${closed.join(', ')}, so no slots are offered on that day.`,
    remedy: () => 'Remove the day, or add it to `working` in calendar/days.yaml.',
  }),
  'calendar/outside-hours': phrase<{ from: string; to: string; opens: string; closes: string }>({
    severity: 'warning',
    summary: 'A calendar offers times at which offices are closed.',
    message: ({ from, to, opens, closes }) =>
      `Offices are closed from ${from} to ${to}: they work from ${opens} to ${closes}.`,
    remedy: () =>
      "Write the time in 24 hours (one in the afternoon is '13:00'), or change `officeHours` in calendar/days.yaml.",
  }),
  'calendar/no-count': error<NameDetails>(
    'The number of places in a calendar is not a whole number.',
    ({ name }) => `A calendar uses "${name}" as its number of places, but the value is not a whole number.`,
    () => 'Write a whole number, such as 2.',
  ),
  'report/no-number': error<NameDetails>(
    'A report, a derived value or a fee computes with answers that are not numbers.',
    ({ name }) => `The answers to "${name}" are not numbers, so nothing can be computed from them.`,
    () => 'Name a question whose answer is a number or money. To count records, use `count`.',
  ),
  'report/backward-time': error<{ readonly type: string; readonly from: string; readonly to: string }>(
    'A report measures the time between two states of which the second never comes after the first.',
    ({ type, from, to }) =>
      `No "${type}" comes from "${from}" to "${to}", so there is no time between the two.`,
    ({ from, to }) => `Write the earlier state first: \`time: [${to}, ${from}]\`, or name other states.`,
  ),
  'report/flow-not-alone': error<{}>(
    'A report cannot count arrivals so.',
    () => 'A `flow` needs a first group with `each`, and no other number beside it.',
    () =>
      'Begin `groupBy` with `{ field: created, each: month }`, and move the other numbers to another report.',
  ),
  'kind/preview-elsewhere': error<{ name: string; office: string; other: string }>(
    'The preview of a kind is a page of another office.',
    ({ name, office, other }) =>
      `The page "${name}" belongs to "${other}", but the kind belongs to "${office}", which cannot open it.`,
    () => 'Name a preview page of its own office, or correct `office`.',
  ),
  'effect/created-already': error<NameDetails>(
    'A transition creates the same record twice.',
    ({ name }) =>
      `This creates no second "${name}": the transition already creates one, and a second needs answers of its own.`,
    () => 'Remove it, or give each record its own answers with `data`.',
  ),
  'effect/done-already': error<NameDetails>(
    'A transition has the same effect twice.',
    ({ name }) => `The transition already has this \`${name}\`, and nothing changes between the two.`,
    () => 'Remove one of the two.',
  ),
  'effect/bad-input': error<{ name: string; problem: string }>(
    'The input of an extension’s effect is not valid.',
    ({ name, problem }) => `The input of "${name}" is not valid: ${problem}.`,
    () => 'Write the input as the documentation of the extension describes it.',
  ),
  'effect/not-below': error<{ name: string; parent: string }>(
    'A transition creates a record below a type that cannot be its parent.',
    ({ name, parent }) => `A record of type "${name}" cannot have a parent of type "${parent}".`,
    ({ name, parent }) => `Write \`parent: ${parent}\` in records/${name}.yaml, or name another type.`,
  ),
  'effect/no-kind': error<NameDetails>(
    'A transition names the document of a kind, but no kind of the record issues one.',
    ({ name }) => `A record of type "${name}" has no kind that could issue a document.`,
    () => 'Name the document, or write `kind:` in the record type and `issues:` in its kinds.',
  ),
  'effect/no-checklist': error<NameDetails>(
    'A transition asks for checklist items again, but the record has no checklist.',
    ({ name }) => `A record of type "${name}" has no checklist.`,
    () => 'Add `checklist:` to the record type, or remove `askAgain`.',
  ),
  'condition/no-checklist': error<NameDetails & { readonly type: string }>(
    'A condition asks for the state of a checklist, but the record has none.',
    ({ name, type }) =>
      `A record of type "${type}" has no checklist, so it says nothing that the checklist is "${name}".`,
    () => 'Add `checklist:` to the record type, or remove the condition.',
  ),
  'condition/every-of-none': error<NameDetails>(
    'A condition on every child has no minimum number of children.',
    ({ name }) => `"every" is also true if there is no "${name}" yet.`,
    () => 'Add `atLeast: 1`, or `atLeast: 0` if there may be none.',
  ),
  'condition/not-of-relative': error<NameDetails>(
    'A condition reads a value that is not available for a parent or child record.',
    ({ name }) =>
      `\`${name}\` is never true here: a condition on a parent or child can only read its answers, state, office and owner.`,
    () =>
      'Check for children in a derived value of that record (`has-note: { exists: note }`), and read it outside `parent`: `fact: has-note, is: true`. Or let a transition of that record write the answer into a field.',
  ),
  'condition/reference-of-reference': error<{ path: string; type: string }>(
    'A path follows more than two answers from record to record.',
    ({ path }) => `"${path}" follows more than two answers, from one record to the next.`,
    ({ type }) => `Let the form of "${type}" keep the value, or ask for one of the further records here too.`,
  ),
  'workflow/taken-name': error<NameDetails>(
    'A transition has the name of the transition that extends a clock.',
    ({ name }) => `The name "${name}" is reserved for the transition that extends the clock.`,
    () => 'Give the transition another name.',
  ),
  'name/like-another': error<
    (NameDetails & { readonly other: string }) | { readonly circle: readonly string[] }
  >(
    'Something is like another one that is like a third, or like itself.',
    (details) =>
      'circle' in details
        ? `Nothing says what this is: ${details.circle.map((one) => `"${one}"`).join(' is like ')}.`
        : `"${details.name}" is like "${details.other}" itself.`,
    (details) =>
      'circle' in details
        ? 'Remove `like` here, and write what this is.'
        : `Write \`like: ${details.other}\`, and here what differs.`,
  ),
  'workflow/duplicate': error<NameDetails>(
    'A record type has two workflows.',
    ({ name }) => `The record type "${name}" already has a workflow.`,
    () => 'Put all transitions of the record type into one workflow.',
  ),
  'kind/no-office': error<{ name: string | null }>(
    'A requirement kind has no office.',
    ({ name }) =>
      `Neither the ${name === null ? 'set nor its kinds have' : `kind "${name}" nor its set has`} an \`office\`.`,
    () => 'Add `office:` here or in set.yaml.',
  ),
  'kind/copied-path': phrase<{ name: string; takenBy: string; path: string }>({
    severity: 'warning',
    summary: 'A requirement kind has the path of another kind, probably from a copy.',
    message: ({ name, takenBy, path }) =>
      `The path "${name}" belongs to "${takenBy}", so this kind uses its own name, "${path}".`,
    remedy: () => 'Remove `path:` and `aliases:` here.',
  }),
  'kind/no-rows': error<NameDetails>(
    'An item repeats for an answer that has no rows.',
    ({ name }) => `"${name}" is neither a list nor a whole number, so the item cannot repeat.`,
    () => 'Name an answer of the type `array` (one item for each row) or `integer` (that number of items).',
  ),
  'kind/no-records': error<{ name: string; type: string }>(
    'An item repeats for records that the applicant has no part in.',
    ({ name, type }) =>
      `The applicant of a "${type}" has no part in a "${name}", and no "${name}" is below it.`,
    ({ name }) => `Name a record type that is below, or make the owner one of the \`parties\` of "${name}".`,
  ),
  'kind/duplicate-item': error<NameDetails>(
    'Two items of a checklist have the same id.',
    ({ name }) => `The checklist already has an item "${name}".`,
    () => 'Give one of them another `id`.',
  ),
};
