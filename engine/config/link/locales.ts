/** Links the files of locales/: what each further language of the portal has for its texts and for the engine's own. */
import type { Portal } from '../../portal/portal.ts';
import { keyOfText, type Translation } from '../../portal/translation.ts';
import { engineLanguage, engineWords, linesOf, wordsFrom } from '../engine-words.ts';
import type { ParsedFile } from '../source.ts';
import { child, entries, rootOf, text } from './cursor.ts';
import { baseName } from './files.ts';
import { report, type Linking } from './linking.ts';

/** @param locales of the portal; the first needs a file only for sentences that the engine does not come with in it */
export function linkLocales(
  files: readonly ParsedFile[],
  locales: readonly string[],
  linking: Linking,
): Portal['translations'] {
  const further = locales.filter((language, at) => at > 0 || language !== engineLanguage);
  for (const file of files) {
    const language = baseName(file);
    if (!further.includes(language)) report(linking, 'locale/not-listed', rootOf(file), { language });
  }
  return Object.fromEntries(
    further.map((language) => [
      language,
      translationFrom(
        files.find((file) => baseName(file) === language),
        language,
      ),
    ]),
  );
}

function translationFrom(file: ParsedFile | undefined, language: string): Translation {
  const words = engineWords(language);
  if (file === undefined) return { texts: {}, contexts: {}, words };
  const texts = linesOf(file.value);
  const contexts = entries(child(rootOf(file), 'contexts')).map(([kind, said]) => [
    kind,
    Object.fromEntries(entries(said).map(([key, one]) => [keyOfText(key), text(one) ?? key])),
  ]);
  return { texts, contexts: Object.fromEntries(contexts), words: { ...words, ...wordsFrom(texts) } };
}
