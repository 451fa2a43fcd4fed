/** Phrases for text that is not YAML, or that reads differently from what its author meant. */
import { phrase } from '../phrase.ts';

export const yamlPhrases = {
  'yaml/syntax': phrase<{ problem: string; remedy: string }>({
    severity: 'error',
    summary: 'The text is not YAML.',
    message: ({ problem }) => problem,
    remedy: ({ remedy }) => remedy,
  }),
  'yaml/empty': phrase<Record<never, never>>({
    severity: 'error',
    summary: 'The file is empty or holds comments only.',
    message: () => 'The file says nothing.',
    remedy: () => 'Fill it in or delete it; an empty file is never meant.',
  }),
  'yaml/not-utf8': phrase<Record<never, never>>({
    severity: 'error',
    summary: 'The file is not text in UTF-8.',
    message: () => 'The file is not text in UTF-8.',
    remedy: () => 'Save it again as UTF-8.',
  }),
  'yaml/byte-order-mark': phrase<Record<never, never>>({
    severity: 'error',
    summary: 'The file begins with a byte order mark.',
    message: () => 'The file begins with an invisible byte order mark.',
    remedy: () => 'Save it as "UTF-8 without BOM".',
  }),
  'yaml/tab': phrase<Record<never, never>>({
    severity: 'error',
    summary: 'A line is indented with a tab.',
    message: () => 'The line is indented with a tab.',
    remedy: () => 'Indent with two spaces a level.',
  }),
  'yaml/duplicate-key': phrase<{ key: string; line: number }>({
    severity: 'error',
    summary: 'A map has the same key twice.',
    message: ({ key, line }) => `"${key}" stands here a second time; the first is in line ${line}.`,
    remedy: () => 'Keep one of them, or give one another name.',
  }),
  'yaml/several-documents': phrase<Record<never, never>>({
    severity: 'error',
    summary: 'The file has a second YAML document.',
    message: () => 'A second YAML document begins here.',
    remedy: () => 'Take out the line "---", or put the second part into a file of its own.',
  }),
  'yaml/anchor': phrase<{ written: string }>({
    severity: 'error',
    summary: 'An anchor, an alias or a merge key is used.',
    message: ({ written }) => `"${written}" is an anchor, an alias or a merge key, and they are not allowed.`,
    remedy: () =>
      'Write the value out; what several forms share is a file in forms/. Text that begins with & or * stands in quotes.',
  }),
  'yaml/tag': phrase<{ written: string }>({
    severity: 'error',
    summary: 'A YAML tag is used.',
    message: ({ written }) => `"${written}" is a YAML tag, and tags are not allowed.`,
    remedy: () => 'Take it out; text that begins with ! stands in quotes.',
  }),
  'yaml/unquoted-braces': phrase<{ written: string }>({
    severity: 'error',
    summary: 'A placeholder in braces stands without quotes, which YAML reads as a map.',
    message: ({ written }) => `${written} without quotes is a map to YAML, not text with a placeholder.`,
    remedy: ({ written }) => `Put the text in quotes: "${written}".`,
  }),
  'yaml/unquoted-comma': phrase<{ key: string; text: string }>({
    severity: 'error',
    summary: 'A comma in text within braces ends the text and begins another key.',
    message: ({ key }) => `The comma before "${key}" ends the text, and "${key}" becomes a key of its own.`,
    remedy: ({ text }) => `Put the text in quotes: "${text}".`,
  }),
  'yaml/boolean-word': phrase<{ word: string }>({
    severity: 'error',
    summary: 'on, off, yes or no stands without quotes: some tools read it as true or false.',
    message: ({ word }) =>
      `"${word}" without quotes is text to this program and true or false to other YAML tools.`,
    remedy: ({ word }) =>
      `Write ${/^(?:on|yes)$/i.test(word) ? 'true' : 'false'} if you mean that, or "${word}" in quotes if you mean the word.`,
  }),
  'yaml/not-a-number': phrase<{ written: string }>({
    severity: 'error',
    summary: 'A number without an end, or the mark for "not a number", is used.',
    message: ({ written }) => `"${written}" is not a number that can be counted with.`,
    remedy: ({ written }) => `Write a number, or "${written}" in quotes if you mean the word.`,
  }),
  'yaml/reserved-key': phrase<{ key: string }>({
    severity: 'error',
    summary: 'A key has a name that the machine keeps for itself.',
    message: ({ key }) => `"${key}" cannot be a key.`,
    remedy: () => 'Choose another name.',
  }),
  'yaml/directive': phrase<Record<never, never>>({
    severity: 'error',
    summary: 'A line such as %YAML 1.1 would change how the file reads.',
    message: () => 'A line that begins with % would change how the file reads.',
    remedy: () => 'Take it out, together with the line "---" below it.',
  }),
  'yaml/too-deep': phrase<{ limit: number }>({
    severity: 'error',
    summary: 'Lists and maps are nested deeper than any configuration needs.',
    message: ({ limit }) => `Lists and maps are nested deeper than ${limit} levels.`,
    remedy: () => 'Look for a bracket or brace that is never closed.',
  }),
};
