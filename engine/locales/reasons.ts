/** Why something is asked of a record, in the words of the person who reads it. */
import { catalogue } from './catalogue.ts';

export const reasonMessages = catalogue('reasons', {
  answered: 'you answered {question}: {answer}',
  answeredByOwner: 'the answer to {question} is: {answer}',
  asked: 'It is asked because',
  askedBy: '{kind} asks for it because',
  askedByInEveryCase: '{kind} asks for it in every case.',
  hidden: 'it depends on an answer that you cannot see',
  inEveryCase: 'It is asked in every case.',
  kindAsked: '{kind} is required because',
  kindInEveryCase: '{kind} is required in every case.',
  rule: 'The rule: {rule}',
  why: 'Why is this asked?',
});
