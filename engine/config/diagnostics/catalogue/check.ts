/** Diagnostics of the reachability checks: routes, states, transitions, flags and examples. */
import type { Place } from '../../../portal/model/place.ts';
import type { WeakPair } from '../../../portal/theme/drawn-pairs.ts';
import { phrase, type Phrase, type NameDetails } from '../phrase.ts';

export interface Journey {
  /** The visitor, such as `a visitor without an account`. */
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

export interface ClosingRule {
  /** The rule of a guard that closes the page, if one does. */
  readonly refusedBy: Place | null;
}

export interface WeakColour {
  readonly name: string;
  readonly faintest: WeakPair;
  /** How many other pairs have too little contrast as well. */
  readonly others: number;
  /** The nearest colour with enough contrast, or null. */
  readonly nearest: string | null;
}

export interface EarlyGuardDetails {
  readonly asking: string;
  readonly to: string | null;
  readonly who: string | null;
}

export const checkPhrases = {
  'portal/weak-colour': phrase<WeakColour>({
    severity: 'error',
    summary: 'A colour of the theme has too little contrast somewhere in the portal.',
    message: ({ name, faintest, others }) => {
      const { what, scheme, contrast, front, back, least } = faintest;
      const more = others === 0 ? '' : ` ${others} more ${others === 1 ? 'pair is' : 'pairs are'} too faint.`;
      return `With \`${name}\`, ${what} has a contrast of ${rounded(contrast)}:1 in the ${scheme} scheme (${front} on ${back}), but needs ${least}:1.${more}`;
    },
    remedy: ({ nearest }) =>
      nearest === null
        ? 'Choose a darker or a lighter colour.'
        : `Write \`'${nearest}'\`, the nearest mixture with black or white that has enough contrast, or another colour.`,
  }),
  'route/redirect-loop': proof<Journey>(
    'error',
    'Pages redirect in a loop.',
    ({ who, through }) => `${who} is redirected in a loop: ${through.join(' → ')}.`,
    () => 'Let one of these pages open for them: give it a chain without the rule that redirects them.',
  ),
  'route/redirect-to-closed': proof<Journey>(
    'error',
    'A page redirects to a page that the visitor may not open.',
    ({ who, through }) =>
      `${who} is redirected to a page that is not found for them: ${through.join(' → ')}.`,
    () => 'Redirect them to a page that they may open, or answer "not found" at once.',
  ),
  'group/lacks-department': proof<{ name: string; members: readonly string[]; places: string }>(
    'error',
    'A group does not name a department, and errors follow from it.',
    ({ name, members, places }) =>
      `The group "${name}" does not name ${quoted(members)}. Errors follow in ${places}.`,
    ({ name, members }) =>
      `Add ${quoted(members)} to "${name}". If that does not belong there, remove ${quoted(members)} from these places.`,
  ),
  'route/early-guard': proof<NameDetails & EarlyGuardDetails>(
    'warning',
    'A guard refuses people before another guard that would ask them to sign in, or that sends them on from there.',
    ({ name, asking, to, who }) => {
      if (who !== null)
        return `"${name}" sends an account to ${to}, and "${asking}" sends it on from there. ${who} is sent twice.`;
      return to === null
        ? `"${name}" tells somebody who is signed out that there is no such page, before "${asking}" asks them to sign in.`
        : `"${name}" sends somebody who is signed out to ${to} before "${asking}" asks them to sign in, so they do not return to the page that they asked for.`;
    },
    ({ name, asking }) => `Write "${asking}" before "${name}".`,
  ),
  'route/no-new-password': proof<NameDetails>(
    'error',
    'No page sets the password that people ask for when they have forgotten theirs.',
    ({ name }) =>
      `"${name}" mails a link for a new password, but no page opens it: people who are signed out need one with \`does: new-password\` and a path without placeholders.`,
    () => 'Add a route with `screen: account`, `does: new-password` and `guards: [public]`.',
  ),
  'portal/editor-without-access': proof<NameDetails>(
    'error',
    'Somebody may edit the configuration in the workbench, but not open it.',
    ({ name }) =>
      `Accounts of "${name}" may edit the configuration, but \`access\` does not let them into the workbench.`,
    () => 'Name them under `access` too, or narrow `edit`.',
  ),
  'record/no-workflow': proof<NameDetails>(
    'warning',
    'A record type has no workflow.',
    ({ name }) => `No workflow has \`of: ${name}\`, so a "${name}" has no states and no transitions.`,
    ({ name }) => `Add workflows/${name}.yaml, or restore it.`,
  ),
  'route/unreachable': proof<NameDetails & ClosingRule>(
    'error',
    'Nobody may open a route.',
    ({ name, refusedBy }) =>
      `Nobody may open "${name}": its guards refuse every department${refusedBy === null ? '' : `, the last one in ${refusedBy.file}:${refusedBy.line}`}.`,
    () => 'Check its chain and its area: one rule is never true, or two contradict each other.',
  ),
  'portal/closed-login': proof<NameDetails & ClosingRule>(
    'error',
    'The page to sign in does not open for people who are signed out.',
    ({ name, refusedBy }) =>
      `Nobody can sign in: "${name}" does not open for people who are signed out${refusedBy === null ? '' : `, because of the rule in ${refusedBy.file}:${refusedBy.line}`}.`,
    () =>
      'Give this page guards that let people in who are signed out, or name another page under `login` in portal.yaml.',
  ),
  'department/landing-closed': proof<NameDetails & ClosingRule & { readonly path: string }>(
    'error',
    'A department may not open its own landing.',
    ({ name, path, refusedBy }) =>
      `The department "${name}" may not open its landing ${path}${refusedBy === null ? '' : ` because of the rule in ${refusedBy.file}:${refusedBy.line}`}.`,
    () => 'Name a route of its own area that its chain allows.',
  ),
  'department/no-account-page': proof<NameDetails & { readonly setting: string; readonly does: string }>(
    'error',
    'A department lets its people change something of their account, but no page does it.',
    ({ name, setting, does }) =>
      `The department "${name}" has \`${setting}\`, but no page with \`does: ${does}\` is open to it.`,
    ({ setting, does }) =>
      `Add a route with \`screen: account\` and \`does: ${does}\` for it, or remove \`${setting}\`.`,
  ),
  'department/no-second-step-page': proof<NameDetails>(
    'error',
    'A department requires a second step of signing in, but no page sets it up.',
    ({ name }) =>
      `The department "${name}" requires a second step of signing in, but its landing \`secondStep\` is not a page that sets it up.`,
    () => 'Name a route with `screen: account` and `does: second-step` as `secondStep` of its landings.',
  ),
  'department/second-step-not-asked': proof<NameDetails & { readonly route: string }>(
    'error',
    'A page opens although the department requires a second step of signing in.',
    ({ name, route }) =>
      `The department "${name}" requires a second step of signing in, but "${route}" opens for its accounts without one.`,
    () =>
      'Add a guard to the chain of the route: `require: { not: { can: second_step_due } }` with `otherwise: { go: secondStep }`.',
  ),
  'department/no-constant': proof<NameDetails & { readonly office: string; readonly asker: string }>(
    'warning',
    'An office lacks a constant that a clock or a calendar needs.',
    ({ name, office, asker }) => `The office "${office}" has no constant "${name}", which ${asker} needs.`,
    ({ name }) => `Add \`${name}: …\` under its \`constants\`, as the other offices have it.`,
  ),
  'workflow/unreached-state': proof<NameDetails & { readonly after: readonly string[] }>(
    'error',
    'No transition leads to a state.',
    ({ name, after }) =>
      `No record can reach the state "${name}"${after.length > 0 ? `, nor the states after it: ${quoted(after)}` : ''}.`,
    () => 'Add a transition to it, or remove the state.',
  ),
  'workflow/never-ends': proof<{ readonly names: readonly string[] }>(
    'error',
    'A group of states never leads to an end.',
    ({ names }) => `A record that reaches ${quoted(names, 'or')} can never reach an end.`,
    () =>
      'Add a transition to a final state, or write `settled: true` for a state where the record may stay.',
  ),
  'workflow/no-way-out': proof<NameDetails & { readonly swapped: string | null }>(
    'error',
    'A state is dead: no transition leaves it.',
    ({ name }) => `A record in the state "${name}" can never leave it.`,
    ({ swapped }) =>
      swapped === null
        ? 'Add a transition from it, or write `final: true`, or `settled: true` for a good end.'
        : `Did you mean "${swapped}" the other way round? It leads here from a state that no record can reach.`,
  ),
  'workflow/nobody': proof<NameDetails>(
    'error',
    'Nobody can take a transition.',
    ({ name }) => `Nobody can ever take the transition "${name}".`,
    () => 'Check `by`: its parts contradict each other, or no department matches it.',
  ),
  'workflow/cannot-read': proof<{
    readonly names: readonly string[];
    readonly departments: readonly string[];
    readonly states: readonly string[];
  }>(
    'error',
    'A department may act on a record that it may not read.',
    ({ names, departments, states }) =>
      `People of ${quoted(departments)} may take ${quoted(names)} on a record in the state ${quoted(states, 'or')}, but may not read it.`,
    () => 'Widen `access.read` of the record type, or narrow `by`.',
  ),
  'flag/nobody-has': proof<{ flag: string; names: readonly string[] }>(
    'error',
    'A guard or a transition requires a flag that nobody can have.',
    ({ flag, names }) =>
      `Nobody can ever have the flag "${flag}", which ${some(names)} ${names.length === 1 ? 'requires' : 'require'}: no account starts with it, and nobody may grant it.`,
    () =>
      'Name who grants it (`grantedBy: { department: … }`), let accounts start with it (`default: true`), or do not require it.',
  ),
  'flag/never-given': proof<{ flag: string; names: readonly string[] }>(
    'warning',
    'A guard or a transition requires a flag that new accounts never get.',
    ({ flag, names }) =>
      `No account that is created in the portal ever gets the flag "${flag}", which ${some(names)} ${names.length === 1 ? 'requires' : 'require'}.`,
    () =>
      'Name who grants it (`grantedBy: { department: … }`), or let new accounts start with it (`initial: true`).',
  ),
  'flag/self-promotion': proof<{ flags: readonly string[]; department: string; name: string }>(
    'error',
    'A department can grant itself a right.',
    ({ flags, department, name }) =>
      `"${department}" grants ${flags.length === 1 ? 'the flag' : 'the flags'} ${flags.map((one) => `"${one}"`).join(', then ')} and may take "${name}" with ${flags.length === 1 ? 'it' : 'the last'}: it could promote itself.`,
    ({ flags }) =>
      `Let another department grant ${flags.length === 1 ? 'the flag' : 'one of the flags'}, or remove the flag from \`by\`.`,
  ),
  'lookup/no-page': proof<NameDetails>(
    'error',
    'Nobody has the pages to edit a lookup.',
    ({ name }) =>
      `Nobody who may edit the lookup "${name}" can open both a page that lists its rows and a page that changes them.`,
    ({ name }) =>
      `Add routes with \`of: lookup/${name}\` in the area of its editors: \`screen: list\`, and \`screen: form\` with a parameter in its path.`,
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
    () => 'Make the form stricter, or move it to `examples`.',
  ),
  'kind/vague-counter-example': proof<NameDetails & { readonly problems: readonly string[] }>(
    'warning',
    'A counterexample is wrong in more than one way.',
    ({ name, problems }) =>
      `A counterexample of "${name}" is wrong in ${problems.length} ways: ${problems.join('; ')}.`,
    () => 'Keep one fault in each counterexample, so that it tests one rule of the form.',
  ),
  'kind/waits-for-itself': proof<{ circle: readonly string[] }>(
    'error',
    'Requirement kinds wait for each other in a cycle.',
    ({ circle }) => `On a first application these kinds wait for each other: ${circle.join(' → ')}.`,
    () =>
      'Make one of the papers `optional` or `from: previous`, or add a `when` that excludes a first application.',
  ),
  'paper/unreadable-picture': phrase<{ kind: string }>({
    severity: 'error',
    summary: 'A paper allows an image format that the server cannot decode.',
    message: ({ kind }) => `The server cannot decode "${kind}" images, so it would refuse every one.`,
    remedy: () =>
      'Use jpg, jpeg, png, webp, gif or tiff. A phone sends its photos as JPG if the page asks for that.',
  }),
  'paper/unused': proof<NameDetails>(
    'warning',
    'No checklist asks for a paper.',
    ({ name }) => `No checklist asks for the paper "${name}".`,
    () => 'Ask for it in a requirement kind, or remove it.',
  ),
};

/** Quotes the names and lists them, such as `"a", "b" and "c"`. */
export function quoted(names: readonly string[], word: 'and' | 'or' = 'and'): string {
  return listed(
    names.map((name) => `"${name}"`),
    word,
  );
}

function listed(words: readonly string[], word: 'and' | 'or'): string {
  return new Intl.ListFormat('en-GB', { type: word === 'and' ? 'conjunction' : 'disjunction' }).format(words);
}

/** Lists the first three names and counts the others. */
function some(names: readonly string[]): string {
  const rest = names.length > 3 ? [`${names.length - 3} more`] : [];
  return listed([...names.slice(0, 3), ...rest], 'and');
}

/** Rounded down, so that a contrast below the limit never reads as the limit. */
function rounded(contrast: number): string {
  return (Math.floor(contrast * 100) / 100).toFixed(2);
}
