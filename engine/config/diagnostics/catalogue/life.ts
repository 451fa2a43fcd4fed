/** Diagnostics of workflows: actors, conditions, dead states, clocks, separation of duties, places and scanned codes. */
import { type NameDetails, phrase } from '../phrase.ts';
import { suggest } from '../nearest.ts';
import { proof, quoted } from './check.ts';

export interface PartyWithoutPage {
  readonly type: string;
  readonly role: string;
  readonly departments: readonly string[];
  /** Departments of the role with such a page. */
  readonly others: readonly string[];
  /** True if only the form for a new record is missing. */
  readonly isForm: boolean;
}

export const lifePhrases = {
  'workflow/still-there': proof<NameDetails>(
    'error',
    'A former name of a state is still a state.',
    ({ name }) => `"${name}" is listed as a former name, but this workflow still has a state of that name.`,
    () => 'Remove the name from `formerly`, or remove the state.',
  ),
  'workflow/left-after-the-end': proof<NameDetails>(
    'error',
    'A transition leaves a final state.',
    ({ name }) => `The state "${name}" is final, but a transition leaves it.`,
    () => 'Write `settled: true` instead of `final: true`, or remove the state from `from`.',
  ),
  'workflow/never-fires': proof<{ name: string; reason: string }>(
    'error',
    'A trigger can never be true.',
    ({ name, reason }) => `The trigger of "${name}" is never true: ${reason}.`,
    () => 'Add what the trigger waits for, or change its condition.',
  ),
  'workflow/created-again': proof<{ name: string; state: string; follower: string; target: string }>(
    'error',
    'A step leads back to the initial state, where the step that follows the creation of a record fires again.',
    ({ name, state, follower }) =>
      `"${name}" leads back to "${state}", where "${follower}" fires again as if the record had just been created.`,
    ({ name, target, follower }) =>
      `Lead "${name}" to another state, such as "${target}", or take \`created\` out of the trigger of "${follower}".`,
  ),
  'workflow/no-wait': proof<NameDetails>(
    'error',
    'A step, its link or a reminder waits for no time.',
    ({ name }) => `The time of "${name}" is zero.`,
    () =>
      'Write a longer time. A step that follows the creation of a record at once has `trigger: { created: true }`. What follows another step at once is an effect under its `then`.',
  ),
  'workflow/never-ready': proof<{ name: string; from: readonly string[]; reason: string | null }>(
    'error',
    'The `needs` of a transition can never be true.',
    ({ name, from, reason }) =>
      reason === null
        ? `The transition "${name}" is impossible: in ${quoted(from)} this condition contradicts its other conditions.`
        : `The transition "${name}" is impossible, because this condition is never true: ${reason}.`,
    ({ reason }) =>
      reason === null
        ? 'Remove one of the contradicting conditions, or change `from` to states in which all of them can be true.'
        : 'Remove or change this condition, or make what it waits for possible before this transition.',
  ),
  'workflow/no-page': proof<{ names: readonly string[]; type: string; departments: readonly string[] }>(
    'error',
    'A department may take a transition, but has no page for it.',
    ({ names, type, departments }) =>
      `${quoted(departments)} may take ${quoted(names)}, but no page that they can open shows a single "${type}".`,
    ({ type }) =>
      `Add a route in their area with \`screen: record\` (or \`checklist\`), \`of: ${type}\` and a parameter that names the ${type}.`,
  ),
  'record/no-page': proof<PartyWithoutPage>(
    'error',
    'A department of a party has no page for its records, although another department of the party has one.',
    ({ type, role, departments, others, isForm }) =>
      `${quoted(departments)} may be the "${role}" of a "${type}" as ${quoted(others)} may, but has no page ${isForm ? 'to begin one' : 'for it'} like this one.`,
    ({ departments, role }) =>
      `Name ${quoted(departments)} in \`forEach\` of this page, write another page, or remove ${quoted(departments)} from "${role}" and from \`create\`.`,
  ),
  'record/unseen-by-party': proof<PartyWithoutPage>(
    'warning',
    'A department of a party sees none of its records, although another department of the party does.',
    ({ type, role, departments, others }) =>
      `${quoted(departments)} may be the "${role}" of a "${type}" as ${quoted(others)} may, but no page shows it like this one.`,
    ({ departments, role }) =>
      `Name ${quoted(departments)} in \`forEach\` of this page, write another page, or remove ${quoted(departments)} from "${role}".`,
  ),
  'workflow/no-list': proof<{
    names: readonly string[];
    type: string;
    departments: readonly string[];
    /** The only list on their pages; null if there are several or none. */
    list: string | null;
  }>(
    'error',
    'A record waits for a department, but none of its lists shows the record.',
    ({ names, type, departments, list }) =>
      `A "${type}" in the state ${quoted(names, 'or')} waits for ${quoted(departments)}, but ${list === null ? 'no list on their pages' : `their only list, "${list}", does not`} always ${list === null ? 'shows' : 'show'} it.`,
    ({ list }) =>
      list === null
        ? 'Add a list with this state to one of their routes, or widen the `where` of an existing list.'
        : 'Widen the `where` of this list, or add another list to one of their routes.',
  ),
  'workflow/stuck': proof<{
    name: string;
    type: string;
    end: string;
    isHalf: boolean;
    /** The states to which no step leads. */
    unreached: readonly string[];
  }>(
    'error',
    'A record is stuck, or can no longer end well, when one of its children ends.',
    ({ name, type, end, isHalf }) =>
      `A record in the state "${name}" ${isHalf ? 'can no longer come to a good end' : 'is stuck'} when a "${type}" below it ends as "${end}".`,
    ({ end, unreached }) =>
      `Accept "${end}" in the condition too, or add a transition that a person or a clock can take${unreached.length === 0 ? '' : `, such as one to ${quoted(unreached, 'or')}, where no transition leads`}.`,
  ),
  'workflow/uncounted-end': proof<{ name: string; type: string; end: string }>(
    'warning',
    'A record can no longer end well when one of its children ends in a neutral way.',
    ({ name, type, end }) =>
      `A record in the state "${name}" can no longer come to a good end when a "${type}" below it ends as "${end}", which is neither a good nor a bad end.`,
    ({ end }) =>
      `Accept "${end}" in the condition too. If such an end must keep the record from a good end, give "${end}" the tone \`warning\` or \`bad\`.`,
  ),
  'workflow/cannot-act': proof<{ name: string; departments: readonly string[] }>(
    'warning',
    'A state waits for an office that cannot act in it.',
    ({ name, departments }) =>
      `The state "${name}" waits for ${quoted(departments)}, but they can do nothing in it.`,
    () => 'Name in `waitsFor` who can act, or add a transition that they can take.',
  ),
  'workflow/reads-shown': proof<{ name: string; step: string; from: string }>(
    'error',
    'A transition reads a field that is only shown from another record.',
    ({ name, step, from }) =>
      `The transition "${step}" reads "${name}", which nobody fills in here: the form shows it from "${from}".`,
    ({ from }) => `Read \`${from}\` itself.`,
  ),
  'record/prefill-differs': proof<{ from: string; names: readonly string[] }>(
    'warning',
    'A record copies answers from questions of another shape.',
    ({ from, names }) =>
      `The form of "${from}" defines ${quoted(names)} differently, so its answers may not be valid here.`,
    () => 'Define the questions alike in both forms, or list them under `except`.',
  ),
  'record/never-filled': proof<{ name: string; departments: readonly string[] }>(
    'error',
    'A department must answer a question, but can never change the record.',
    ({ name, departments }) =>
      `${quoted(departments)} must fill in "${name}", but may not change the record in any state.`,
    () =>
      'Allow them in `access.update` for a state that waits for them, or move the question to the `input` of a transition.',
  ),
  'record/never-corrected': proof<{ name: string; step: string; from: readonly string[] }>(
    'error',
    'A transition needs a complete form, but nobody may change the record before it.',
    ({ name, step, from }) =>
      `The transition "${step}" needs a complete form, but nobody may fill in or correct a "${name}" in ${quoted(from, 'or')}.`,
    ({ from }) =>
      `Say under \`access.update\` who may change the record in ${quoted(from, 'or')}, such as \`{ party: owner, state: [${from.join(', ')}] }\`.`,
  ),
  'record/owner-cannot-correct': proof<{ step: string; states: readonly string[] }>(
    'error',
    'A state waits for the owner to correct the record, but they may change nothing in it.',
    ({ step, states }) =>
      `The owner sends the record from ${quoted(states, 'or')} with "${step}", but may change neither its answers nor its papers there.`,
    ({ states }) =>
      `Add ${quoted(states)} to the states of \`access.update\`, or name another role in \`waitsFor\`.`,
  ),
  'effect/leaves-out': proof<{ name: string; names: readonly string[] }>(
    'error',
    'A step creates a record without an answer that its form requires, and nobody may add it later.',
    ({ name, names }) =>
      `This creates a "${name}" without ${quoted(names)}, which its form requires, and nobody may change it afterwards.`,
    () =>
      'Set the answer under `data`, make the question optional, or say under `access.update` who answers it.',
  ),
  'record/never-created': proof<NameDetails>(
    'error',
    'Nobody may create a record of a type, and no transition creates one.',
    ({ name }) => `There can be no "${name}": nobody may create one, and no transition does.`,
    ({ name }) =>
      `Say under \`access.create\` who may create it, or create it with a transition (\`create: ${name}\`).`,
  ),
  'record/nobody-begins': proof<{ name: string; parents: readonly string[]; who: readonly string[] }>(
    'error',
    'A department may create a record, but sees no parent to create it below.',
    ({ name, parents, who }) =>
      `${quoted(who)} may create "${name}", but there is no state in which they see a ${quoted(parents, 'or')} to create it below.`,
    ({ parents }) =>
      `Name them under \`access.below\` of ${quoted(parents)}, for a state in which they see it (\`read\`, \`summary\` or \`public\`) and \`create\` allows it; or remove them from \`create\`.`,
  ),
  'unit/not-asked': proof<{ what: string; type: string; departments: readonly string[] }>(
    'error',
    'Accounts of one unit can open the records of another unit.',
    ({ what, type, departments }) =>
      `In ${quoted(departments)} every unit can open the "${type}" records of all other units: ${what} does not check the unit.`,
    () =>
      'Write `unit: own` beside `office: own`, and `unit` in the record type (`unit: parent` if its parent has one). If the units share records, write `unit: any`.',
  ),
  'unit/not-said': proof<{ what: string; type: string }>(
    'error',
    'A rule checks the unit of records that have none.',
    ({ what, type }) => `The rule ${what} has \`unit: own\`, but no "${type}" belongs to a unit.`,
    () =>
      'Add `unit: { field: … }` to the record type, with the field that names the unit, or `unit: parent`.',
  ),
  'verified/for-good': proof<{ type: string; states: readonly string[] }>(
    'error',
    'An owner may change a verified record, but cannot have it verified again.',
    ({ type, states }) =>
      `The owner of a "${type}" that is ${quoted(states, 'or')} may change it, but cannot move it to a state in which the verified answers can be changed.`,
    () =>
      'Add a transition for the owner to a state outside `verified`, from which an office verifies the record again.',
  ),
  'verified/by-the-owner': proof<{ name: string; type: string; states: readonly string[] }>(
    'error',
    'The owner of a record can verify it alone.',
    ({ name, type, states }) =>
      `The owner may take "${name}", and a "${type}" in the state ${quoted(states, 'or')} counts as verified.`,
    () =>
      'Let another department or the holder of a `link` take the transition, or lead it to a state that waits for them.',
  ),
  'verified/not-said': proof<{ type: string; states: readonly string[] }>(
    'warning',
    'The owner of a record may change verified answers.',
    ({ type, states }) =>
      `A "${type}" in the state ${quoted(states, 'or')} is verified, but its owner may change every answer.`,
    () => 'List the state and the fields under `verified`, or remove the state from `access.update`.',
  ),
  'verified/papers-unseen': proof<{ name: string; type: string }>(
    'warning',
    'Changed answers count as verified before their papers are accepted.',
    ({ name, type }) =>
      `After "${name}" a "${type}" counts as verified, even if its checklist asks for papers again because answers changed.`,
    () => 'Add `checklist: passed` to `needs` of the transition.',
  ),
  'effect/asked-in-vain': proof<{ name: string; states: readonly string[] }>(
    'error',
    'A transition asks for items again, but the owner can never upload them.',
    ({ name, states }) =>
      `The transition "${name}" asks for papers again, but from ${quoted(states, 'or')} the record does not return to its owner before a transition that needs them.`,
    () =>
      'Lead the transition to a state with `waitsFor: owner`, or to a state from which such a state can be reached.',
  ),
  'record/draft-of-nobody': proof<{ name: string; state: string }>(
    'error',
    'A visitor without an account may start a draft, but can never submit it.',
    ({ name, state }) =>
      `A visitor without an account may start a "${name}". It has no owner, but waits for one in "${state}".`,
    ({ name }) =>
      `Choose an \`initial\` state that waits for an office, let people without an account take the step out of it (\`by: { any: [{ party: owner }, { signedIn: false }] }\`), or create an account with the record: \`account\` of "${name}".`,
  ),
  'record/draft-of-another': proof<{ name: string; who: readonly string[]; state: string }>(
    'error',
    'A department may start a draft that belongs to somebody else, and can never see or send it.',
    ({ name, who, state }) =>
      `${quoted(who)} may create a "${name}", but do not own it: in "${state}" only its owner sees it, and they may not send it at once.`,
    ({ name }) =>
      `Let them take the step out of the first state too, which then sends it at once: \`by: { any: [{ party: owner }, { office: own }] }\`; or name them as \`owner\` under \`parties\` of "${name}".`,
  ),
  'workflow/approves-own': proof<{ name: string; filing: string; who: string }>(
    'error',
    'Somebody may approve a record that they filed.',
    ({ name, filing, who }) =>
      `The same account of "${who}" may take "${filing}" and later "${name}" on one record.`,
    ({ filing }) =>
      `Add \`not: { did: ${filing} }\` to \`by\`, or write \`approves: own\` if this is intended.`,
  ),
  'workflow/never-did': proof<{ name: string; reason: string }>(
    'error',
    'A rule with `did` asks for a step that its people cannot have taken.',
    ({ name, reason }) => `\`did: ${name}\` is never true here: ${reason}.`,
    () => 'Name a step that people of this rule can take before, or remove `did`.',
  ),
  'workflow/circle': proof<{ circle: readonly string[] }>(
    'error',
    'Automatic transitions form a cycle.',
    ({ circle }) => `These automatic transitions form a cycle: ${[...circle, circle[0]].join(' → ')}.`,
    () => 'Let people take one of them, delay it with `after`, or add a condition that excludes the others.',
  ),
  'clock/does-not-fit': proof<{ name: string; limit: string; needed: string; through: readonly string[] }>(
    'warning',
    'A record may wait longer than its own clock allows.',
    ({ name, limit, needed, through }) =>
      `The clock "${name}" allows at most ${limit}, but the record may wait ${needed}: ${through.join(', then ')}.`,
    () => 'Shorten the inner clocks, lengthen this one, or pause it in the states that wait.',
  ),
  'clock/never-pauses': proof<{ name: string; reason: string }>(
    'error',
    'A clock can never pause.',
    ({ name, reason }) => `The clock "${name}" never pauses for this: ${reason}.`,
    () =>
      'Name a state that follows the start of the clock. Of children, name a type directly below this one, and a role that one of its states waits for after submission.',
  ),
  'clock/date-too-late': proof<{ name: string; step: string }>(
    'error',
    'A clock counts from an answer that is given only after the clock has ended.',
    ({ name, step }) =>
      `The clock "${name}" counts from an answer of the transition "${step}", which is possible only after the clock has ended.`,
    () =>
      'Count from a date that is known earlier, or allow the transition before a final state or a state under `stops`.',
  ),
  'clock/date-never-known': proof<{ name: string; reason: string }>(
    'error',
    'A clock counts from a date that no record ever has.',
    ({ name, reason }) => `The clock "${name}" never starts: ${reason}.`,
    () =>
      'Count from the field that has the date, in this record or one above it, or let somebody answer the question.',
  ),
  'clock/no-time': proof<object>(
    'error',
    'A clock runs out as soon as it starts.',
    () => 'The clock has no time: it runs out as soon as it starts.',
    () => 'Write how long it runs, such as `3 working days`.',
  ),
  'clock/warns-at-once': proof<{ name: string; limit: string }>(
    'warning',
    'A clock sends its warning as soon as it starts.',
    ({ name, limit }) =>
      `The clock "${name}" runs for at most ${limit}, so its warning is sent as soon as it starts.`,
    () => 'Write a shorter time in `warn.before`.',
  ),
  'kind/no-document': proof<{ name: string; issues: string; choices: readonly string[] }>(
    'error',
    'A kind issues a document that does not exist.',
    ({ name, issues }) => `The kind "${name}" issues the document "${issues}", which does not exist.`,
    ({ issues, choices }) =>
      `Add documents/${issues}.yaml, or name another document. ${suggest(issues, choices, 'Documents')}`,
  ),
  'kind/never-issues': proof<{ name: string; issues: string }>(
    'warning',
    'A kind has a document that no step issues.',
    ({ name, issues }) => `No step of the records of "${name}", or of the records above, issues "${issues}".`,
    () => 'Write `{ document: { of: kind } }` under `then` of the step that issues it, or remove `issues`.',
  ),
  'notice/unused': unused('No transition sends a notice.', 'No transition sends the notice'),
  'document/unused': unused('Nothing issues a document.', 'Nothing issues the document'),
  'fee/unused': unused('Nothing uses a fee schedule.', 'Nothing uses the fee schedule'),
  'calendar/unused': unused('Nothing uses a calendar.', 'Nothing uses the calendar'),
  'workflow/nobody-scans': phrase<{ type: string }>({
    severity: 'error',
    summary: 'A step is taken by scanning a code, but nobody could scan it.',
    message: ({ type }) =>
      `\`scan\` needs a step with \`by\`, and a "${type}" with an \`office\` whose people scan the code.`,
    remedy: () => 'Add what is missing, or remove `scan`.',
  }),
  'effect/pick-in-vain': phrase<{ name: string }>({
    severity: 'error',
    summary: 'A step chooses the owners of a list, but nothing is created for them.',
    message: ({ name }) => `The transition "${name}" chooses owners, and no effect uses them.`,
    remedy: () => 'Add `{ create: TYPE, forEach: { input: pick } }` under `then`, or remove `pick`.',
  }),
  'condition/no-capacity': phrase<{ type: string }>({
    severity: 'error',
    summary: 'A condition asks for a free place, but no record above has places.',
    message: ({ type }) =>
      `\`place\` has no meaning for a "${type}": no record above it has \`capacity\` for its type.`,
    remedy: ({ type }) => `Add \`capacity: { of: ${type}, places, state }\` to the record type above it.`,
  }),
  'capacity/initial': phrase<{ name: string; type: string }>({
    severity: 'error',
    summary: 'Records would have a place as soon as they exist.',
    message: ({ name, type }) =>
      `A "${type}" begins in the state "${name}", so its place would be taken without a step that can be refused.`,
    remedy: () => 'Leave out the initial state, and let a transition lead to the state that takes the place.',
  }),
  'capacity/name-taken': phrase<NameDetails>({
    severity: 'error',
    summary: 'A derived value has a name that `capacity` uses.',
    message: ({ name }) => `"${name}" is a derived value that \`capacity\` adds.`,
    remedy: () => 'Give your derived value another name.',
  }),
};

function unused(summary: string, start: string) {
  return proof<NameDetails>(
    'warning',
    summary,
    ({ name }) => `${start} "${name}".`,
    () => 'Use it in a workflow, or remove the file.',
  );
}
