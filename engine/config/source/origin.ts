/** Where a part of a file is written: a file that was merged from several layers has parts of each. */
import type { SourceOrigin } from './source.ts';

/** @returns the file whose text has the part, and its pointer there */
export function originOf({ file, pointer }: SourceOrigin): SourceOrigin {
  return file.origin?.(pointer) ?? { file, pointer };
}
