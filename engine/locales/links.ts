/** What the engine says about links that come by mail. */
import { catalogue } from './catalogue.ts';

export const linkMessages = catalogue('links', {
  confirmed: 'Done',
  confirmedNothingMore: 'This is confirmed. You need not do anything else here.',
  confirmIntroduction: 'You came here by a link that we sent you. Press the button to go on.',
  continueToPortal: 'Go on to the portal',
  linkOver: 'This link is over',
  linkOverHelp:
    'Too much time has passed since it was sent, or it is no longer needed. Sign in to ask for another one.',
  linkSpent: 'This link is no longer good. Ask for another one in the portal.',
  lookInSpamFolder: 'If it is not there in a few minutes, look in your spam folder.',
  messageSent: 'We have sent a message to {address}. Open it and press the link in it: “{step}”.',
  noSuchLink: 'This link leads nowhere. Check that it was copied whole.',
  tooManyMessages: 'Too many messages were sent to this address. Look in the spam folder, or wait an hour.',
  unknownLink: 'This link is not known',
  unknownLinkHelp:
    'Open it from the message again, or copy the whole address. If that does not help, sign in and ask for another one.',
});
