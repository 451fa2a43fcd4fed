/** Messages about saving, drafts and copies on the device. */
import { catalogue } from './catalogue.ts';

export const draftMessages = catalogue('drafts', {
  answersKeptOnDevice: 'Your answers are saved on this device, but not sent yet.',
  answersSaved: 'Your answers are saved.',
  changedElsewhere:
    'This was also changed in another window or by somebody else. You see the current version with what you typed here.',
  continueDraft: 'Continue this draft',
  emptyDraft: 'Empty this draft',
  formChanged: 'The questions of this form have changed. What you typed is kept.',
  keepAndBeginAnother: 'Keep it and start another one',
  keptOnDevice: 'Not sent yet. Saved on this device.',
  notAllSaved: 'Some answers above are not saved yet. Read their messages, then try again.',
  offline: 'No connection. Your answers are saved on this device.',
  questionGone: '“{question}” is no longer asked.',
  questionGoneAnswer: '“{question}” is no longer asked. Your answer was: {answer}',
  questionRenamed: '“{before}” is now “{after}”.',
  questionsAdded: 'New: {questions}',
  questionsRequired: 'Now required: {questions}',
  resumed: 'You are continuing the draft from {moment}.',
  savedAgo: 'Saved {ago}',
  savedExceptOne: 'Saved {ago}. “{title}” is not complete yet.',
  savedExceptUnfinished: {
    one: 'Saved {ago}. {count} answer is not complete yet.',
    other: 'Saved {ago}. {count} answers are not complete yet.',
  },
  saving: 'Saving …',
  sentLater: 'You can continue. We send your answers as soon as possible.',
  startAgain: 'Start again',
  startAgainChoices:
    'You can keep this draft and start another one. If you empty it, you lose everything typed in it.',
  startAgainQuestion: 'Start again?',
});
