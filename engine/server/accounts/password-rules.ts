/** What a password that a person chooses must be like: long, and not among the first that somebody would guess. */
import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { say } from '../../portal/say.ts';

/** Characters. */
export const PASSWORD_MINIMUM = 10;
const PASSWORD_MAXIMUM = 1000;
/** With fewer characters, however often each is repeated, it is refused. */
const DIFFERENT_MINIMUM = 4;
/** Characters that must be left of a password without the names of the e-mail address. */
const OWN_MINIMUM = 6;
/** Of zxcvbn's grades from 0 to 4: 2 takes a million guesses or more. */
const WORST_GRADE = 2;

/**
 * What is wrong with a password that a person chose, in words; empty when nothing is.
 * @param username the e-mail address of the account: a password made of it is refused
 */
export async function passwordFaults(password: string, username: string): Promise<string[]> {
  const characters = [...password];
  if (characters.length < PASSWORD_MINIMUM)
    return [say({}, 'Use at least {count} characters.', { count: PASSWORD_MINIMUM })];
  if (password.length > PASSWORD_MAXIMUM)
    return [say({}, 'Use at most {count} characters.', { count: PASSWORD_MAXIMUM })];
  if (new Set(characters).size < DIFFERENT_MINIMUM) return [repeats()];
  if (isMadeOf(password, username)) return [say({}, 'Choose a password without your e-mail address.')];
  const { score, feedback } = (await estimator()).check(password);
  if (score >= WORST_GRADE) return [];
  const { warning } = feedback;
  if (warning === 'simpleRepeat' || warning === 'extendedRepeat') return [repeats()];
  return [
    say(
      {},
      'This password is one of the first that people guess. Choose another, such as four unrelated words.',
    ),
  ];
}

function repeats(): string {
  return say({}, 'Choose a password that does not repeat the same characters.');
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

let kept: Promise<ZxcvbnFactory> | undefined;

/** Its lists of words are read when the first password is chosen. */
function estimator(): Promise<ZxcvbnFactory> {
  kept ??= Promise.all([import('@zxcvbn-ts/core'), import('@zxcvbn-ts/language-common')]).then(
    ([core, common]) =>
      new core.ZxcvbnFactory({ dictionary: common.dictionary, graphs: common.adjacencyGraphs }),
  );
  return kept;
}
