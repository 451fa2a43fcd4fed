/** Diagnostics of linking: things that are there, but do not fit together. */
import { filterColumns, sortColumns } from '../../../portal/model/record-type.ts';
import { suggest } from '../nearest.ts';
import { phrase, type Phrase, type NameDetails } from '../phrase.ts';

type None = Readonly<Record<never, never>>;

function error<D>(
  summary: string,
  message: (details: D) => string,
  remedy: (details: D) => string,
): Phrase<D> {
  return phrase<D>({ severity: 'error', summary, message, remedy });
}

export interface Unlike {
  readonly name: string;
  readonly value: unknown;
  readonly values: readonly unknown[];
}

function insteadOf({ value, values }: Unlike): string {
  const alike = values.find((one) => String(one) === String(value));
  if (alike === undefined) return suggest(String(value), [...new Set(values.map(String))], 'It may be');
  return `Write it ${typeof alike === 'string' ? 'in' : 'without'} quotes: ${JSON.stringify(alike)}.`;
}

/** What a subject may hold, in words, with the comparisons that make sense of it. */
const shapes = {
  list: {
    holds: 'holds several values',
    remedy: 'Write `has` with one value, or `hasAny` with a list of values of which one is enough.',
  },
  number: {
    holds: 'is compared as a number',
    remedy:
      'Hold numbers against a number, without quotes, with `is`, `in`, `above`, `below`, `atLeast` or `atMost`.',
  },
  text: { holds: 'is a text', remedy: 'Write `is` with one value, or `in` with a list of values.' },
  date: { holds: 'is a date', remedy: 'Write `before` or `after`, such as `before: { today: 30 days }`.' },
  truth: { holds: 'is either true or false', remedy: 'Write `is: true` or `is: false`.' },
  wording: {
    holds: 'is a text that each reader reads in their own language',
    remedy:
      'Compare what does not depend on the language: the name of the schedule, the id of a line, an amount.',
  },
};

