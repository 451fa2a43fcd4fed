/** Where a part of a file is written: a file that was merged from several layers has parts of each. */
import type { ParsedFile, SourceOrigin } from './source.ts';

/** @returns the file whose text has the part, and its pointer there */
export function originOf({ file, pointer }: SourceOrigin): SourceOrigin {
  return file.origin?.(pointer) ?? { file, pointer };
}

/** The file with another value. @param origin where the part of that value at a JSON Pointer is written */
export function withOrigin(
  file: ParsedFile,
  value: unknown,
  origin: NonNullable<ParsedFile['origin']>,
): ParsedFile {
  return {
    ...file,
    value,
    origin,
    positions(pointer, part) {
      const at = origin(pointer);
      return at.file.positions(at.pointer, part);
    },
    rangeOf(pointer, part) {
      const at = origin(pointer);
      return at.file.rangeOf(at.pointer, part);
    },
    sourceOf(pointer) {
      const at = origin(pointer);
      return at.file.sourceOf(at.pointer);
    },
  };
}
