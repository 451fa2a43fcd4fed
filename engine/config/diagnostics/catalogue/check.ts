/** Diagnostics of the proofs: everything refers to something, and still somebody would stand before a closed door. */
import { phrase, type Phrase, type NameDetails } from '../phrase.ts';

export interface Journey {
  /** Who goes there, in words. */
  readonly who: string;
  /** The addresses, in order. */
  readonly through: readonly string[];
}

export function proof<D>(
  severity: Phrase<D>['severity'],
  summary: string,
  message: (details: D) => string,
  remedy: (details: D) => string,
): Phrase<D> {
  return phrase<D>({ severity, summary, message, remedy });
}

export const checkPhrases = {
  'route/redirect-loop': proof<Journey>(
    'error',
    'Somebody is sent round in circles.',
    ({ who, through }) => `${who} is sent round in circles: ${through.join(' → ')}.`,
    () => 'Let one of these pages open for him: give it a chain without the rule that sends him on.',
  ),
  'route/redirect-to-closed': proof<Journey>(
    'error',
    'Somebody is sent to a page that does not open for him.',
    ({ who, through }) => `${who} is sent to a page that is not found: ${through.join(' → ')}.`,
    () => 'Send him to a page that he may open, or answer not found at once.',
  ),
  'route/unreachable': proof<NameDetails>(
    'error',
    'Nobody may open a route.',
    ({ name }) => `Nobody may open "${name}": its guards turn every department away.`,
    () => 'Look at its chain and its area: one of its rules can never hold, or two exclude each other.',
  ),
  'department/landing-closed': proof<{ name: string; path: string }>(
    'error',
    'A landing does not open for its own department.',
    ({ name, path }) => `The landing ${path} does not open for "${name}".`,
    () => 'Name a route of its own area, whose chain lets it in.',
  ),
  'department/no-constant': proof<NameDetails & { readonly office: string; readonly asker: string }>(
    'warning',
    'An office lacks a number or a time that a clock or a calendar asks of it.',
    ({ name, office, asker }) => `"${office}" has no constant "${name}", which ${asker} asks of its office.`,
    ({ name }) => `Write it under \`constants\`: \`${name}: …\`, as the other offices do.`,
  ),
  'workflow/unreached-state': proof<NameDetails & { readonly after: readonly string[] }>(
    'error',
    'No transition leads to a state.',
    ({ name, after }) =>
      `No record ever comes to the state "${name}"${after.length > 0 ? `, nor from there to ${quoted(after)}` : ''}.`,
    () => 'Add a transition to it, or remove the state.',
  ),
  'workflow/never-ends': proof<{ readonly names: readonly string[] }>(
    'error',
    'States lead only to one another, and to no end.',
    ({ names }) =>
      `A record that comes to ${quoted(names)} never comes to an end: it goes round there for ever.`,
    () => 'Add a transition that leads to an end, or say `settled: true` where the record may rest.',
  ),
  'workflow/no-way-out': proof<NameDetails>(
    'error',
    'A record stays in a state for ever.',
    ({ name }) => `A record that is "${name}" stays so for ever.`,
    () => 'Add a transition from it, or say `final: true`, or `settled: true` for a good end.',
  ),
  'workflow/nobody': proof<NameDetails>(
    'error',
    'Nobody can take a transition.',
    ({ name }) => `No visitor can ever take the transition "${name}".`,
    () => 'Look at `by`: its parts exclude each other, or no department can be what it asks for.',
  ),
  'workflow/cannot-read': proof<{
    readonly names: readonly string[];
    readonly department: string;
    readonly states: readonly string[];
  }>(
    'error',
    'Somebody who may act on a record may not read it.',
    ({ names, department, states }) =>
      `Somebody of "${department}" may take ${quoted(names)} of a record that is ${quoted(states)}, but may not read it.`,
    () => 'Widen `access.read` of the record type, or narrow `by`.',
  ),
  'flag/nobody-has': proof<{ flag: string; names: readonly string[] }>(
    'error',
    'A guard or a step waits for a flag that nobody can have.',
    ({ flag, names }) =>
      `Nobody can ever have "${flag}", for which ${some(names)} ${names.length === 1 ? 'waits' : 'wait'}: no account begins with it, and nobody may grant it.`,
    () =>
      'Write who grants it (`grantedBy: { department: … }`), let accounts begin with it (`default: true`), or do not ask for it.',
  ),
  'flag/never-given': proof<{ flag: string; names: readonly string[] }>(
    'warning',
    'A flag for which a guard or a step waits is never given to an account that is made in the portal.',
    ({ flag, names }) =>
      `No account that is made in the portal ever gets "${flag}", for which ${some(names)} ${names.length === 1 ? 'waits' : 'wait'}.`,
    () =>
      'Write who grants it (`grantedBy: { department: … }`), or let new accounts begin with it (`initial: true`).',
  ),
  'flag/self-promotion': proof<{ flags: readonly string[]; department: string; name: string }>(
    'error',
    'A department can give itself a right that it then uses.',
    ({ flags, department, name }) =>
      `"${department}" grants ${flags.length === 1 ? 'the flag' : 'the flags'} ${flags.map((one) => `"${one}"`).join(', then ')} and may take "${name}" with ${flags.length === 1 ? 'it' : 'the last'}: it could promote itself.`,
    ({ flags }) =>
      `Let another department grant ${flags.length === 1 ? 'the flag' : 'one of the flags'}, or take the flag out of \`by\`.`,
  ),
  'lookup/no-page': proof<NameDetails>(
    'error',
    'A lookup is to be kept by somebody who finds no page for that.',
    ({ name }) =>
      `Nobody who may keep "${name}" opens both a page that lists its rows and one that changes them.`,
    ({ name }) =>
      `Write routes with \`of: lookup/${name}\` in the area of who keeps it: \`screen: list\`, and \`screen: form\` with a parameter in its path.`,
  ),
  'kind/bad-example': proof<{ name: string; problem: string }>(
    'error',
    'An example does not satisfy its own form.',
    ({ name, problem }) => `An example of "${name}" does not satisfy its form: ${problem}.`,
    () => 'Correct the example, or the form.',
  ),
  'kind/good-counter-example': proof<NameDetails>(
    'error',
    'A counterexample satisfies the form.',
    ({ name }) => `A counterexample of "${name}" satisfies its form.`,
    () => 'Make the form refuse it, or move it to `examples`.',
  ),
  'kind/vague-counter-example': proof<NameDetails & { readonly problems: readonly string[] }>(
    'warning',
    'A counterexample is wrong in more than one way.',
    ({ name, problems }) =>
      `A counterexample of "${name}" is wrong in ${problems.length} ways: ${problems.join('; ')}.`,
    () => 'Leave one fault in each counterexample: with two nobody sees which of them the form refuses.',
  ),
  'kind/waits-for-itself': proof<{ circle: readonly string[] }>(
    'error',
    'Requirement kinds wait for one another in a circle.',
    ({ circle }) => `On a first application these wait for one another: ${circle.join(' → ')}.`,
    () =>
      'Make one of the papers `optional`, `from: previous`, or give it a `when` that leaves out a first application.',
  ),
  'paper/unreadable-picture': phrase<{ kind: string }>({
    severity: 'error',
    summary: 'A paper may be sent as a kind of picture that the server cannot decode.',
    message: ({ kind }) =>
      `Pictures of the kind "${kind}" cannot be decoded, so each of them would be refused.`,
    remedy: () =>
      'Name jpg, jpeg, png, webp, gif or tiff; a phone sends its photos as JPG where a page asks for that.',
  }),
  'paper/unused': proof<NameDetails>(
    'warning',
    'No checklist asks for a paper.',
    ({ name }) => `No checklist asks for the paper "${name}".`,
    () => 'Remove it, or ask for it in a kind.',
  ),
};

export function quoted(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ');
}

/** The first few of many. */
function some(names: readonly string[]): string {
  const shown = names.slice(0, 3).join(', ');
  return names.length > 3 ? `${shown} and ${names.length - 3} more` : shown;
}