export const linkPhrases = {
  'portal/missing': error<None>(
    'The configuration has no portal.yaml.',
    () => 'There is no portal.yaml.',
    () => 'Write a portal.yaml with title, timeZone, login and theme.',
  ),
  'portal/network-limit': error<{ perNetwork: number; most: number }>(
    'One network may have more connections than the server takes in all.',
    ({ perNetwork, most }) =>
      `\`perNetwork\` is ${perNetwork}, and the server takes only ${most} connections in all: one network can take them all.`,
    ({ most }) =>
      `Choose less than ${most}, or raise \`most\`. Where all callers share one network, write \`perNetwork: ${most}\`.`,
  ),
  'department/reserved-name': error<NameDetails>(
    'A department bears a word of the grammar as its key.',
    ({ name }) => `"${name}" is a word of the grammar and cannot be the key of a department.`,
    () => 'Rename the file.',
  ),
  'department/area-taken': error<{ name: string; other: string }>(
    'Two departments have their pages at one address.',
    ({ name, other }) => `The pages of "${other}" stand below ${name} already.`,
    () => 'Give this department an `area` of its own.',
  ),
  'department/alias-taken': error<NameDetails>(
    'An alias already stands for another department.',
    ({ name }) => `"${name}" already is the key or an alias of another department.`,
    () => 'Choose another alias: each stands for one department.',
  ),
  'group/reserved-name': error<NameDetails>(
    'A group bears a word of the grammar as its name.',
    ({ name }) => `"${name}" is a word of the grammar and cannot be the name of a group.`,
    () => 'Rename the group.',
  ),
  'route/no-guard': error<NameDetails>(
    'A route has neither a chain nor guards.',
    ({ name }) => `The route "${name}" has neither \`chain\` nor \`guards\`, so nobody guards it.`,
    () => 'Name a chain, or write `guards: [public]` if everyone may open it.',
  ),
  'route/bad-path': error<NameDetails>(
    'A path is not a list of segments between slashes.',
    ({ name }) => `"${name}" is not a path.`,
    () => 'Begin with a slash, leave no segment empty, let a brace fill its whole segment and stand once.',
  ),
  'route/unused-parameter': error<NameDetails>(
    'A parameter is declared that does not stand in the path.',
    ({ name }) => `The parameter "${name}" does not stand in the path.`,
    ({ name }) => `Write \`{${name}}\` in the path, or remove the parameter.`,
  ),
  'route/duplicate-name': error<NameDetails>(
    'Two routes have one name.',
    ({ name }) => `There already is a route named "${name}".`,
    () => 'Rename one of them, or leave one out with `except`.',
  ),
  'route/duplicate-path': error<{ name: string; path: string; other: string }>(
    'Two routes have paths that cannot be told apart.',
    ({ name, path, other }) => `The path "${path}" of "${name}" has the same shape as one of "${other}".`,
    () => 'Change a literal segment of one of them.',
  ),
  'route/guard-needs-parameter': error<{ name: string; guard: string }>(
    'A guard reads a parameter that the route does not have.',
    ({ name, guard }) =>
      `The guard "${guard}" reads the parameter "${name}", which this route does not have.`,
    ({ name }) => `Write \`with: { ${name}: … }\`, put \`{${name}}\` into the path, or use another chain.`,
  ),
  'route/guard-needs-area': error<{ name: string; guard: string }>(
    'A guard reads the area, and the routes file names none.',
    ({ name, guard }) => `The guard "${guard}" of "${name}" reads the area, but none is named.`,
    () => 'Write `area:` with the key of a department at the top of the file.',
  ),
  'condition/not-understood': error<NameDetails>(
    'A condition says something that means nothing here.',
    ({ name }) => `What "${name}" says here means nothing.`,
    () => 'Look up the word: each belongs to certain places and takes certain values.',
  ),
  'condition/two-subjects': error<{ names: readonly string[] }>(
    'One mapping compares two things.',
    ({ names }) => `${names.map((name) => `"${name}"`).join(' and ')} stand in one condition.`,
    () => 'Write a list under `all:` with one of them each.',
  ),
  'condition/no-comparison': error<NameDetails>(
    'A subject is compared with nothing.',
    ({ name }) => `"${name}" is compared with nothing.`,
    () =>
      'Add `is`, `in`, `has`, `hasAny`, `above`, `below`, `atLeast`, `atMost`, `before`, `after` or `exists`.',
  ),
  'condition/wrong-comparison': error<{ name: string; operator: string; shape: keyof typeof shapes }>(
    'A comparison that is never true of what it compares.',
    ({ name, operator, shape }) =>
      `"${name}" ${shapes[shape].holds}, so that \`${operator}\` is never true of it.`,
    ({ shape }) => shapes[shape].remedy,
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
    'Parts of a condition exclude one another.',
    () => 'What is asked here can never be true all at once, so that this never holds.',
    () =>
      'Take out what excludes the rest. Where one of several will do, write them as a list (`is: [one, other]`) or join them with `any`.',
  ),
  'condition/unknown-value': error<Unlike>(
    'A condition asks for a value that its subject never has.',
    ({ name, value }) => `"${name}" is never ${JSON.stringify(value)}, so this never holds.`,
    insteadOf,
  ),
  'lookup/unknown-value': error<Unlike & { readonly count: number }>(
    'A row of a lookup holds a value that the form of its rows does not offer.',
    ({ name, value, count }) =>
      `The form of these rows offers no ${JSON.stringify(value)} for "${name}"${count > 1 ? `, which ${count} rows say` : ''}.`,
    insteadOf,
  ),
  'clock/stops-at-once': error<{ readonly name: string; readonly state: string }>(
    'A clock ends in a state in which it begins.',
    ({ name, state }) => `The clock "${name}" starts and stops in "${state}", so it does not run there.`,
    () => 'Take the state out of `starts` or out of `stops`.',
  ),
  'calendar/overlapping': error<{ readonly from: string; readonly before: string }>(
    'Hours of a calendar begin before others of the same days end.',
    ({ from, before }) =>
      `What begins at ${from} begins before ${before}, when the hours above it end: slots would be offered twice.`,
    () => 'Let the hours follow one another.',
  ),
  'number/not-unique': error<{ readonly missing: readonly string[] }>(
    'A pattern gives one number to several records or documents.',
    ({ missing }) =>
      `This gives the same number more than once: it lacks ${missing.map((one) => `{${one}}`).join(' and ')}.`,
    ({ missing }) =>
      `Write ${missing.map((one) => `{${one}}`).join(' and ')} into the pattern${missing.some((one) => one !== 'sequence') ? ', or take it out of `per`' : ''}.`,
  ),
  'clock/no-date': error<NameDetails>(
    'A clock counts from a field that holds no date.',
    ({ name }) => `"${name}" holds no date, so no clock can count from it.`,
    () => 'Name a field with `format: date`.',
  ),
  'clock/no-duration': error<NameDetails>(
    'What should be a length of time is none.',
    ({ name }) => `"${name}" is no length of time.`,
    () => 'Write a number and a unit: `3 working days`, `15 days`, `1 month`, `60 minutes`.',
  ),
  'calendar/no-day': error<NameDetails>(
    'What should be a day is none.',
    ({ name }) => `"${name}" stands on no calendar.`,
    () => 'Write month and day (12-25), or a whole date (2026-04-02).',
  ),
  'calendar/ends-before': error<{ from: string; to: string }>(
    'Hours end before they begin.',
    ({ from, to }) => `What begins at ${from} cannot end at ${to}.`,
    () => 'Write a later time, in 24 hours: 17:00.',
  ),
  'calendar/no-slot': error<{ from: string; to: string }>(
    'A slot is longer than the time that it is to fit into.',
    ({ from, to }) => `Nothing so long fits between ${from} and ${to}, so that nobody can book there.`,
    () => 'Make the slots shorter (`each`), or the time longer (`to`).',
  ),
  'calendar/never-ahead': error<{ notice: string; ahead: string }>(
    'The latest slot of a calendar lies before the soonest one.',
    ({ notice, ahead }) =>
      notice === ''
        ? `Nothing lies within ${ahead}, so that nothing can ever be booked here.`
        : `The soonest slot lies ${notice} ahead, the latest ${ahead}, so that nothing can ever be booked here.`,
    () => 'Make `ahead` longer than `notice`.',
  ),
  'calendar/never-open': error<{ closed: readonly string[]; working: readonly string[] }>(
    'A calendar is open only on days on which offices do not work.',
    ({ closed }) => `Offices do not work on ${closed.join(', ')}, so that nothing can ever be booked here.`,
    ({ working }) =>
      `Name days on which they work (${working.join(', ')}), or add the day to \`working\` in calendar/days.yaml.`,
  ),
  'calendar/closed-day': phrase<{ closed: readonly string[]; working: readonly string[] }>({
    severity: 'warning',
    summary: 'A calendar names a day on which offices do not work.',
    message: ({ closed }) =>
      `Offices do not work on ${closed.join(', ')}, so that nothing is offered on that day.`,
    remedy: () => 'Take the day out, or add it to `working` in calendar/days.yaml.',
  }),
  'calendar/outside-hours': phrase<{ from: string; to: string; opens: string; closes: string }>({
    severity: 'warning',
    summary: 'A calendar offers times at which offices are closed.',
    message: ({ from, to, opens, closes }) =>
      `From ${from} to ${to} offices are closed: they work from ${opens} to ${closes}.`,
    remedy: () =>
      "Write the time in 24 hours (one in the afternoon is '13:00'), or change `officeHours` in calendar/days.yaml.",
  }),
  'calendar/no-count': error<NameDetails>(
    "An office's places are not a whole number.",
    ({ name }) => `A calendar takes "${name}" for the number of its places, and this is no whole number.`,
    () => 'Write a number: 2.',
  ),
  'report/no-number': error<NameDetails>(
    'A sum of what is no number.',
    ({ name }) => `The answers to "${name}" are no numbers, so that they have no sum.`,
    () => 'Name a question whose answer is a number or money, or count the records.',
  ),
  'kind/preview-elsewhere': error<{ name: string; office: string; other: string }>(
    'A kind is previewed on the page of another office.',
    ({ name, office, other }) =>
      `"${name}" is a page of "${other}", and the kind belongs to "${office}", who could not open it.`,
    () => 'Name the preview of its own office, or correct `office`.',
  ),
  'effect/created-already': error<NameDetails>(
    'A step creates a record that the same step has created already.',
    ({ name }) =>
      `This creates no second "${name}": the step has just created one, and another is made only with answers of its own.`,
    () => 'Take it out, or give each of them answers with `data`.',
  ),
  'effect/bad-input': error<{ name: string; problem: string }>(
    'The input of an extension’s effect does not fit what it takes.',
    ({ name, problem }) => `The input of "${name}" does not fit: ${problem}.`,
    () => 'Write the input as the documentation of the extension describes it.',
  ),
  'effect/not-below': error<{ name: string; parent: string }>(
    'A record is to be made below one that it may not stand below.',
    ({ name, parent }) => `A record of type "${name}" does not stand below one of type "${parent}".`,
    ({ name, parent }) => `Write \`parent: ${parent}\` in records/${name}.yaml, or name another type.`,
  ),
  'effect/no-kind': error<NameDetails>(
    'What the kind issues is asked of a record that has no kind.',
    ({ name }) => `A record of type "${name}" has no kind that could issue a document.`,
    () => 'Name the document, or write `kind:` in the record type.',
  ),
  'effect/no-checklist': error<NameDetails>(
    'Items of a checklist are asked again in a record that has none.',
    ({ name }) => `A record of type "${name}" has no checklist.`,
    () => 'Write `checklist:` in the record type, or leave `askAgain` away.',
  ),
  'condition/every-of-none': error<NameDetails>(
    'A condition on every child says not how many there must be.',
    ({ name }) => `"every" is true at once where there is no "${name}" yet.`,
    () => 'Write `atLeast: 1` beside it, or `atLeast: 0` where none is as good.',
  ),
  'condition/not-of-relative': error<NameDetails>(
    'A condition asks of a record above or below what only that record itself knows.',
    ({ name }) =>
      `\`${name}\` would never be true here: of a record above or below, only its answers, state, office and owner are known.`,
    () =>
      'Count what stands below a record in a derived value of that record (`has-note: { exists: note }`), and ask for it outside `parent`: `fact: has-note, is: true`. Or let a transition of that record write the answer into a field.',
  ),
  'workflow/taken-name': error<NameDetails>(
    'A transition has the name of the one by which a clock is extended.',
    ({ name }) => `"${name}" is the step by which the clock is extended.`,
    () => 'Give the transition another name.',
  ),
  'workflow/duplicate': error<NameDetails>(
    'Two workflows are of one record type.',
    ({ name }) => `There already is a workflow of "${name}".`,
    () => 'A record type has one workflow: put the transitions together.',
  ),
  'kind/no-office': error<NameDetails>(
    'A requirement kind has no office.',
    ({ name }) => `Neither "${name}" nor its set says which office it belongs to.`,
    () => 'Write `office:` here or in set.yaml.',
  ),
  'kind/copied-path': phrase<{ name: string; takenBy: string; path: string }>({
    severity: 'warning',
    summary: 'A requirement kind was copied together with the path of the kind that it was copied from.',
    message: ({ name, takenBy, path }) =>
      `The path "${name}" is that of "${takenBy}"; this kind stands below "${path}", its own name.`,
    remedy: () => 'Remove `path:` and `aliases:` here.',
  }),
  'kind/no-rows': error<NameDetails>(
    'An item repeats for each row of an answer that has no rows.',
    ({ name }) => `"${name}" is no list and no whole number, so there is nothing to repeat for.`,
    () =>
      'Name an answer of the type `array` (a row for each), or of the type `integer` (as many as it says).',
  ),
  'kind/no-records': error<{ name: string; type: string }>(
    'An item repeats for records that nobody who is asked for it has a part in.',
    ({ name, type }) =>
      `Whoever files a ${type} has no part in a ${name}, and a ${name} stands below nothing of it.`,
    ({ name }) =>
      `Name a record type that stands below, or give the owner a part in ${name} (its \`parties\`).`,
  ),
  'lookup/no-label': error<NameDetails>(
    'The form of a lookup that is kept does not ask for `label`, or asks for `value`.',
    ({ name }) =>
      `The form "${name}" must ask for \`label\`, and not for \`value\`: that is made of the label, once.`,
    () => 'Write a question `label` of the type `string`, required; leave `value` out.',
  ),
  'list/no-filter': error<NameDetails>(
    'A list is filtered by what it cannot be filtered by.',
    ({ name }) => `This list cannot be filtered by "${name}".`,
    () =>
      `Name ${filterColumns.map((name) => `\`${name}\``).join(', ')} or a question of its form; or one of these of a record above it, behind its type and a dot.`,
  ),
  'list/no-sort': error<NameDetails>(
    'A list is sorted by what has no order, or by what not every reader sees.',
    ({ name }) => `This list cannot be sorted by "${name}".`,
    () =>
      `Name ${sortColumns.map((name) => `\`${name}\``).join(', ')}, a derived value, or a question of its form without a \`read\` of its own; or one of these of a record above it, behind its type and a dot.`,
  ),
  'lookup/not-kept': error<NameDetails>(
    'A page keeps a lookup that says nobody may.',
    ({ name }) => `The lookup "${name}" does not say who keeps it.`,
    () =>
      'Write `edit: { by: …, form: … }` into its file, or `public: true` for a page that only lists its rows.',
  ),
  'kind/duplicate-item': error<NameDetails>(
    'Two items of a checklist have one id.',
    ({ name }) => `The checklist already has an item "${name}".`,
    () => 'Give one of them an `id` of its own.',
  ),
  'lookup/duplicate-value': error<NameDetails>(
    'A lookup has a value twice.',
    ({ name }) => `The value "${name}" stands in this lookup twice.`,
    () => 'Remove one of the rows.',
  ),
};
