/** Messages about signing in with a provider. */
import { catalogue } from './catalogue.ts';

export const providerMessages = catalogue('providers', {
  accountSuspended: 'Your account is suspended. Ask the office that manages it.',
  answerInvalid: 'The answer of {provider} could not be verified. Sign in again.',
  continue: 'Continue to the portal',
  invitationExplained:
    'An account was opened for you with the address {username}. Open this page and choose “Sign in with {provider}”:',
  linkedElsewhere:
    'Your account here is linked to another identity of {provider}. Ask the office that manages your account.',
  mailUnverified:
    '{provider} has not verified your e-mail address. Verify the address there, then sign in again.',
  noAccount:
    'No account here has the address {email}. Ask the office that you work with to open one for this address.',
  noPassword: 'Your department has no passwords. Sign in with {provider}.',
  noPasswordExplained:
    'Somebody, perhaps you, asked for a new password for your account. Your department has no passwords. Open this page and choose “Sign in with {provider}”:',
  noPasswordSubject: 'How you sign in',
  notForDepartment: 'Your department does not sign in with {provider}. Choose another way to sign in.',
  notSignedIn: '{provider} did not sign you in. Try again, or choose another way to sign in.',
  otherWays: 'Other ways to sign in',
  signingIn: 'Signing in…',
  signInSpent: 'This sign-in has expired, or was used already. Sign in again.',
  signInWith: 'Sign in with {provider}',
  someMailsSayHow: 'Some departments have no passwords. The message then says how to sign in.',
  somePasswordless: 'Some departments have no passwords and sign in only here.',
  unavailable:
    '{provider} cannot be reached now. Try again in a few minutes, or choose another way to sign in.',
});
