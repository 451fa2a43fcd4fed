/** Phrases for values that do not have the shape that their kind of file asks for. */
import { suggest } from '../nearest.ts';
import { phrase } from '../phrase.ts';

export const schemaPhrases = {
  'schema/unknown-key': phrase<{ key: string; where: string; known: readonly string[] }>({
    severity: 'error',
    summary: 'A key that this part of the file does not have.',
    message: ({ key, where }) => `${where} has no key "${key}".`,
    remedy: ({ key, known }) => suggest(key, known, 'Its keys'),
  }),
  'schema/missing-key': phrase<{ key: string; where: string; help: string | null }>({
    severity: 'error',
    summary: 'A key that must be there is missing.',
    message: ({ key, where }) => `${where} needs the key "${key}".`,
    remedy: ({ key, help }) => `Add "${key}:"${help === null ? '.' : `: ${help}`}`,
  }),
  'schema/missing-choice': phrase<{ keys: readonly string[]; where: string }>({
    severity: 'error',
    summary: 'One of several keys must be there, and none is.',
    message: ({ where }) => `${where} is not complete: one of several keys is missing.`,
    remedy: ({ keys }) => `Add one of: ${keys.join(', ')}.`,
  }),
  'schema/too-many-choices': phrase<{ keys: readonly string[]; where: string }>({
    severity: 'error',
    summary: 'Of several keys only one may be there.',
    message: ({ keys, where }) => `${where} has keys that exclude each other: ${keys.join(', ')}.`,
    remedy: () => 'Keep one of them.',
  }),
  'schema/wrong-type': phrase<{ subject: string; expected: string; found: string; remedy: string }>({
    severity: 'error',
    summary: 'A value has another type than its key takes.',
    message: ({ subject, expected, found }) => `${subject} takes ${expected}, and this is ${found}.`,
    remedy: ({ remedy }) => remedy,
  }),
  'schema/unknown-value': phrase<{ subject: string; value: string; known: readonly string[] }>({
    severity: 'error',
    summary: 'A value that is not in the closed list of its key.',
    message: ({ subject, value }) => `${subject} cannot be "${value}".`,
    remedy: ({ value, known }) => suggest(value, known, 'Its values'),
  }),
  'schema/bad-format': phrase<{ subject: string; value: string; help: string }>({
    severity: 'error',
    summary: 'A value is not written as its key asks for.',
    message: ({ subject, value }) => `${subject} cannot be "${value}".`,
    remedy: ({ help }) => help,
  }),
  'schema/bad-pattern': phrase<{ value: string; problem: string }>({
    severity: 'error',
    summary: 'A regular expression is malformed.',
    message: ({ value, problem }) => `"${value}" is not a regular expression: ${problem}.`,
    remedy: () => 'Correct it; a character such as ( [ . + stands for itself after a backslash.',
  }),
  'schema/bad-size': phrase<{ subject: string; problem: string; help: string }>({
    severity: 'error',
    summary: 'A number, a text or a list is too small or too large, or a text shows nothing.',
    message: ({ subject, problem }) => `${subject} ${problem}.`,
    remedy: ({ help }) => help,
  }),
  'schema/bad-key': phrase<{ key: string; help: string }>({
    severity: 'error',
    summary: 'A name chosen by the author is not written as such names are.',
    message: ({ key }) => `"${key}" cannot be a name here.`,
    remedy: ({ help }) => help,
  }),
};
