/** Corrects the places that only the compiler knows: names that it calls unknown because they still have the old key. */
import type { Diagnostic } from '../config/diagnostics/diagnostic.ts';
import type { SourceFile } from '../config/source/source.ts';
import type { NamedConfiguration } from './compile-names.ts';

export interface ChangedKey {
  readonly before: string;
  readonly after: string;
}

/** Names may be made of others: `permit: phone`, `desk.index`, `extend-review`. Each round can show further ones. */
const rounds = 5;

/** @returns the configuration, and the number of corrected places */
export function mendNames(
  files: readonly SourceFile[],
  keys: readonly ChangedKey[],
  compile: (files: readonly SourceFile[]) => NamedConfiguration,
): { readonly configuration: NamedConfiguration; readonly count: number } {
  let configuration = compile(files);
  let count = 0;
  for (let round = 0; round < rounds; round += 1) {
    const found = configuration.diagnostics.flatMap((one) => mendedName(one, keys));
    if (found.length === 0) break;
    const edits = [...new Map(found.map((one) => [JSON.stringify(one), one])).values()];
    count += edits.length;
    configuration = compile(configuration.files.map((file) => mendFile(file, edits)));
  }
  return { configuration, count };
}

export interface MendedName {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly before: string;
  readonly after: string;
}

function mendedName({ unknown, also = [], ...place }: Diagnostic, keys: readonly ChangedKey[]): MendedName[] {
  if (unknown === undefined) return [];
  return keys.flatMap(({ before, after }) => {
    const name = replaceKey(unknown.name, before, after);
    const isChoice = unknown.choices.some((one) => one === name || one.startsWith(`${name}.`));
    if (name === unknown.name || !isChoice) return [];
    return [place, ...also].map(({ file, line, column }) => ({ file, line, column, before, after }));
  });
}

/** Replaces the key where it is a whole word of the name. */
function replaceKey(name: string, before: string, after: string): string {
  const word = new RegExp(`(?<![\\w-])(extend-)?${RegExp.escape(before)}(?![\\w-])`, 'g');
  return name.replaceAll(word, (_, extend: string | undefined) => `${extend ?? ''}${after}`);
}

/** The file with the key replaced at these places, or elsewhere on their lines. */
export function mendFile(file: SourceFile, edits: readonly MendedName[]): SourceFile {
  const own = edits.filter((one) => one.file === file.path);
  if (own.length === 0) return file;
  const lines = file.text.split('\n');
  for (const { line, column, before, after } of own) {
    const text = lines[line - 1] ?? '';
    const said = replaceKey(text.slice(column - 1), before, after);
    // A mark may be at the value whose key is unknown.
    lines[line - 1] =
      said === text.slice(column - 1) ? replaceKey(text, before, after) : text.slice(0, column - 1) + said;
  }
  return { ...file, text: lines.join('\n') };
}
