/** Diagnostics of translations: missing ones, unused ones, and different placeholders. */
import { phrase } from '../phrase.ts';

export interface TranslationDetails {
  readonly language: string;
  readonly text: string;
}

export const localePhrases = {
  'locale/not-listed': phrase<{ readonly language: string }>({
    severity: 'warning',
    summary: 'A translation file is for a language that the portal does not have.',
    message: ({ language }) =>
      `"${language}" is not one of the further languages of the portal, so this file is not read.`,
    remedy: ({ language }) =>
      `Add ${language} to \`locales\` in portal.yaml, after the first language, or delete the file.`,
  }),
  'locale/no-file': phrase<{ readonly name: string }>({
    severity: 'warning',
    summary: 'A language of the portal has no translation file.',
    message: ({ name }) =>
      `The portal offers the language "${name}", but locales/${name}.yaml does not exist, so its texts are not translated.`,
    remedy: ({ name }) =>
      `Add locales/${name}.yaml with the translations under \`texts\`, or remove ${name} from \`locales\`.`,
  }),
  'locale/untranslated': phrase<
    TranslationDetails & {
      /** The similar text that the file still translates; null if there is none. */
      readonly before: { readonly text: string; readonly line: number } | null;
    }
  >({
    severity: 'warning',
    summary: 'A text has no translation.',
    message: ({ language, text, before }) =>
      `"${text}" is not translated into ${language}.${before === null ? '' : ` locales/${language}.yaml:${before.line} translates "${before.text}", which no longer exists.`}`,
    remedy: ({ language, before }) =>
      before === null
        ? `Add it to \`texts\` of locales/${language}.yaml, or to \`same\` if the text stays the same.`
        : 'Write the new text in that line too. Correct its translation if the meaning changed.',
  }),
  'locale/unused': phrase<TranslationDetails>({
    severity: 'warning',
    summary: 'A translation is for a text that the configuration does not have.',
    message: ({ text }) => `The configuration does not contain the text "${text}".`,
    remedy: () => 'Copy the text exactly from the file that contains it, or remove the line.',
  }),
  'locale/untranslated-message': phrase<TranslationDetails & { readonly code: string }>({
    severity: 'warning',
    summary: 'The engine has no translation for one of its own messages.',
    message: ({ language, code, text }) =>
      `The engine's message ${code}, "${text}", is not translated into ${language}.`,
    remedy: ({ language, code }) =>
      `Add ${code} to \`engine\` of locales/${language}.yaml, or write \`fallback: en\` there.`,
  }),
  'locale/unknown-message': phrase<{ readonly language: string; readonly code: string }>({
    severity: 'warning',
    summary: 'A translation is for a message that the engine does not have.',
    message: ({ code }) => `The engine has no message ${code}.`,
    remedy: () => 'Remove the line. docs/configure/messages.md lists the messages of the engine.',
  }),
  'locale/placeholder': phrase<
    TranslationDetails & { readonly missing: readonly string[]; readonly added: readonly string[] }
  >({
    severity: 'error',
    summary: 'A translation has other placeholders than its text.',
    message: ({ text, missing, added }) => {
      const faults = [
        ...(missing.length > 0 ? [`lacks ${missing.join(', ')}`] : []),
        ...(added.length > 0 ? [`has ${added.join(', ')}, which the text does not have`] : []),
      ];
      return `The translation of "${text}" ${faults.join(' and ')}.`;
    },
    remedy: () => 'Copy the placeholders in braces exactly from the text. Their order may differ.',
  }),
};
