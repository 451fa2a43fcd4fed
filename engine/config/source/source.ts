/** A configuration file before and after parsing: its text, its plain value, and the position of each part. */
import type { Place } from '../../portal/model/place.ts';

/** The kinds of configuration files; each has a JSON Schema in schemas/. */
export const fileKinds = [
  'portal',
  'groups',
  'guards',
  'department',
  'route',
  'record',
  'workflow',
  'requirement-set',
  'requirement-kind',
  'papers',
  'gone',
  'migration',
  'form',
  'lookup',
  'district',
  'days',
  'calendar',
  'arrivals',
  'fee',
  'document',
  'notice',
  'report',
  'locale',
  'test',
] as const;
export type FileKind = (typeof fileKinds)[number];

export interface SourceFile {
  /** The path as shown to people: `config/routes/desk.yaml`. */
  readonly path: string;
  /**
   * The path below the configuration folder, with forward slashes: `routes/desk.yaml`. It decides the kind of the
   * file. Of a file of a base, the path from this folder: `../province/routes/desk.yaml`.
   */
  readonly name: string;
  readonly text: string;
}

/** A place with the number of characters that it covers on its line. */
export interface SourceSpan extends Place {
  readonly length: number;
}

export interface ParsedFile {
  readonly path: string;
  readonly name: string;
  readonly kind: FileKind;
  readonly text: string;
  /** Plain JavaScript: maps are objects without inherited keys, lists are arrays. */
  readonly value: unknown;
  /**
   * The position of the value or the key at a JSON Pointer such as `/routes/desk.index/guards/1`.
   * A pointer to nothing returns the nearest part that exists; `''` is the first key of the file.
   */
  readonly positions: (pointer: string, part?: 'key' | 'value') => SourceSpan;
  /** Start and end offset of the key or of the scalar at a JSON Pointer, with its quotes; null if there is none. */
  readonly rangeOf: (pointer: string, part: 'key' | 'value') => readonly [start: number, end: number] | null;
  /** A scalar as it is written, so that `1320.10` keeps its digits; null if the pointer does not name a scalar. */
  readonly sourceOf: (pointer: string) => string | null;
  /** Of a file that was merged: the files that it was merged from, the nearest layer first. */
  readonly layers?: readonly ParsedFile[];
  /** Of a file that was merged: where the part at a JSON Pointer is written. */
  readonly origin?: (pointer: string) => SourceOrigin;
}

export interface SourceOrigin {
  readonly file: ParsedFile;
  /** JSON Pointer in that file. */
  readonly pointer: string;
}
