/** Reports missing translations of the configuration's texts and of the engine's own messages. */
import { allMessages } from '../../../locales/all-messages.ts';
import type { English } from '../../../locales/catalogue.ts';
import {
  hasWords,
  keyOfText,
  type TextKind,
  type Translation,
  translationOf,
} from '../../../portal/language/translation.ts';
import type { Place } from '../../../portal/model/place.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import { mapTexts } from '../../../portal/translation/map-texts.ts';
import { portalTexts } from '../../../portal/translation/texts.ts';
import { createDiagnostic, type Diagnostic } from '../../diagnostics/diagnostic.ts';
import { engineLanguage } from '../../link/texts/engine-messages.ts';
import { isMapping } from '../../link/input/cursor.ts';
import { baseName } from '../../link/input/files.ts';
import { type ParsedFile, pointerTo, type SourceSpan } from '../../source/source.ts';
import { type CheckContext, spanIn } from '../context/check-context.ts';

/** A portal with one language needs no check. */
export function checkLanguages(context: CheckContext): Diagnostic[] {
  const { portal } = context;
  const further = Object.entries(portal.translations);
  if (further.length === 0) return [];
  const texts = textsOf(portal);
  return further.flatMap(([language, translation]) => {
    const isFirst = language === portal.locales[0];
    if (!isFirst && !hasFile(context, language)) {
      return [createDiagnostic('locale/no-file', localesOf(context, language), { name: language })];
    }
    return [
      ...(isFirst ? [] : untranslatedTexts(context, texts, { language, translation })),
      ...untranslatedMessages(context, { language, translation }),
    ];
  });
}

function hasFile({ files }: CheckContext, language: string): boolean {
  return files.some((file) => file.kind === 'locale' && baseName(file) === language);
}

interface Text {
  readonly text: string;
  readonly kind: TextKind;
  readonly place: Place | null;
}

interface Further {
  readonly language: string;
  readonly translation: Translation;
}

/** Each text once for each kind of place. Of a text that was built, its template and its parts. */
function textsOf(portal: Portal): Text[] {
  const found = new Map<string, Text>();
  mapTexts(portal, portalTexts, (text, kind, place) => {
    const built = Object.hasOwn(portal.composed, text) ? portal.composed[text] : undefined;
    for (const written of built === undefined ? [text] : [built.pattern, ...Object.values(built.parts)]) {
      const key = `${kind}\n${keyOfText(written)}`;
      // A citation may be translated, but need not.
      if (kind !== 'source' && isSaid(written) && !found.has(key))
        found.set(key, { text: written, kind, place });
    }
    return text;
  });
  return [...found.values()];
}

/** A missing title is the name of the file, which nobody translates, and an address is the same in every language. */
function isSaid(text: string): boolean {
  return hasWords(text) && !/^[a-z0-9]+(?:[-_/][a-z0-9]+)+$/.test(text) && !/^\S+@\S+$/.test(text);
}

function untranslatedTexts(
  { portal, files }: CheckContext,
  texts: readonly Text[],
  { language, translation }: Further,
): Diagnostic[] {
  const missing = new Map<string, Text>();
  for (const one of texts) {
    if (translationOf({ translation, composed: portal.composed }, one) === null) {
      missing.set(keyOfText(one.text), one);
    }
  }
  if (missing.size === 0) return [];
  const places = whereTextsStand(files, new Set(missing.keys()));
  const otherwise = localesOf({ portal, files }, language);
  return [...missing].map(([key, { text, place }]) =>
    createDiagnostic('locale/untranslated', places.get(key)?.() ?? place ?? otherwise, { language, text }),
  );
}

/** Missing messages of the engine are reported at the place where the portal lists the language. */
function untranslatedMessages(context: CheckContext, { language, translation }: Further): Diagnostic[] {
  if (language === engineLanguage) return [];
  const place = localesOf(context, language);
  return allMessages
    .filter(
      ({ code, english }) => hasWords(longest(english)) && !Object.hasOwn(translation.words.texts, code),
    )
    .map(({ code, english }) =>
      createDiagnostic('locale/untranslated-message', place, { language, code, text: longest(english) }),
    );
}

function longest(text: English): string {
  return typeof text === 'string' ? text : text.other;
}

function localesOf(context: CheckContext, language: string): Place {
  const index = context.portal.locales.indexOf(language);
  return spanIn(context, { kind: 'portal', name: 'portal' }, 'locales', index);
}

interface TextPosition {
  readonly file: ParsedFile;
  readonly keys: readonly (string | number)[];
  /** Keys whose values are texts. */
  readonly isText: boolean;
}

/**
 * The first place of each text, preferably as a text of its own. A text that the engine made from a name has no
 * place.
 */
function whereTextsStand(
  files: readonly ParsedFile[],
  wanted: ReadonlySet<string>,
): ReadonlyMap<string, () => SourceSpan> {
  const found = new Map<string, TextPosition>();
  const visit = (value: unknown, file: ParsedFile, keys: readonly (string | number)[]): void => {
    if (typeof value === 'string') {
      const text = keyOfText(value);
      if (!wanted.has(text)) return;
      const isText = holdsText(keys);
      if (!found.has(text) || (isText && !found.get(text)?.isText)) found.set(text, { file, keys, isText });
    } else if (Array.isArray(value)) value.forEach((part, index) => visit(part, file, [...keys, index]));
    else if (isMapping(value))
      for (const [key, part] of Object.entries(value)) visit(part, file, [...keys, key]);
  };
  for (const file of inOrder(files)) visit(file.value, file, []);
  return new Map(
    [...found].map(([text, { file, keys }]) => [text, () => file.positions(pointerTo(...keys))]),
  );
}

/** Parts that need no translation may contain the same texts, so they are searched last. */
function inOrder(files: readonly ParsedFile[]): ParsedFile[] {
  const others = files.filter(({ kind }) => kind !== 'locale');
  return [...others.filter((file) => !isLast(file)), ...others.filter(isLast)];
}

function isLast({ kind }: ParsedFile): boolean {
  return kind === 'document' || kind === 'fee' || kind === 'report';
}

const textKeys = new Set(
  'title label help description message heading points empty subject body messages ui:title ui:help ui:description ui:placeholder ui:enumNames ui:addLabel ui:rowTitle ui:unit'.split(
    ' ',
  ),
);

/** The key of the text, or of the list or map that contains it. */
function holdsText(keys: readonly (string | number)[]): boolean {
  return keys.slice(-2).some((key) => textKeys.has(String(key)));
}
