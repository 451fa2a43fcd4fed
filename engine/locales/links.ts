/** Messages about links that come by mail. */
import { catalogue } from './catalogue.ts';

export const linkMessages = catalogue('links', {
  confirmed: 'Done',
  confirmedNothingMore: 'This is confirmed. You do not need to do anything else here.',
  confirmIntroduction: 'You opened a link that we sent you. Press the button to continue.',
  continueToPortal: 'Continue to the portal',
  followExplained: 'We received this: {type}. This link shows its number, and what has been done so far:',
  followKeep:
    'Keep this link too. It shows what has been done so far, without an account. Everybody who has it sees the same.',
  followMailed:
    'We also send it to the e-mail address that you entered. One address gets only a few such mails an hour.',
  followNotYou: 'If you sent nothing, somebody else entered your address. You do not need to do anything.',
  followOver: 'Ask the office, and name the number that you received.',
  followSentBefore:
    'We had received this before. What you changed since then did not reach us: ask the office, and name the number.',
  followSubject: 'Your link: {type}',
  followUnknownHelp:
    'Open it from the message again, or copy the whole address. If that does not help, ask the office, and name the number that you received.',
  followUntil: 'This link works until {until}.',
  linkOver: 'This link has expired',
  linkOverHelp: 'It was sent too long ago, or it is no longer needed. Sign in to ask for a new one.',
  linkSpent: 'This link is no longer valid. Ask for a new one in the portal.',
  lookInSpamFolder: 'If it does not arrive in a few minutes, check your spam folder.',
  messageSent: 'We have sent a message to {address}. Open it and press the link in it: “{step}”.',
  noSuchLink: 'This link does not work. Check that you copied all of it.',
  tooManyMessages: 'We sent too many messages to this address. Check the spam folder, or wait an hour.',
  unknownLink: 'Unknown link',
  unknownLinkHelp:
    'Open it from the message again, or copy the whole address. If that does not help, sign in and ask for a new one.',
});
