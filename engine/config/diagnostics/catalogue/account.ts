/** Diagnostics of accounts: the providers with which people sign in, and what officers may delegate. */
import { phrase } from '../phrase.ts';

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
