/** Links the files of locales/: translations of the portal's texts and of the engine's messages. */
import type { Portal } from '../../../portal/model/portal.ts';
import type { English } from '../../../locales/catalogue.ts';
import { usualMessages } from '../../../locales/usual.ts';
import { keyOfText, type Translation } from '../../../portal/language/translation.ts';
import { engineLanguage, engineTexts, textOfMessage } from './engine-messages.ts';
import type { ParsedFile } from '../../source/source.ts';
import { child, entries, isMapping, rootOf, text } from '../input/cursor.ts';
import { baseName } from '../input/files.ts';
import { report, type LinkContext } from '../input/link-context.ts';

/** @param locales of the portal; the first needs a file only for engine messages that have no translation */
export function linkLocales(
  files: readonly ParsedFile[],
  locales: readonly string[],
  context: LinkContext,
): Portal['translations'] {
  const further = locales.filter((language, at) => at > 0 || language !== engineLanguage);
  for (const file of files) {
    const language = baseName(file);
    if (!further.includes(language)) report(context, 'locale/not-listed', rootOf(file), { language });
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
  const texts = engineTexts(language);
  if (file === undefined) return { texts: usualTexts(texts), contexts: {}, words: { language, texts } };
  const lines = linesOf(file.value);
  const messages = { ...usualWords(lines), ...texts, ...messagesOf(file) };
  const contexts = entries(child(rootOf(file), 'contexts')).map(([kind, said]) => [
    kind,
    Object.fromEntries(entries(said).map(([key, one]) => [keyOfText(key), text(one) ?? key])),
  ]);
  return {
    texts: { ...usualTexts(messages), ...lines },
    contexts: Object.fromEntries(contexts),
    words: { language, texts: messages },
  };
}

/** The engine's own translations of its default texts. */
function usualTexts(texts: Readonly<Record<string, English>>): Record<string, string> {
  return Object.fromEntries(
    Object.values(usualMessages).flatMap(({ code, english }) => {
      const said = texts[code];
      return typeof said === 'string' ? [[keyOfText(english), said]] : [];
    }),
  );
}

/** The engine's default texts that the file translates among those of the portal: code → text. */
function usualWords(lines: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.values(usualMessages).flatMap(({ code, english }) => {
      const said = lines[keyOfText(english)];
      return said === undefined ? [] : [[code, said]];
    }),
  );
}

/** Text → translation, including texts that stay the same. */
function linesOf(value: unknown): Record<string, string> {
  const { texts, same } = isMapping(value) ? value : {};
  const kept = Array.isArray(same) ? same.map((one) => [keyOfText(String(one)), String(one)]) : [];
  const translated = isMapping(texts)
    ? Object.entries(texts).map(([one, said]) => [keyOfText(one), String(said)])
    : [];
  return Object.fromEntries([...kept, ...translated]);
}

/** Translations of the engine's own messages: code → text. */
function messagesOf(file: ParsedFile): Record<string, English> {
  const lines = entries(child(rootOf(file), 'engine')).flatMap(([code, at]): [string, English][] => {
    const said = textOfMessage(at.value);
    return said === null ? [] : [[code, said]];
  });
  return Object.fromEntries(lines);
}
