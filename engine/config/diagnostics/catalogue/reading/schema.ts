/** Diagnostics of the shape of a file: unknown and missing keys, and values of the wrong type. */
import { suggest } from '../../nearest.ts';
import { phrase } from '../../phrase.ts';

export const schemaPhrases = {
  'schema/unknown-key': phrase<{ key: string; where: string; known: readonly string[] }>({
    severity: 'error',
    summary: 'A key does not exist in this part of the file.',
    message: ({ key, where }) => `${where} has no key "${key}".`,
    remedy: ({ key, known }) => suggest(key, known, 'Its keys'),
  }),
  'schema/missing-key': phrase<{ key: string; where: string; help: string | null }>({
    severity: 'error',
    summary: 'A required key is missing.',
    message: ({ key, where }) => `${where} needs the key "${key}".`,
    remedy: ({ key, help }) => `Add "${key}:"${help === null ? '.' : `: ${help}`}`,
  }),
  'schema/missing-choice': phrase<{ keys: readonly string[]; where: string }>({
    severity: 'error',
    summary: 'One of several keys is required, but all are missing.',
    message: ({ where }) => `${where} needs one of several keys, but has none of them.`,
    remedy: ({ keys }) => `Add one of these keys: ${keys.join(', ')}.`,
  }),
  'schema/too-many-choices': phrase<{ keys: readonly string[]; where: string }>({
    severity: 'error',
    summary: 'Keys exclude each other.',
    message: ({ keys, where }) => `${where} has keys that exclude each other: ${keys.join(', ')}.`,
    remedy: () => 'Keep one of them.',
  }),
  'schema/wrong-type': phrase<{ subject: string; expected: string; found: string; remedy: string }>({
    severity: 'error',
    summary: 'A value has the wrong type for its key.',
    message: ({ subject, expected, found }) => `${subject} takes ${expected}, but this is ${found}.`,
    remedy: ({ remedy }) => remedy,
  }),
  'schema/unknown-value': phrase<{ subject: string; value: string; known: readonly string[] }>({
    severity: 'error',
    summary: 'A value is not one of the values of its key.',
    message: ({ subject, value }) => `${subject} cannot be "${value}".`,
    remedy: ({ value, known }) => suggest(value, known, 'Its values'),
  }),
  'schema/renamed-word': phrase<{ word: string; now: string }>({
    severity: 'error',
    summary: 'A word of the language has another name in this release.',
    message: ({ word }) => `"${word}" is a word of an earlier release.`,
    remedy: ({ now }) => `Write "${now}".`,
  }),
  'schema/bad-format': phrase<{ subject: string; value: string; help: string }>({
    severity: 'error',
    summary: 'A value does not have the format of its key.',
    message: ({ subject, value }) => `${subject} cannot be "${value}".`,
    remedy: ({ help }) => help,
  }),
  'schema/bad-pattern': phrase<{ value: string; problem: string }>({
    severity: 'error',
    summary: 'A regular expression is not valid.',
    message: ({ value, problem }) => `"${value}" is not a regular expression: ${problem}.`,
    remedy: () =>
      'Correct it. Write a backslash before a character such as ( [ . + to match the character itself.',
  }),
  'schema/bad-size': phrase<{ subject: string; problem: string; help: string }>({
    severity: 'error',
    summary:
      'A number, a text or a list is too small or too large, a text is blank, or a list names something twice.',
    message: ({ subject, problem }) => `${subject} ${problem}.`,
    remedy: ({ help }) => help,
  }),
  'schema/bad-key': phrase<{ key: string; help: string }>({
    severity: 'error',
    summary: 'A name has characters that such a name cannot have.',
    message: ({ key }) => `"${key}" is not a valid name here.`,
    remedy: ({ help }) => help,
  }),
};
