/** Messages of the mails that tell people of changes to the sign-in of their account. */
import { catalogue } from './catalogue.ts';

export const accountMailMessages = catalogue('account-mails', {
  passkeyAddedExplained:
    'Somebody, perhaps you, added a passkey to your account. It signs in without your password and without a code.',
  passkeyAddedSubject: 'A passkey was added to your account',
  passkeyRemovedExplained:
    'Somebody, perhaps you, removed a passkey from your account. Nobody can sign in with it any more.',
  passkeyRemovedSubject: 'A passkey was removed from your account',
  secondStepOffExplained:
    'Somebody, perhaps you, turned two-step sign-in off. Your password alone now signs in to your account.',
  secondStepOffSubject: 'Two-step sign-in was turned off',
  secondStepOnExplained:
    'Somebody, perhaps you, turned two-step sign-in on. All other devices are signed out.',
  secondStepOnSubject: 'Two-step sign-in was turned on',
});
