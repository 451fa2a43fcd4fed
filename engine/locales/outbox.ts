/** Messages about what waits on a device until there is a connection. */
import { catalogue } from './catalogue.ts';

export const outboxMessages = catalogue('outbox', {
  allSent: 'Everything is sent.',
  behind: 'It is sent after the one before it.',
  changedMeanwhile:
    'Not sent: this was changed in the meantime. Look at the current status, then send it again or discard it.',
  discard: 'Discard',
  discardQuestion: 'Discard this? The office will not receive it.',
  elsewhere: 'It is sent when you act as {membership} again.',
  explained: 'This is saved on this device and sent in this order.',
  heading: 'Waiting to be sent',
  keep: 'Keep it',
  kept: 'Kept on this device. It is sent as soon as there is a connection.',
  needsDecision: {
    one: '{count} thing was not sent. Decide what happens with it.',
    other: '{count} things were not sent. Decide what happens with them.',
  },
  noLongerOffered: 'This step is no longer possible. Look at the current status.',
  notSent: 'Not sent',
  notSentYet: {
    one: '{count} thing is not sent yet',
    other: '{count} things are not sent yet',
  },
  old: 'This is from {moment}. Send it now?',
  sendAgain: 'Send again',
  sending: 'Sending…',
  sendNow: 'Send now',
  sent: 'Sent: {title}',
  show: 'Show',
  signOutExplained:
    'It stays on this device for your account. It is sent when you sign in here again. Nobody else can send it.',
  staySignedIn: 'Stay signed in',
  takenLater: 'The server has not taken it yet. We try again soon.',
  waiting: 'It is sent as soon as there is a connection.',
  waitingCount: 'Waiting to be sent: {count}',
});
