/** The rules for passwords: long, and hard to guess. */
import { lengthOfPassword, PASSWORD_MINIMUM } from '../../portal/access/password-length.ts';
import type { Portal } from '../../portal/model/portal.ts';
import { guessesOf, type Weakness } from './password-guesses.ts';
import { wordsOfName, wordsOfPortal } from './portal-words.ts';
import { message, type Message } from '../../locales/message.ts';
import { accountMessages } from '../../locales/account.ts';

const PASSWORD_MAXIMUM = 1000;
/** Minimum number of different characters, however long the password is. */
const DIFFERENT_MINIMUM = 4;
/** Minimum number of characters in a password without the names from the e-mail address. */
const OWN_MINIMUM = 6;
/** As a power of ten. One or two words with a year or a number have less, three ordinary words more. */
const FEWEST_GUESSES = 8.3;

/** What an attacker may know about the owner of the password. */
export interface PasswordOwner {
  /** The e-mail address of the account. */
  readonly username: string;
  readonly name: string;
}

/**
 * Returns what is wrong with a password; empty if nothing is.
 * @param portal its words count as easy to guess; null: not known
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

/** True if almost nothing is left of the password without the names from the address. */
function isMadeOf(password: string, username: string): boolean {
  const names = namesIn(username).filter(({ length }) => length > 2);
  const whole = namesIn(password).join('');
  const left = names
    .toSorted((a, b) => b.length - a.length)
    .reduce((rest, name) => rest.replaceAll(name, ''), whole);
  return left !== whole && left.length < OWN_MINIMUM;
}

/** Sequences of letters and digits, in lower case. */
function namesIn(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
