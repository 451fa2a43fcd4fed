/**
 * Diagnostics of people: the providers with which they sign in, what officers may delegate, steps that several take, and
 * records that people send without an account.
 */
import { type NameDetails, phrase } from '../phrase.ts';
import { proof, quoted } from './check.ts';
import type { PersonalName } from './document.ts';

export const accountPhrases = {
  'provider/duplicate-key': phrase<{ readonly key: string }>({
    severity: 'error',
    summary: 'Two providers have the same key.',
    message: ({ key }) => `Another provider already has the key "${key}".`,
    remedy: () => 'Give this provider another key. Its secret and its callback address are named after it.',
  }),
  'provider/no-second-step': phrase<{ readonly department: string }>({
    severity: 'error',
    summary: 'A department has no passwords, but requires a second step here.',
    message: ({ department }) =>
      `Nobody in "${department}" could set up the second step: the portal asks for the password first, and they have none.`,
    remedy: ({ department }) =>
      `Remove \`secondStep\` from departments/${department}.yaml and require the second step at the provider, or let the department have passwords.`,
  }),
  'provider/none-for-department': phrase<{ readonly departments: readonly string[] }>({
    severity: 'error',
    summary: 'A department has no passwords, and no provider serves it.',
    message: ({ departments }) =>
      `Nobody in ${departments.join(', ')} could sign in: they have no passwords, and no provider is for them.`,
    remedy: () => 'Add the department to `for` of a provider, or remove it from `withoutPassword`.',
  }),
  'provider/opens-elsewhere': phrase<{ readonly department: string; readonly key: string }>({
    severity: 'error',
    summary: 'A provider opens accounts in a department that it does not serve.',
    message: ({ department, key }) =>
      `The provider "${key}" opens accounts in "${department}", but its accounts may not sign in with it.`,
    remedy: ({ department }) => `Add "${department}" to \`for\`, or open the accounts in another department.`,
  }),
  'workflow/nobody-delegates': phrase<{}>({
    severity: 'error',
    summary: 'A step may be delegated, but nobody could name a deputy for it.',
    message: () => '`delegable` needs a step with `by`, and a department with `deputies`.',
    remedy: () => 'Add what is missing, or remove `delegable`.',
  }),
  'department/requesters-without-deputies': phrase<{}>({
    severity: 'error',
    summary: 'Requesters act for themselves, so their department has no deputies.',
    message: () => 'Only officers name deputies, and this department is of `kind: requester`.',
    remedy: () => 'Remove `deputies`.',
  }),
  'flag/nobody-passes-on': phrase<{}>({
    severity: 'error',
    summary: 'A flag may be passed to deputies, but nobody grants it.',
    message: () => '`delegable` needs a flag that is true or false, with `grantedBy`.',
    remedy: () => 'Add `grantedBy`, or remove `delegable`.',
  }),
};

