/** Diagnostics of placeholders in texts of notices and documents. */
import { suggest } from '../nearest.ts';
import { phrase } from '../phrase.ts';
import { quoted } from './check.ts';

export interface ChoiceDetails {
  readonly choices: readonly string[];
}

export const textPhrases = {
  'text/same-title': phrase<{
    readonly what: 'states' | 'steps' | 'questions' | 'lists';
    readonly title: string;
    readonly names: readonly string[];
  }>({
    severity: 'warning',
    summary: 'Two states, steps, questions or lists that people meet together have the same title.',
    message: ({ what, title, names }) =>
      `Nobody can tell the ${what} ${quoted(names)} apart: both have the title "${title}".`,
    remedy: () => 'Give one of them another title.',
  }),
  'text/unknown-path': phrase<ChoiceDetails & { readonly path: string; readonly type: string }>({
    severity: 'error',
    summary: 'A placeholder names a value that its record does not have.',
    message: ({ path, type }) => `"{${path}}" is not a value of a "${type}" that this text can show.`,
    remedy: ({ path, choices }) => suggest(path, choices, 'Values'),
  }),
  'text/hidden-question': phrase<{
    readonly path: string;
    readonly type: string;
    readonly word: string | null;
    readonly answer: string | null;
  }>({
    severity: 'error',
    summary: 'A placeholder has the name of a question, but reads another value of the same name.',
    message: ({ path, type }) =>
      `"{${path}}" does not show the answer to the question of that name: it reads a value that every "${type}" has.`,
    remedy: ({ word, answer }) => {
      if (word === null) return 'Rename the question.';
      if (answer === null)
        return `Write \`{${word}}\` for the value that every record has, or rename the question to show its answer.`;
      return `Write \`{${answer}}\` for the answer, or \`{${word}}\` for the value that every record has.`;
    },
  }),
  'text/unknown-format': phrase<ChoiceDetails & { readonly text: string; readonly format: string }>({
    severity: 'error',
    summary: 'A placeholder uses a format that does not exist.',
    message: ({ text, format }) => `The format "${format}" in "${text}" does not exist.`,
    remedy: ({ format, choices }) => suggest(format, choices, 'Formats'),
  }),
  'text/odd-braces': phrase<{ readonly text: string }>({
    severity: 'error',
    summary: 'Braces in a text do not contain a path.',
    message: ({ text }) => `"${text}" is not a placeholder: it has no path.`,
    remedy: () => 'Write a path between the braces, such as {owner} or {due:longDate}.',
  }),
};
