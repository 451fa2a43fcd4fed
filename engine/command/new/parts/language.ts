/** `new language CODE`: a language in which people read the portal. */
import { RefusedDraft } from '../draft.ts';
import type { NewPart } from './part.ts';

export const language: NewPart = {
  names: 'CODE',
  flags: [],
  make({ draft, name }) {
    const { locales } = draft.portal;
    if (locales.includes(name)) throw new RefusedDraft(`The portal has the language ${name} already.`);
    if (!isLanguage(name))
      throw new RefusedDraft(`"${name}" is no code of a language, such as en, fil or pt-BR.`);
    draft.create(
      `locales/${name}.yaml`,
      '# The texts of the other files, each with its translation.\ntexts: {}\n',
    );
    draft.set('portal.yaml', 'locales', [...locales, name]);
    return [`the translations (locales/${name}.yaml): npx munisipyo check lists each text that has none`];
  },
};

function isLanguage(code: string): boolean {
  try {
    return /^[a-z]{2,3}(?:-|$)/.test(code) && new Intl.Locale(code).baseName === code;
  } catch {
    return false;
  }
}
