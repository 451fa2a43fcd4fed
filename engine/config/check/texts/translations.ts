/** Checks translation files: each line translates an existing text and has the same placeholders. */
import { createDiagnostic, type Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { English } from '../../../locales/catalogue.ts';
import { messageOf, textOfMessage } from '../../link/texts/engine-messages.ts';
import { baseName } from '../../link/input/files.ts';
import { child, entries, rootOf, type Cursor } from '../../link/input/cursor.ts';
import type { ParsedFile } from '../../source/source.ts';
import type { CheckContext } from '../context/check-context.ts';
import { changedTexts, linesOf, type TranslationLine, unusedLines } from './changed-texts.ts';

export function checkTranslations({ portal, files }: CheckContext): Diagnostic[] {
  return files.flatMap((file) => {
    if (file.kind !== 'locale') return [];
    const changed = new Set(
      [...changedTexts({ portal, files }, baseName(file)).values()].map(({ at }) => at.pointer),
    );
    return [
      // The new text is reported where it is.
      ...unusedLines(portal, file).flatMap((line) =>
        changed.has(line.at.pointer) ? [] : [unused(file, line)],
      ),
      ...linesOf(file).flatMap((line) => differing(file, line)),
      ...entries(child(rootOf(file), 'engine')).flatMap(([code, at]) => wrongMessage(file, code, at)),
    ];
  });
}

function unused(file: ParsedFile, { english, said, at }: TranslationLine): Diagnostic {
  const place = file.positions(at.pointer, said === null ? 'value' : 'key');
  return createDiagnostic('locale/unused', place, { language: baseName(file), text: english });
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
