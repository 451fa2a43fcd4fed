/** Diagnostics of further languages: what is not translated, what translates nothing, and placeholders that differ. */
import { phrase } from '../phrase.ts';

export interface TranslationDetails {
  readonly language: string;
  readonly text: string;
}

export const localePhrases = {
  'locale/not-listed': phrase<{ readonly language: string }>({
    severity: 'warning',
    summary: 'A file of translations is for a language that the portal does not have.',
    message: ({ language }) =>
      `The portal has no language "${language}" beside its first, so that nobody reads this file.`,
    remedy: ({ language }) =>
      `Add ${language} to \`locales\` in portal.yaml, behind the first, or delete the file.`,
  }),
  'locale/no-file': phrase<{ readonly name: string }>({
    severity: 'warning',
    summary: 'A language of the portal has no file of translations.',
    message: ({ name }) =>
      `The portal is offered in "${name}", and there is no locales/${name}.yaml: its texts are shown as they are written.`,
    remedy: ({ name }) =>
      `Add locales/${name}.yaml with the translations under \`texts\`, or take ${name} out of \`locales\`.`,
  }),
  'locale/untranslated': phrase<TranslationDetails>({
    severity: 'warning',
    summary: 'A text that citizens read has no translation.',
    message: ({ language, text }) => `"${text}" is not translated to ${language}.`,
    remedy: ({ language }) =>
      `Add it to \`texts\` of locales/${language}.yaml, or to \`same\` where it stays as it is.`,
  }),
  'locale/unused': phrase<TranslationDetails>({
    severity: 'warning',
    summary: 'A translation is for a text that occurs nowhere.',
    message: ({ text }) => `"${text}" occurs nowhere in the configuration.`,
    remedy: () =>
      'Write the text as it stands in the file that says it, letter by letter, or take the line out.',
  }),
  'locale/untranslated-message': phrase<TranslationDetails & { readonly code: string }>({
    severity: 'warning',
    summary: 'The engine comes without a translation of one of its own messages.',
    message: ({ language, code, text }) =>
      `The engine's message ${code}, "${text}", is not translated to ${language}.`,
    remedy: ({ language, code }) => `Add ${code} to \`engine\` of locales/${language}.yaml.`,
  }),
  'locale/unknown-message': phrase<{ readonly language: string; readonly code: string }>({
    severity: 'warning',
    summary: 'A translation is for a message that the engine does not have.',
    message: ({ code }) => `The engine has no message ${code}.`,
    remedy: () => "Take the line out. The engine's messages are listed in docs/configure/messages.md.",
  }),
  'locale/placeholder': phrase<
    TranslationDetails & { readonly missing: readonly string[]; readonly added: readonly string[] }
  >({
    severity: 'error',
    summary: 'A translation names other placeholders than its text.',
    message: ({ text, missing, added }) => {
      const faults = [
        ...(missing.length > 0 ? [`lacks ${missing.join(', ')}`] : []),
        ...(added.length > 0 ? [`has ${added.join(', ')}, which the text does not have`] : []),
      ];
      return `The translation of "${text}" ${faults.join(' and ')}.`;
    },
    remedy: () => 'Write in the translation what stands in braces exactly as in the text; the order is free.',
  }),
};
