/** Why a password is refused. */
import { catalogue } from './catalogue.ts';

// Codes are permanent: these were among those of accounts.
export const passwordRuleMessages = catalogue('account', {
  passwordGuessable:
    'This is one of the first passwords that people guess. Choose another one, such as four unrelated words.',
  passwordHoldsEmail: 'Choose a password without your e-mail address.',
  passwordIsTheGiven: 'Choose a password other than the one that you were given.',
  passwordOfDate: 'Dates are easy to guess, even with a name. Choose four unrelated words.',
  passwordOfNames:
    'Your name and the words of this portal are easy to guess, even with a year. Choose four unrelated words.',
  passwordOfNumbers:
    'Your telephone number and other numbers of yours are easy to guess. Choose four unrelated words.',
  passwordOfRows: 'Rows of letters or keys are easy to guess. Choose four unrelated words.',
  passwordRepeats: 'Choose a password that does not repeat the same characters.',
  passwordTooLong: 'Use at most {count} characters.',
  passwordTooShort: 'Use at least {count} characters.',
});
