/** Reports missing translations of the configuration's texts and of the engine's own messages. */
import { usualMessages } from '../../../locales/usual.ts';
import { keyOfText, type Translation } from '../../../portal/language/translation.ts';
import { onceForEach } from '../../../portal/values/once-for-each.ts';
import type { Place } from '../../../portal/model/place.ts';
import { longest, untranslatedIn, untranslatedMessagesIn } from '../../../portal/translation/gaps.ts';
import { createDiagnostic, type Diagnostic } from '../../diagnostics/diagnostic.ts';
import { mappingOf } from '../../../portal/values/is-mapping.ts';
import { isMapping } from '../../link/input/cursor.ts';
import { baseName } from '../../link/input/files.ts';
import type { ParsedFile, SourceSpan } from '../../source/source.ts';
import { pointerTo } from '../../../portal/values/pointer.ts';
import { type CheckContext, spanIn } from '../context/check-context.ts';
import { changedTexts } from './changed-texts.ts';

/** A portal with one language needs no check. */
export function checkLanguages(context: CheckContext): Diagnostic[] {
  const { portal } = context;
  const further = Object.entries(portal.translations);
  if (further.length === 0) return [];
  return further.flatMap(([language, translation]) => {
    const isFirst = language === portal.locales[0];
    if (!isFirst && !hasFile(context, language)) {
      return [createDiagnostic('locale/no-file', localesOf(context, language), { name: language })];
    }
    return [
      ...(isFirst ? [] : untranslatedTexts(context, { language, translation })),
      ...(hasFallback(context, language) ? [] : untranslatedMessages(context, { language, translation })),
    ];
  });
}

function hasFile(context: CheckContext, language: string): boolean {
  return fileOf(context, language) !== undefined;
}

/** The file says that people read the other messages of the engine in another language. */
function hasFallback(context: CheckContext, language: string): boolean {
  return mappingOf(fileOf(context, language)?.value)['fallback'] !== undefined;
}

function fileOf({ files }: CheckContext, language: string): ParsedFile | undefined {
  return files.find((file) => file.kind === 'locale' && baseName(file) === language);
}

interface Further {
  readonly language: string;
  readonly translation: Translation;
}

function untranslatedTexts(
  { portal, files }: CheckContext,
  { language, translation }: Further,
): Diagnostic[] {
  const missing = new Map(
    // Those of the engine are told as its messages.
    [...untranslatedIn(portal, translation)].filter(([key]) => !usualKeys.has(key)),
  );
  if (missing.size === 0) return [];
  const places = whereTextsStand(files, new Set(missing.keys()));
  const otherwise = localesOf({ portal, files }, language);
  const changed = changedTexts({ portal, files }, language);
  return [...missing].map(([key, { text, place }]) => {
    const line = changed.get(key);
    return createDiagnostic('locale/untranslated', places.get(key)?.() ?? place ?? otherwise, {
      language,
      text,
      before:
        line === undefined
          ? null
          : { text: line.english, line: line.at.file.positions(line.at.pointer).line },
    });
  });
}

const usualKeys = new Set(Object.values(usualMessages).map(({ english }) => keyOfText(english)));

/** Missing messages of the engine are reported at the place where the portal lists the language. */
function untranslatedMessages(context: CheckContext, { language, translation }: Further): Diagnostic[] {
  const place = localesOf(context, language);
  return untranslatedMessagesIn(translation).map(({ code, english }) =>
    createDiagnostic('locale/untranslated-message', place, { language, code, text: longest(english) }),
  );
}

function localesOf(context: CheckContext, language: string): Place {
  const index = context.portal.locales.indexOf(language);
  return spanIn(context, { kind: 'portal', name: 'portal' }, 'locales', index);
}

/** The keys on the way to a text, the last one first. */
type TextKeys = { readonly key: string | number; readonly above: TextKeys } | null;

function keysFrom(keys: TextKeys): (string | number)[] {
  return keys === null ? [] : [...keysFrom(keys.above), keys.key];
}

interface TextPosition {
  readonly file: ParsedFile;
  readonly keys: TextKeys;
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
  for (const file of inOrder(files)) {
    for (const [text, one] of textsOf(file)) if (wanted.has(text)) addFirst(found, text, one);
  }
  return new Map(
    [...found].map(([text, { file, keys }]) => [text, () => file.positions(pointerTo(...keysFrom(keys)))]),
  );
}

/** Each text of a file with its first place, preferably as a text of its own. */
const textsOf = onceForEach((file: ParsedFile): ReadonlyMap<string, TextPosition> => {
  const found = new Map<string, TextPosition>();
  const visit = (value: unknown, above: TextKeys): void => {
    if (typeof value === 'string') {
      addFirst(found, keyOfText(value), { file, keys: above, isText: holdsText(above) });
    } else if (Array.isArray(value)) value.forEach((part, key) => visit(part, { key, above }));
    else if (isMapping(value)) for (const [key, part] of Object.entries(value)) visit(part, { key, above });
  };
  visit(file.value, null);
  return found;
});

function addFirst(found: Map<string, TextPosition>, text: string, one: TextPosition): void {
  const known = found.get(text);
  if (known === undefined || (one.isText && !known.isText)) found.set(text, one);
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
function holdsText(keys: TextKeys): boolean {
  return [keys, keys?.above].some((one) => one != null && textKeys.has(String(one.key)));
}
