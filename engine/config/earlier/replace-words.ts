/** Replaces words of an earlier release in files. */
import { layeredName } from '../layers/layer-names.ts';
import { parseFile } from '../parse/parse-file.ts';
import type { SourceFile } from '../source/source.ts';
import { mayHaveEarlierWords } from './earlier-words.ts';
import { kindOfFile } from '../validate/file-kinds.ts';
import { renamedWordsOf } from '../validate/validate-file.ts';

/** @returns the same files, with the words that this release has for the same things */
export function replaceEarlierWords<File extends Pick<SourceFile, 'name' | 'text'>>(
  files: readonly File[],
): readonly File[] {
  return files.map((file) => ({ ...file, text: presentText(file) }));
}

function presentText({ name, text }: Pick<SourceFile, 'name' | 'text'>): string {
  const below = layeredName(name).name;
  const kind = kindOfFile(below);
  if (kind === null || !mayHaveEarlierWords(text)) return text;
  const { file } = parseFile({ path: name, name: below, text }, kind);
  // Several errors of a schema may be about one place.
  const places = new Map<number, { readonly end: number; readonly word: string }>();
  for (const { pointer, part, now } of renamedWordsOf(file)) {
    const range = file.rangeOf(pointer, part);
    if (range !== null) places.set(range[0], { end: range[1], word: now });
  }
  // From the end, so that the offsets before stay right.
  return [...places]
    .toSorted(([a], [b]) => b - a)
    .reduce((done, [start, { end, word }]) => done.slice(0, start) + word + done.slice(end), file.text);
}
