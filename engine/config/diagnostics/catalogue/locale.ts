/** Diagnostics of further languages: what is not translated, what translates nothing, and placeholders that differ. */
import { phrase } from '../phrase.ts';

interface Translated {
  readonly language: string;
  readonly text: string;
}

export const localePhrases = {
  'locale/not-listed': phrase<{ readonly language: string }>({
    severity: 'warning',
    summary: 'A file of translations is for a language that the portal does not have.',
    message: ({ language }) => `The portal has no language "${language}" beside its first, so that nobody reads this file.`,
    remedy: ({ language }) => `Add ${language} to \`locales\` in portal.yaml, behind the first, or delete the file.`,
  }),
  'locale/no-file': phrase<{ readonly name: string }>({
    severity: 'warning',
    summary: 'A language of the portal has no file of translations.',
    message: ({ name }) => `The portal is offered in "${name}", and there is no locales/${name}.yaml: its texts are shown as they are written.`,
    remedy: ({ name }) => `Add locales/${name}.yaml with the translations under \`texts\`, or take ${name} out of \`locales\`.`,
  }),
  'locale/untranslated': phrase<Translated>({
    severity: 'warning',
    summary: 'A text that citizens read has no translation.',
    message: ({ language, text }) => `"${text}" is not translated to ${language}.`,
    remedy: ({ language }) => `Add it to \`texts\` of locales/${language}.yaml, or to \`same\` where it stays as it is.`,
  }),
  'locale/unused': phrase<Translated>({
    severity: 'warning',
    summary: 'A translation is for a text that occurs nowhere.',
    message: ({ text }) => `"${text}" occurs nowhere in the configuration, nor among the engine's own sentences.`,
    remedy: () => 'Write the text as it stands in the file that says it, letter by letter, or take the line out.',
  }),
  'locale/placeholder': phrase<Translated & { readonly missing: readonly string[]; readonly added: readonly string[] }>({
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
