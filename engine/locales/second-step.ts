/** Messages about two-step sign-in. */
import { catalogue } from './catalogue.ts';

export const secondStepMessages = catalogue('second-step', {
  codeHint: 'Six digits from your authenticator app.',
  codeWrong: 'This code is wrong, or was used before. Wait for the next one.',
  confirm: 'Turn on two-step sign-in',
  continue: 'Continue',
  copyCodes: 'Copy the codes',
  dueFirst: 'Set up two-step sign-in first.',
  dueExplained: 'Your department requires two-step sign-in. Set it up before you go on.',
  enterSecret: 'If you cannot scan it, enter this key in the app:',
  isOn: 'You sign in with your password and a code of your authenticator app.',
  newCodesExplained: 'The codes that you have now stop working.',
  newRecoveryCodes: 'Make new recovery codes',
  notOn: 'Two-step sign-in is off.',
  offExplained: 'After this you sign in with your password alone.',
  offerMissing: 'Begin again: the key was shown more than an hour ago, or is used already.',
  purpose:
    'With a second step, nobody can sign in with your password alone. You need an authenticator app on your phone.',
  qrCode: 'QR code of the key for the authenticator app',
  recoveryCodesExplained:
    'Each of these codes signs you in once if you lose your phone. Keep them in a safe place. They are not shown again.',
  recoveryCodesHeading: 'Your recovery codes',
  recoveryCodesLeft: { one: '{count} recovery code is left.', other: '{count} recovery codes are left.' },
  required: 'Your department requires two-step sign-in, so you cannot turn it off.',
  scan: 'Scan this code with your authenticator app. Then enter the six digits that the app shows.',
  setUp: 'Set up two-step sign-in',
  setUpAgainExplained:
    'The app that you use now stops working for this account once the new one is confirmed.',
  setUpAgain: 'Set it up on another phone',
  ticketOver: 'Sign in again: too much time has passed.',
  turnOff: 'Turn off two-step sign-in',
});
