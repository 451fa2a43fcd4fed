/** A draft as lines: how many it changes, as a patch, and carried over to other files. */
import { applyPatch } from 'diff';
import { compareLines, hunksBetween, renderPatch } from '../config/edit/patch.ts';
import type { SourceFile } from '../config/source/source.ts';

/** A file as it was when somebody began to change it, and as it is now. A new one began empty. */
export interface DraftFile {
  readonly base: string;
  readonly text: string;
}

export type DraftFiles = Readonly<Record<string, DraftFile>>;

export function countLines({ base, text }: DraftFile): { readonly added: number; readonly removed: number } {
  const lines = hunksBetween(base, text).flatMap((hunk) => hunk.lines);
  const count = (mark: string): number => lines.filter((line) => line.startsWith(mark)).length;
  return { added: count('+'), removed: count('-') };
}

/** @param folder of the configuration, as the patch names it */
export function patchOf(files: DraftFiles, folder: string): string {
  const changed = Object.entries(files).filter(([, { base, text }]) => base !== text);
  return renderPatch(
    changed.map(([name, { base, text }]) => {
      const path = `${folder}/${name}`;
      return { before: base === '' ? null : { path, text: base }, after: { path, text } };
    }),
  );
}

export interface CarriedFiles {
  readonly files: DraftFiles;
  /** Files of which others have changed the same lines, or that are gone. */
  readonly touched: readonly string[];
}

/** The same changes of files that are different now. What touches stays as it was. */
export function carryOver(files: DraftFiles, now: readonly SourceFile[]): CarriedFiles {
  const carried = Object.entries(files).map(([name, file]) => {
    const current = textIn(now, name);
    return { name, file, current, text: carryText(file, current) };
  });
  return {
    files: Object.fromEntries(
      carried.map(({ name, file, current, text }) => [name, text === null ? file : { base: current, text }]),
    ),
    touched: carried.flatMap(({ name, text }) => (text === null ? [name] : [])),
  };
}

/** Empty: there is no such file. */
export function textIn(files: readonly SourceFile[], name: string): string {
  return files.find((one) => one.name === name)?.text ?? '';
}

/** @returns null: both have changed the same lines */
function carryText({ base, text }: DraftFile, current: string): string | null {
  if (current === base || current === text) return text;
  // Others have made another file of the same name.
  if (base === '') return null;
  const done = applyPatch(current, compareLines(base, text, 1), { fuzzFactor: 0 });
  return done === false ? null : done;
}
