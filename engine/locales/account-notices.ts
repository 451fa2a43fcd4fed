/** What mails tell about an account: another address, an invitation, a link for a new password. */
import { catalogue } from './catalogue.ts';

// Codes are permanent: these were among those of accounts.
export const accountNoticeMessages = catalogue('account', {
  addressChangedExplained:
    'Your account has another e-mail address now. You can no longer sign in with this one, and all other devices are signed out.',
  addressChangedNotYou:
    'If this was not you, tell the office at once: somebody else may be using your account.',
  addressChangedSubject: 'Your e-mail address for signing in was changed',
  invitationExplained:
    'An account was opened for you. You sign in with {username}. Open this address to choose your password:',
  invitationNotYou: 'If you did not expect this, you do not need to do anything.',
  invitationSubject: 'Choose a password for your account: {portal}',
  knownAddressExplained:
    'Somebody, perhaps you, filled in a form to open an account with this e-mail address. You already have an account, and nothing was changed. Sign in with this address and your own password.',
  knownAddressNotYou: 'If this was not you, you do not need to do anything.',
  knownAddressSubject: 'You already have an account',
  passwordLinkUntil: 'The link works once, until {until}.',
  resetExplained:
    'Somebody, perhaps you, asked for a new password for your account. Open this address to choose it:',
  resetNotYou: 'If this was not you, you do not need to do anything. Your password stays as it is.',
  resetSubject: 'Choose a new password',
});
