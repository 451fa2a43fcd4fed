/** Checks translation files: each line translates an existing text and has the same placeholders. */
import { mapTexts } from '../../../portal/translation/map-texts.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import { portalTexts } from '../../../portal/translation/texts.ts';
import { keyOfText } from '../../../portal/language/translation.ts';
import { createDiagnostic, type Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { English } from '../../../locales/catalogue.ts';
import { messageOf, textOfMessage } from '../../link/texts/engine-messages.ts';
import { baseName } from '../../link/input/files.ts';
import { child, entries, items, rootOf, text, type Cursor } from '../../link/input/cursor.ts';
import type { ParsedFile } from '../../source/source.ts';
import type { CheckContext } from '../context/check-context.ts';

export function checkTranslations({ portal, files }: CheckContext): Diagnostic[] {
  const locales = files.filter(({ kind }) => kind === 'locale');
  if (locales.length === 0) return [];
  const known = textsOf(portal);
  return locales.flatMap((file) => [
    ...linesOf(file).flatMap((line) => [...unused(file, line, known), ...differing(file, line)]),
    ...entries(child(rootOf(file), 'engine')).flatMap(([code, at]) => wrongMessage(file, code, at)),
  ]);
}

/** All texts, including those that only offices read: they may be translated too. */
function textsOf(portal: Portal): Set<string> {
  const known = new Set<string>();
  mapTexts(portal, portalTexts, (said) => {
    known.add(keyOfText(said));
    return said;
  });
  for (const { pattern, parts } of Object.values(portal.composed)) {
    for (const said of [pattern, ...Object.values(parts)]) known.add(keyOfText(said));
  }
  return known;
}

interface TranslationLine {
  readonly english: string;
  /** Null for a text that stays the same. */
  readonly said: string | null;
  readonly at: Cursor;
}

function linesOf(file: ParsedFile): TranslationLine[] {
  const root = rootOf(file);
  const maps = [child(root, 'texts'), ...entries(child(root, 'contexts')).map(([, one]) => one)];
  return [
    ...maps.flatMap(entries).map(([english, at]) => ({ english, said: text(at), at })),
    ...items(child(root, 'same')).map((at) => ({ english: text(at) ?? '', said: null, at })),
  ];
}

function unused(
  file: ParsedFile,
  { english, said, at }: TranslationLine,
  known: ReadonlySet<string>,
): Diagnostic[] {
  if (known.has(keyOfText(english))) return [];
  const place = file.positions(at.pointer, said === null ? 'value' : 'key');
  return [createDiagnostic('locale/unused', place, { language: baseName(file), text: english })];
}

function differing(file: ParsedFile, { english, said, at }: TranslationLine): Diagnostic[] {
  if (said === null) return [];
  const [wanted, found] = [placeholdersOf(english), placeholdersOf(said)];
  const missing = [...wanted.difference(found)];
  const added = [...found.difference(wanted)];
  if (missing.length === 0 && added.length === 0) return [];
  const details = { language: baseName(file), text: english, missing, added };
  return [createDiagnostic('locale/placeholder', file.positions(at.pointer), details)];
}

/** Returns the code if the line is for one of the engine's own messages. */
function wrongMessage(file: ParsedFile, code: string, at: Cursor): Diagnostic[] {
  const language = baseName(file);
  const template = messageOf(code);
  if (template === undefined) {
    return [
      createDiagnostic('locale/unknown-message', file.positions(at.pointer, 'key'), { language, code }),
    ];
  }
  const said = textOfMessage(at.value);
  if (said === null) return [];
  const [wanted, found] = [placesOf(template.english), placesOf(said)];
  const missing = [...wanted.difference(found)];
  const added = [...found.difference(wanted)];
  if (missing.length === 0 && added.length === 0) return [];
  const details = { language, text: code, missing, added };
  return [createDiagnostic('locale/placeholder', file.positions(at.pointer), details)];
}

function placesOf(said: English): Set<string> {
  return placeholdersOf(typeof said === 'string' ? said : `${said.one} ${said.other}`);
}

function placeholdersOf(said: string): Set<string> {
  return new Set(said.match(/\{[^{}]+\}/g));
}
