/** `new language CODE`: a language in which people read the portal. */
import { mappingOf } from '../../../portal/values/is-mapping.ts';
import { RefusedDraft } from '../draft.ts';
import { addKey, addToList } from '../../../config/edit/edit-yaml.ts';
import { parsedFile, type NewPart } from './part.ts';

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
    const { value } = parsedFile(draft, 'portal.yaml');
    draft.edit('portal.yaml', (text) =>
      Array.isArray(mappingOf(value)['locales'])
        ? addToList(text, ['locales'], name)
        : addKey(text, [], 'locales', `[${[...locales, name].join(', ')}]`),
    );
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
