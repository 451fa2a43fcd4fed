/** Messages about passkeys. */
import { catalogue } from './catalogue.ts';

export const passkeyMessages = catalogue('passkeys', {
  add: 'Add a passkey',
  added: 'Added on {date}',
  addExplained:
    'A passkey stays on this device or in your password manager. You unlock it with your finger, your face or a PIN.',
  cancelled: 'No passkey was added. Try again.',
  heading: 'Passkeys',
  kept: 'These passkeys still sign in to your account. Sign in, and remove any that you do not know: {passkeys}',
  lastUsed: 'Last used {date}',
  name: 'Name of the passkey',
  nameExpected: 'Give the passkey a name of at most 80 characters.',
  nameExample: 'For example: my phone',
  none: 'You have no passkey yet. With a passkey you sign in without a password and without a code.',
  notUsed: 'Not used yet',
  refused: 'This passkey was not accepted. Try again, or sign in with your password.',
  remove: 'Remove',
  removeExplained: 'After this nobody can sign in with “{name}”. The device may still show it.',
  removeNamed: 'Remove {name}',
  rename: 'Rename',
  renameNamed: 'Rename {name}',
  saveName: 'Save the name',
  tooMany: 'You have {count} passkeys already. Remove one first.',
});
