/** Diagnostics of YAML syntax, and of YAML that means something else than its author expects. */
import { phrase } from '../../phrase.ts';

export const yamlPhrases = {
  'yaml/syntax': phrase<{ problem: string; remedy: string }>({
    severity: 'error',
    summary: 'The file is not valid YAML.',
    message: ({ problem }) => problem,
    remedy: ({ remedy }) => remedy,
  }),
  'yaml/merge-conflict': phrase<Record<never, never>>({
    severity: 'error',
    summary: 'The file contains the marks of a merge conflict.',
    message: () =>
      'Two versions of this part were merged and conflict: the marks <<<<<<<, ======= and >>>>>>> are still here.',
    remedy: () => 'Keep the version that is right, and remove the other one and the three marks.',
  }),
  'yaml/empty': phrase<Record<never, never>>({
    severity: 'error',
    summary: 'The file is empty or contains only comments.',
    message: () => 'The file is empty or contains only comments.',
    remedy: () => 'Add content, or delete the file.',
  }),
  'yaml/not-utf8': phrase<Record<never, never>>({
    severity: 'error',
    summary: 'The file is not text in UTF-8.',
    message: () => 'The file is not text in UTF-8.',
    remedy: () => 'Save the file as UTF-8.',
  }),
  'yaml/byte-order-mark': phrase<Record<never, never>>({
    severity: 'error',
    summary: 'The file begins with a byte order mark.',
    message: () => 'The file begins with an invisible byte order mark.',
    remedy: () => 'Save the file as "UTF-8 without BOM".',
  }),
  'yaml/tab': phrase<Record<never, never>>({
    severity: 'error',
    summary: 'A line is indented with a tab.',
    message: () => 'The line is indented with a tab.',
    remedy: () => 'Indent with two spaces for each level.',
  }),
  'yaml/duplicate-key': phrase<{ key: string; line: number }>({
    severity: 'error',
    summary: 'A map has the same key twice.',
    message: ({ key, line }) => `The key "${key}" is repeated here; the first is in line ${line}.`,
    remedy: () => 'Remove one of them, or rename it.',
  }),
  'yaml/several-documents': phrase<Record<never, never>>({
    severity: 'error',
    summary: 'The file has a second YAML document.',
    message: () => 'A second YAML document starts here.',
    remedy: () => 'Remove the line "---", or move the second part into another file.',
  }),
  'yaml/anchor': phrase<{ written: string }>({
    severity: 'error',
    summary: 'The file uses an anchor, an alias or a merge key.',
    message: ({ written }) => `"${written}" is an anchor, an alias or a merge key, which are not allowed.`,
    remedy: () =>
      'Write out the value. Put what several forms share into a file in forms/. Put text that starts with & or * in quotes.',
  }),
  'yaml/tag': phrase<{ written: string }>({
    severity: 'error',
    summary: 'The file uses a YAML tag.',
    message: ({ written }) => `"${written}" is a YAML tag, which is not allowed.`,
    remedy: () => 'Remove it. Put text that starts with ! in quotes.',
  }),
  'yaml/unquoted-braces': phrase<{ written: string }>({
    severity: 'error',
    summary: 'A placeholder in braces is not in quotes, so YAML reads it as a map.',
    message: ({ written }) =>
      `YAML reads ${written} without quotes as a map, not as text with a placeholder.`,
    remedy: ({ written }) => `Put the text in quotes: "${written}".`,
  }),
  'yaml/unquoted-comma': phrase<{ key: string; text: string }>({
    severity: 'error',
    summary: 'A comma in braces ends the text and starts another key.',
    message: ({ key }) => `The comma before "${key}" ends the text, so YAML reads "${key}" as a key.`,
    remedy: ({ text }) => `Put the text in quotes: "${text}".`,
  }),
  'yaml/cut-text': phrase<{ text: string; comment: string }>({
    severity: 'warning',
    summary: 'A blank and `#` cut a text without quotes: YAML reads the rest of the line as a comment.',
    message: ({ text, comment }) => `YAML reads "${comment}" as a comment, so the text is only "${text}".`,
    remedy: ({ text, comment }) =>
      `Put the text in quotes: '${`${text} ${comment}`.replaceAll("'", "''")}'. If it is a comment, write a blank after \`#\`.`,
  }),
  'yaml/cut-bracket': phrase<{ text: string; comment: string }>({
    severity: 'error',
    summary: 'A blank and `#` cut a text in brackets: YAML reads the rest of the line as a comment.',
    message: ({ comment }) => `YAML reads "${comment}" as a comment, so the bracket before it is not closed.`,
    remedy: ({ text }) => `Put the text that begins with "${text}" in quotes.`,
  }),
  'yaml/boolean-word': phrase<{ word: string }>({
    severity: 'error',
    summary: 'The word on, off, yes or no is not in quotes, so some tools read it as true or false.',
    message: ({ word }) =>
      `This program reads "${word}" without quotes as text, but other YAML tools read it as true or false.`,
    remedy: ({ word }) =>
      `Write ${/^(?:on|yes)$/i.test(word) ? 'true' : 'false'} if you mean that, or "${word}" in quotes if you mean the word.`,
  }),
  'yaml/not-a-number': phrase<{ written: string }>({
    severity: 'error',
    summary: 'The file uses infinity, or "not a number".',
    message: ({ written }) => `"${written}" is not a number that the engine can use.`,
    remedy: ({ written }) => `Write a number, or "${written}" in quotes if you mean the word.`,
  }),
  'yaml/reserved-key': phrase<{ key: string }>({
    severity: 'error',
    summary: 'A key has a reserved name.',
    message: ({ key }) => `"${key}" is a reserved name and cannot be a key.`,
    remedy: () => 'Rename the key.',
  }),
  'yaml/directive': phrase<Record<never, never>>({
    severity: 'error',
    summary: 'A directive, such as %YAML 1.1, is not allowed.',
    message: () => 'This line is a YAML directive, because it starts with %. Directives are not allowed.',
    remedy: () => 'Remove it, together with the line "---" below it.',
  }),
  'yaml/too-deep': phrase<{ limit: number }>({
    severity: 'error',
    summary: 'Lists and maps are nested too deep.',
    message: ({ limit }) => `Lists and maps are nested deeper than ${limit} levels.`,
    remedy: () => 'Look for a bracket or a brace that is not closed.',
  }),
};