export const quorumPhrases = {
  'quorum/too-large': phrase<{ name: string; needed: number; most: number; roles: string }>({
    severity: 'error',
    summary: 'A step needs more people than there are.',
    message: ({ name, needed, most, roles }) =>
      `The step "${name}" needs ${people(needed)} with the role (${roles}), but there are at most ${most}.`,
    remedy: () => 'Ask for fewer people, or assign the role to more people before this step.',
  }),
  'quorum/group-may-be-smaller': phrase<{ name: string; needed: number; least: number; roles: string }>({
    severity: 'error',
    summary: 'A step needs more people than there may be.',
    message: ({ name, needed, least, roles }) =>
      `The step "${name}" needs ${people(needed)} with the role (${roles}), but there may be only ${least}.`,
    remedy: ({ needed }) =>
      `Write \`many: ${Math.max(2, needed)}\` (exactly so many) or \`many: { atLeast: ${needed} }\` where they are chosen, and let no way lead past that step.`,
  }),
  'quorum/chosen-again': phrase<{ name: string; role: string; other: string; step: string }>({
    severity: 'error',
    summary: 'A step can choose somebody who has another role of a quorum already.',
    message: ({ name, role, other, step }) =>
      `"${name}" can choose a person as "${role}" who is "${other}" already. "${step}" then counts one person for both roles.`,
    remedy: ({ other }) => `Write \`not: { party: ${other} }\` in \`where\`.`,
  }),
  'quorum/open-group': phrase<{ name: string; asking: string }>({
    severity: 'error',
    summary: 'A step asks for everybody of a group whose size is not known.',
    message: ({ name, asking }) =>
      `${asking} has to know everybody who may take "${name}", but its \`by\` does not ask for a role of the record.`,
    remedy: () => 'Write `party:` in `by`, and assign the role to these people in an earlier step.',
  }),
  'quorum/narrowed-group': phrase<{ name: string; asking: string }>({
    severity: 'error',
    summary: 'A step asks for everybody with a role, but not all of them may take it.',
    message: ({ name, asking }) =>
      `${asking} counts everybody with the role, but the \`by\` of "${name}" lets only some of them take it.`,
    remedy: () =>
      'Write nothing but `party:` in `by`, and assign the role only to people who may take the step.',
  }),
  'quorum/by-link': phrase<{ name: string }>({
    severity: 'error',
    summary: 'A step with a quorum is taken by a link.',
    message: ({ name }) =>
      `Several people take "${name}", but who comes by a link has no account, so the portal cannot tell them apart.`,
    remedy: () => 'Let people with accounts take the step, or write one step for each address.',
  }),
  'quorum/last-answer': phrase<{ name: string }>({
    severity: 'error',
    summary: 'A step with a quorum stores an answer of one person.',
    message: ({ name }) =>
      `Several people take "${name}", but \`saves\`, \`books\` and \`pick\` keep the answer of the last one only.`,
    remedy: () => 'Remove the key. The history keeps what each person answers in `input`.',
  }),
  'quorum/no-way-on': phrase<{ name: string }>({
    severity: 'warning',
    summary: 'A record stays where it is if too few people take a step.',
    message: ({ name }) =>
      `If too few people take "${name}", nothing moves the record on: every way out of its state needs several people.`,
    remedy: () => 'Add a step with `trigger: { lapsed: CLOCK }` or `trigger: { unreachable: STEP }`.',
  }),
};

function people(count: number): string {
  return count === 1 ? '1 person' : `${count} people`;
}

export const followPhrases = {
  'follow/never-begun': proof<NameDetails>(
    'error',
    'A record type has a link for people without an account, who may not create such records.',
    ({ name }) => `Nobody without an account may create a "${name}", so nobody gets its link.`,
    ({ name }) =>
      `Remove \`follow\`, or let people without an account create a "${name}": \`create: { signedIn: false }\`.`,
  ),
  'follow/no-page': proof<NameDetails>(
    'error',
    'No public page opens the links of a record type.',
    ({ name }) => `The link to a "${name}" leads nowhere: no public page has \`screen: follow\`.`,
    () => 'Add a route with `guards: [public]` and `screen: follow`.',
  ),
  'follow/no-address': proof<NameDetails>(
    'error',
    'The question for the address that receives a link asks for something else.',
    ({ name }) => `The link is mailed to the answer to "${name}", which is not an e-mail address.`,
    () => 'Name a question with `format: email`, or remove `mail`.',
  ),
  'follow/personal': proof<PersonalName>(
    'error',
    'A link shows a personal field to everybody who has the link.',
    ({ name, type }) =>
      `People pass links on, so everybody with the link to a "${type}" may see this field. But "${name}" is personal.`,
    ({ name }) => `Remove it, or write \`masked: true\` for "${name}" under \`fields\`.`,
  ),
  'follow/hidden-field': proof<{ readonly name: string; readonly type: string }>(
    'error',
    'A link shows a field that nobody without an account may read.',
    ({ name, type }) =>
      `The link to a "${type}" shows "${name}", but \`read\` of this field never allows people without an account.`,
    ({ name }) => `Remove it, or widen \`read\` of "${name}" under \`fields\`.`,
  ),
  'follow/waits-for-nobody': proof<{ readonly name: string; readonly states: readonly string[] }>(
    'error',
    'A record that somebody sent without an account can wait for an owner that it does not have.',
    ({ name, states }) =>
      `A "${name}" that was sent without an account has no owner. It waits for one in ${quoted(states, 'or')}, and nobody else can take it further.`,
    () =>
      'Let an office, a `link` or a `trigger` lead on from there, or create an account with the record: `account`.',
  ),
};
