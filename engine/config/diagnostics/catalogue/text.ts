/** Diagnostics of texts with placeholders: notices and documents. */
import { suggest } from '../nearest.ts';
import { phrase } from '../phrase.ts';

export interface ChoiceDetails {
  readonly choices: readonly string[];
}

export const textPhrases = {
  'text/unknown-path': phrase<ChoiceDetails & { readonly path: string; readonly type: string }>({
    severity: 'error',
    summary: 'A text names something that the record it is about does not have.',
    message: ({ path, type }) => `"{${path}}" names nothing that this text can say of "${type}".`,
    remedy: ({ path, choices }) => suggest(path, choices, 'What it can say'),
  }),
  'text/hidden-question': phrase<{
    readonly path: string;
    readonly type: string;
    readonly word: string | null;
    readonly answer: string | null;
  }>({
    severity: 'error',
    summary: 'A text names a question, and reads something else that has the same name.',
    message: ({ path, type }) =>
      `"{${path}}" does not show the answer to the question of that name: it reads what a text can say of every "${type}".`,
    remedy: ({ word, answer }) => {
      if (word === null) return 'Rename the question.';
      if (answer === null)
        return `Write \`{${word}}\` if that is meant, or rename the question to show its answer.`;
      return `Write \`{${answer}}\` for the answer, or \`{${word}}\` for what every record has.`;
    },
  }),
  'text/unknown-format': phrase<ChoiceDetails & { readonly text: string; readonly format: string }>({
    severity: 'error',
    summary: 'A placeholder asks for a format that there is not.',
    message: ({ text, format }) => `In "${text}" the format "${format}" does not exist.`,
    remedy: ({ format, choices }) => suggest(format, choices, 'Formats'),
  }),
  'text/odd-braces': phrase<{ readonly text: string }>({
    severity: 'error',
    summary: 'Braces in a text hold no path.',
    message: ({ text }) => `"${text}" is no placeholder: there is no path in it.`,
    remedy: () => 'Write a path between the braces, such as {owner} or {due:longDate}.',
  }),
};
