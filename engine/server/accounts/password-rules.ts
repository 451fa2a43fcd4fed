/** What a password that a person chooses must be like: long, and not among the first that somebody would guess. */
import { lengthOfPassword, PASSWORD_MINIMUM } from '../../portal/access/password-length.ts';
import type { Portal } from '../../portal/model/portal.ts';
import { guessesOf, type Weakness } from './password-guesses.ts';
import { wordsOfName, wordsOfPortal } from './portal-words.ts';
import { message, type Message } from '../../locales/message.ts';
import { accountMessages } from '../../locales/account.ts';

const PASSWORD_MAXIMUM = 1000;
/** With fewer characters, however often each is repeated, it is refused. */
const DIFFERENT_MINIMUM = 4;
/** Characters that must be left of a password without the names of the e-mail address. */
const OWN_MINIMUM = 6;
/** As a power of ten. A word or two with a year or a number take less, three ordinary words more. */
const FEWEST_GUESSES = 8.3;

/** Whose password it is: what somebody who guesses it may know. */
export interface PasswordOwner {
  /** The e-mail address of the account. */
  readonly username: string;
  readonly name: string;
}

/**
 * What is wrong with a password that a person chose; empty when nothing is.
 * @param portal whose words count as easy to guess; null: it is not known
 */
export async function passwordFaults(
  password: string,
  { username, name }: PasswordOwner,
  portal: Portal | null,
): Promise<Message[]> {
  if (lengthOfPassword(password) < PASSWORD_MINIMUM)
    return [message(accountMessages.passwordTooShort, { count: PASSWORD_MINIMUM })];
  if (password.length > PASSWORD_MAXIMUM)
    return [message(accountMessages.passwordTooLong, { count: PASSWORD_MAXIMUM })];
  if (new Set(password).size < DIFFERENT_MINIMUM) return [remedies().repeat];
  if (isMadeOf(password, username)) return [message(accountMessages.passwordHoldsEmail)];
  const own = [name, username].flatMap(wordsOfName);
  const { log10, weakness } = await guessesOf(password, [
    ...own,
    ...(portal === null ? [] : wordsOfPortal(portal)),
  ]);
  return log10 >= FEWEST_GUESSES ? [] : [remedies()[weakness]];
}

function remedies(): Readonly<Record<Weakness, Message>> {
  return {
    repeat: message(accountMessages.passwordRepeats),
    row: message(accountMessages.passwordOfRows),
    number: message(accountMessages.passwordOfNumbers),
    date: message(accountMessages.passwordOfDate),
    own: message(accountMessages.passwordOfNames),
    word: message(accountMessages.passwordGuessable),
  };
}

/** Is next to nothing left of the password without the names in the address? */
function isMadeOf(password: string, username: string): boolean {
  const names = namesIn(username).filter(({ length }) => length > 2);
  const whole = namesIn(password).join('');
  const left = names
    .toSorted((a, b) => b.length - a.length)
    .reduce((rest, name) => rest.replaceAll(name, ''), whole);
  return left !== whole && left.length < OWN_MINIMUM;
}

/** Runs of letters and digits, in small letters. */
function namesIn(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
