/** What the engine says about refusals that belong to no other subject. */
import { catalogue } from './catalogue.ts';

export const problemMessages = catalogue('problems', {
  callStillRunning: 'The same call is still running.',
  changedByOthers:
    'Somebody changed this meanwhile. You now see how it stands. What you entered is still here: look at it again, then try once more.',
  changedMeanwhile: 'It was changed meanwhile.',
  configured: '{text}',
  databaseAway: 'The portal cannot reach its database at the moment. Try again in a few seconds.',
  forbidden: 'You may not do this.',
  furtherFaults: 'Further faults: {count}. Correct these first.',
  goneOrClosed: 'This is no longer here, or it is not open to you.',
  internalFault: 'Something went wrong on our side.',
  nothingFound: 'There is nothing here.',
  numberTooLarge: 'This number is too large.',
  offline: 'No connection. What you entered is kept on this device; try again when you are online.',
  pageTooOld: 'This page is too old. Load it again.',
  portalUnreachable: 'The portal cannot be reached just now. Reload the page in a minute.',
  reportNumber: '{message} If it happens again, tell us this number: {number}',
  requestTooLarge: 'This is more than 1 MB.',
  serverFailed: 'The server could not answer.',
  tooBusy: 'Too many people ask for this now. Try again in a few seconds.',
  tooManyValues: 'There are too many values.',
  triedTooOften: 'Too many attempts. Wait a few minutes, then try again.',
  unkeepableCharacters: 'This holds characters that cannot be kept.',
});
