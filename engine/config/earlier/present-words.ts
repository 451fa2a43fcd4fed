/** Reads stored files of an earlier release in the words of this one. The files stay as they were written. */
import type { SourceFile } from '../source/source.ts';
import { mayHaveEarlierWords } from './earlier-words.ts';

/** @returns the same files, with the words that this release has for the same things */
export async function inPresentWords<File extends Pick<SourceFile, 'name' | 'text'>>(
  files: readonly File[],
): Promise<readonly File[]> {
  if (!files.some(({ text }) => mayHaveEarlierWords(text))) return files;
  // The parser and the schemas are loaded only if something may have to be replaced.
  const { replaceEarlierWords } = await import('./replace-words.ts');
  return replaceEarlierWords(files);
}
