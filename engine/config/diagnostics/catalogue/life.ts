/** Diagnostics of the proofs over workflows: everybody can act, everything comes true, and what happens by itself ends. */
import type { NameDetails } from '../phrase.ts';
import { suggest } from '../nearest.ts';
import { proof, quoted } from './check.ts';

export const lifePhrases = {
  'workflow/still-there': proof<NameDetails>(
    'error',
    'A former name of a state is still a state.',
    ({ name }) => `"${name}" is still a state of this workflow, so it is no former name of another.`,
    () => 'Take it out of `formerly`, or take the state away.',
  ),
  'workflow/left-after-the-end': proof<NameDetails>(
    'error',
    'A transition leads out of a final state.',
    ({ name }) => `"${name}" is final, and a transition leads out of it.`,
    () => 'Say `settled: true` instead of `final: true`, or take the state out of `from`.',
  ),
  'workflow/never-fires': proof<{ name: string; reason: string }>(
    'error',
    'A trigger can never come true.',
    ({ name, reason }) => `The trigger of "${name}" never comes true: ${reason}.`,
    () => 'Add what it waits for, or let it wait for something else.',
  ),
  'workflow/never-ready': proof<{ name: string; from: readonly string[]; reason: string | null }>(
    'error',
    'What a step needs can never be there.',
    ({ name, from, reason }) =>
      reason === null
        ? `"${name}" can never be taken: in ${quoted(from)} this is never true together with what else it needs.`
        : `"${name}" can never be taken, because of what it needs here: ${reason}.`,
    () =>
      'Take this out of `needs` or what excludes it, or let the step leave from the states in which it can be true.',
  ),
  'workflow/no-page': proof<{ names: readonly string[]; type: string; departments: readonly string[] }>(
    'error',
    'Somebody may take a transition, but has no page for it.',
    ({ names, type, departments }) =>
      `${quoted(departments)} may take ${quoted(names)}, and no open page of theirs shows one "${type}".`,
    ({ type }) =>
      `Add a route of theirs with \`screen: record\` (or \`checklist\`), \`of: ${type}\` and a parameter that names the ${type}.`,
  ),
  'workflow/no-list': proof<{ names: readonly string[]; type: string; departments: readonly string[] }>(
    'error',
    'A record waits for somebody who finds it in no list.',
    ({ names, type, departments }) =>
      `A "${type}" that is ${quoted(names)} waits for ${quoted(departments)}, and no list on a page of theirs is sure to show it.`,
    () => 'Put a list with this state on a route of theirs, or widen the `where` of one that is there.',
  ),
  'workflow/stuck': proof<{ name: string; type: string; end: string }>(
    'error',
    'A record waits for ever where one of its children ends badly.',
    ({ name, type, end }) =>
      `Where a "${type}" below it ends "${end}", a record that is "${name}" stays so for ever.`,
    ({ end }) => `Let the trigger accept "${end}" too, or add a transition that people or a clock may take.`,
  ),
  'workflow/cannot-act': proof<{ name: string; departments: readonly string[] }>(
    'warning',
    'A state waits for an office that can do nothing in it.',
    ({ name, departments }) => `"${name}" waits for ${quoted(departments)}, and nothing can be done there.`,
    () => 'Say in `waitsFor` who can, or let them take a step.',
  ),
  'workflow/reads-shown': proof<{ name: string; step: string; from: string }>(
    'error',
    'A step asks a field that is only shown from another record.',
    ({ name, step, from }) =>
      `"${step}" reads "${name}", which nobody fills in here: it is shown from "${from}".`,
    ({ from }) => `Read \`${from}\` itself.`,
  ),
  'record/prefill-differs': proof<{ from: string; names: readonly string[] }>(
    'warning',
    'Answers are taken over from questions that ask for something else.',
    ({ from, names }) => `A "${from}" asks ${quoted(names)} in another way: its answers may not fit here.`,
    () => 'Ask alike in both forms, or write the names under `except`.',
  ),
  'record/never-filled': proof<{ name: string; departments: readonly string[] }>(
    'error',
    'A question is for a department that can never answer it.',
    ({ name, departments }) =>
      `"${name}" is filled in by ${quoted(departments)}, and there is no state in which they may change the record.`,
    () =>
      'Let `access.update` hold for them in a state that waits for them, or ask it in the `input` of a step.',
  ),
  'record/nobody-begins': proof<{ name: string; parents: readonly string[]; who: readonly string[] }>(
    'error',
    'Somebody may create a record, but sees none below which they may begin it.',
    ({ name, parents, who }) =>
      `"${name}" may be created by ${quoted(who)}, but they see no ${quoted(parents)} below which they may begin one, in any of its states.`,
    ({ parents }) =>
      `Name them under \`access.below\` of ${quoted(parents)}, for a state in which they see it (\`read\`, \`summary\` or \`public\`) and \`create\` allows it; or take them out of \`create\`.`,
  ),
  'unit/not-asked': proof<{ what: string; type: string; departments: readonly string[] }>(
    'error',
    'Accounts of one unit reach the records of another.',
    ({ what, type, departments }) =>
      `In ${quoted(departments)} every unit reaches each "${type}" of every other unit: ${what} does not ask for the unit.`,
    () =>
      'Write `unit: own` beside `office: own` (and `unit` in the record type, `unit: parent` where it stands below a record with one), or `unit: any` where the units are meant to share.',
  ),
  'unit/not-said': proof<{ what: string; type: string }>(
    'error',
    'A rule asks for the unit of records that belong to none.',
    ({ what, type }) => `The rule ${what} asks for \`unit: own\`, and no "${type}" belongs to a unit.`,
    () =>
      'Write `unit: { field: … }` into the record type with the field that names the unit, or `unit: parent`.',
  ),
  'verified/for-good': proof<{ type: string; states: readonly string[] }>(
    'error',
    'Nothing asks for verification again.',
    ({ type, states }) =>
      `The owner of a "${type}" that is ${quoted(states)} may change it, and no step of theirs leads to a state in which the verified answers can be changed.`,
    () => 'Add a step of the owner to a state outside `verified`, from which the record is verified again.',
  ),
  'verified/by-the-owner': proof<{ name: string; type: string; states: readonly string[] }>(
    'error',
    'The owner of a record verifies it alone.',
    ({ name, type, states }) =>
      `The owner may take "${name}", and a "${type}" that is ${quoted(states)} counts as verified.`,
    () =>
      'Let somebody else take the step, or the holder of a `link`; or lead it to a state that waits for them.',
  ),
  'verified/not-said': proof<{ type: string; states: readonly string[] }>(
    'warning',
    'The owner of an account may rewrite what was verified.',
    ({ type, states }) =>
      `A "${type}" that is ${quoted(states)} was verified, and its owner may change every answer.`,
    () => 'Name the state and the fields under `verified`, or take the state out of `access.update`.',
  ),
  'verified/papers-unseen': proof<{ name: string; type: string }>(
    'warning',
    'Changed answers count as verified without the papers that prove them.',
    ({ name, type }) =>
      `After "${name}" a "${type}" counts as verified, also while papers of its checklist are asked for again because its answers changed.`,
    () => 'Write `checklist: passed` under `needs` of the step.',
  ),
  'effect/asked-in-vain': proof<{ name: string; states: readonly string[] }>(
    'error',
    'Items are asked again of an owner who can never send them.',
    ({ name, states }) =>
      `"${name}" asks for papers again, and from ${quoted(states)} the record does not come to its owner before a step that needs them.`,
    () =>
      'Lead the step to a state with `waitsFor: owner`, or to one from which there is a step to such a state.',
  ),
  'record/draft-of-nobody': proof<{ name: string; state: string }>(
    'error',
    'Somebody without an account may begin a draft, and can never send it.',
    ({ name, state }) =>
      `Somebody without an account may begin a "${name}", which waits for its owner in "${state}" and has none.`,
    ({ name }) =>
      `Let \`initial\` of its workflow be a state that waits for an office, or open an account with it: \`account\` of "${name}".`,
  ),
  'list/nothing-public': proof<{ name: string; list: string | null }>(
    'error',
    'A list stands on a page that opens without an account, and shows nothing there.',
    ({ name, list }) =>
      list === null
        ? `This page opens without an account, and nobody without one may see any "${name}".`
        : `This page opens without an account, and "${list}" of "${name}" is always empty there: what its \`where\` asks for is true of no "${name}" that everybody may see.`,
    ({ list }) =>
      list === null
        ? 'Say what everybody may see: `access: { public: { when: …, fields: […] } }`, or give the page a chain that asks for sign-in.'
        : 'Widen `where` of the list, or `access.public.when`, or give the page a chain that asks for sign-in.',
  ),
  'list/hidden-column': proof<{ list: string; type: string; names: readonly string[] }>(
    'error',
    'A list on a page that opens without an account has columns, filters or an order that are hidden there.',
    ({ list, type, names }) =>
      `This page opens without an account, and "${list}" of "${type}" shows, filters or sorts by ${quoted(names)}, which stay hidden there.`,
    () =>
      'Add them to `access.public.fields`, or make a list of its own for this page that does without them.',
  ),
  'lookup/not-public': proof<{ name: string; who: readonly string[] }>(
    'error',
    'A page lists a lookup for somebody who may not read it.',
    ({ name, who }) =>
      `This page opens for ${quoted(who)}, and the lookup "${name}" is only for those who keep it.`,
    () => 'Write `public: true` into its file, or narrow the chain of the page to those who keep it.',
  ),
  'workflow/approves-own': proof<{ name: string; filing: string; who: string }>(
    'error',
    'Somebody may approve what he filed himself.',
    ({ name, filing, who }) =>
      `One account of "${who}" may take "${filing}" and later "${name}" of the same record.`,
    ({ filing }) => `Write \`not: { did: ${filing} }\` in \`by\`, or \`approves: own\` where that is meant.`,
  ),
  'workflow/circle': proof<{ circle: readonly string[] }>(
    'error',
    'What happens by itself goes round in circles.',
    ({ circle }) => `These follow one another without end: ${[...circle, circle[0]].join(' → ')}.`,
    () => 'Let one of them be taken by people, wait some time (`after`), or ask what excludes the others.',
  ),
  'clock/does-not-fit': proof<{ name: string; limit: string; needed: string; through: readonly string[] }>(
    'warning',
    'What a record waits for may take longer than its own clock allows.',
    ({ name, limit, needed, through }) =>
      `The clock "${name}" allows ${limit} at most, and what it waits for may take ${needed}: ${through.join(', then ')}.`,
    () => 'Shorten the inner clocks, lengthen this one, or let it pause in a state that waits.',
  ),
  'clock/never-pauses': proof<{ name: string; reason: string }>(
    'error',
    'A clock pauses for records that never wait.',
    ({ name, reason }) => `The clock "${name}" never pauses for this: ${reason}.`,
    () =>
      'Name a record type that stands directly below, and a role that one of its states waits for after it was sent.',
  ),
  'clock/date-too-late': proof<{ name: string; step: string }>(
    'error',
    'A clock counts from an answer that is given only when the clock has ended.',
    ({ name, step }) =>
      `The clock "${name}" counts from an answer of the step "${step}", which is taken only after the clock has ended.`,
    () =>
      'Count from a date that is known earlier, or let the step be taken before a state under `stops` or a final one.',
  ),
  'clock/date-never-known': proof<{ name: string; reason: string }>(
    'error',
    'A clock counts from a date that no record ever holds.',
    ({ name, reason }) => `The clock "${name}" never starts: ${reason}.`,
    () =>
      'Count from the field that holds the date, of this record or of one above it, or let somebody answer it.',
  ),
  'clock/warns-at-once': proof<{ name: string; limit: string }>(
    'warning',
    'A clock warns as long before its end as it runs at most.',
    ({ name, limit }) =>
      `The clock "${name}" runs ${limit} at most, so that its warning goes out as soon as it begins.`,
    () => 'Write a shorter time under `warn`, `before`.',
  ),
  'kind/no-document': proof<{ name: string; issues: string; choices: readonly string[] }>(
    'error',
    'A kind issues a document that does not exist.',
    ({ name, issues }) => `"${name}" issues "${issues}", and there is no such document.`,
    ({ issues, choices }) =>
      `Add documents/${issues}.yaml, or name another document. ${suggest(issues, choices, 'Documents')}`,
  ),
  'notice/unused': unused('No transition sends a notice.', 'No transition sends'),
  'document/unused': unused('Nothing issues a document.', 'Nothing issues'),
  'fee/unused': unused('Nothing assesses a fee schedule.', 'Nothing assesses'),
  'calendar/unused': unused('Nothing is booked in a calendar.', 'Nothing is booked in'),
};

function unused(summary: string, start: string) {
  return proof<NameDetails>(
    'warning',
    summary,
    ({ name }) => `${start} "${name}".`,
    () => 'Remove the file, or name it in a workflow.',
  );
}
