/** What the engine says about saving, drafts and copies on the device. */
import { catalogue } from './catalogue.ts';

export const draftMessages = catalogue('drafts', {
  answersKeptOnDevice: 'Your answers are not sent yet. They are kept on this device.',
  answersSaved: 'Your answers are saved.',
  changedElsewhere:
    'This was also changed in another window or by somebody else. You see how it stands now, with what you typed here.',
  continueDraft: 'Go on with it',
  emptyDraft: 'Empty this draft',
  keepAndBeginAnother: 'Keep it and begin another one',
  keptOnDevice: 'Not sent yet. Kept on this device.',
  notAllSaved: 'Your answers above are not all saved yet. Look at what they say, then try again.',
  offline: 'No connection. What you type is kept on this device.',
  resumed: 'You go on with what you began on {moment}.',
  savedAgo: 'Saved {ago}',
  savedExceptUnfinished: {
    one: 'Saved {ago}, but for one unfinished answer',
    other: 'Saved {ago}, but for {count} unfinished answers',
  },
  saving: 'Saving …',
  sentLater: 'You can go on; it is sent by itself as soon as possible.',
  startAgain: 'Start again',
  startAgainChoices:
    'You can keep this draft and begin another one. If you empty it, everything typed in it is gone.',
  startAgainQuestion: 'Start again?',
});
