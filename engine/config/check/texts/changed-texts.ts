/** Finds texts that were changed after they were translated: their translation still names the old text. */
import type { Portal } from '../../../portal/model/portal.ts';
import { keyOfText } from '../../../portal/language/translation.ts';
import { untranslatedIn } from '../../../portal/translation/gaps.ts';
import { textsIn } from '../../../portal/translation/collect-texts.ts';
import { onceForEach } from '../../../portal/values/once-for-each.ts';
import { nearestName } from '../../diagnostics/nearest.ts';
import { baseName } from '../../link/input/files.ts';
import { child, entries, items, rootOf, text, type Cursor } from '../../link/input/cursor.ts';
import type { ParsedFile } from '../../source/source.ts';
import type { CheckContext } from '../context/check-context.ts';

/** Beyond so many pairs of texts, a new language has just begun, and nothing was changed. */
const mostCompared = 20_000;
/** The start of a text that is compared. */
const compared = 80;

export interface TranslationLine {
  readonly english: string;
  /** Null for a text that stays the same. */
  readonly said: string | null;
  readonly at: Cursor;
}

/** @returns the line that translates the old text, by the key of the new one */
export function changedTexts(
  { portal, files }: CheckContext,
  language: string,
): ReadonlyMap<string, TranslationLine> {
  const translation = portal.translations[language];
  const unused = files
    .filter((file) => file.kind === 'locale' && baseName(file) === language)
    .flatMap((file) => unusedLines(portal, file));
  if (translation === undefined || unused.length === 0) return new Map();
  const missing = [...untranslatedIn(portal, translation)];
  const changed = new Map<string, TranslationLine>();
  if (unused.length * missing.length > mostCompared) return changed;
  const starts = new Map(missing.map(([key, one]) => [one.text.slice(0, compared), key]));
  for (const line of unused) {
    const near = nearestName(line.english, [...starts.keys()]);
    if (near === null) continue;
    changed.set(starts.get(near) ?? '', line);
    starts.delete(near);
  }
  return changed;
}

/** The lines of a translation file that translate no text of the portal. */
export function unusedLines(portal: Portal, file: ParsedFile): TranslationLine[] {
  return linesOf(file).filter(({ english }) => !textsOf(portal).has(keyOfText(english)));
}

/** All texts, including those that only offices read: they may be translated too. */
const textsOf = onceForEach((portal: Portal): ReadonlySet<string> => {
  const known = new Set(textsIn(portal).map(({ key }) => key));
  for (const { pattern, parts } of Object.values(portal.composed)) {
    for (const said of [pattern, ...Object.values(parts)]) known.add(keyOfText(said));
  }
  return known;
});

export function linesOf(file: ParsedFile): TranslationLine[] {
  const root = rootOf(file);
  const maps = [child(root, 'texts'), ...entries(child(root, 'contexts')).map(([, one]) => one)];
  return [
    ...maps.flatMap(entries).map(([english, at]) => ({ english, said: text(at), at })),
    ...items(child(root, 'same')).map((at) => ({ english: text(at) ?? '', said: null, at })),
  ];
}
