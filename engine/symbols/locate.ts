/** Finds the exact characters with which a place names something. */
import type { SymbolUse } from '../config/link/input/symbol-use.ts';
import { createLineMap } from '../config/source/positions.ts';
import { originOf } from '../config/source/origin.ts';
import type { ParsedFile } from '../config/source/source.ts';
import type { Place } from '../portal/model/place.ts';

export interface NameRange extends Place {
  /** The first column after it. */
  readonly endColumn: number;
  /** Offsets in the text of the file. */
  readonly start: number;
  readonly end: number;
  /** True for a name in the braces of a text. */
  readonly isInText: boolean;
}

/** A text may name the same thing several times. Empty if the place has the name from elsewhere, such as a template. */
export function rangesOfUse(use: SymbolUse): NameRange[] {
  const { file, pointer } = originOf(use.at);
  for (const part of use.isKey === true ? (['key'] as const) : (['value', 'key'] as const)) {
    const range = file.rangeOf(pointer, part);
    if (range === null) continue;
    const found = within(file.text.slice(...range), use);
    if (found.length > 0) {
      const isInText = file.text.slice(...range).includes('{');
      return found.map((at) => rangeAt(file, range[0] + at, range[0] + at + use.name.length, isInText));
    }
  }
  return [];
}

export function rangeAt(file: ParsedFile, start: number, end: number, isInText = false): NameRange {
  const { line, column } = (lineMaps.get(file) ?? mapOf(file)).lineOf(start);
  return { file: file.path, line, column, endColumn: column + end - start, start, end, isInText };
}

const lineMaps = new WeakMap<ParsedFile, ReturnType<typeof createLineMap>>();

function mapOf(file: ParsedFile): ReturnType<typeof createLineMap> {
  const map = createLineMap(file.text);
  lineMaps.set(file, map);
  return map;
}

/** @param written a key or a scalar, with its quotes @returns offsets */
function within(written: string, { name, path, kind }: SymbolUse): number[] {
  if (path === undefined) {
    const found = [...written.matchAll(new RegExp(`(?<![\\w-])${RegExp.escape(name)}(?![\\w-])`, 'g'))];
    // `type/list`: the list comes last.
    const one = kind === 'list' ? found.at(-1) : found[0];
    return one === undefined ? [] : [one.index];
  }
  if (written.includes('{')) {
    const braces = new RegExp(`(?<=\\{)${RegExp.escape(path.text)}(?=[:}])`, 'g');
    return [...written.matchAll(braces)].flatMap((one) =>
      segmentIn(one[0], path.fromEnd, name).map((at) => one.index + at),
    );
  }
  const plain = written.replaceAll(/^["'-]+|["']$/g, '');
  if (!`.${plain}`.endsWith(`.${path.text}`) && !`.${path.text}`.endsWith(`.${plain}`)) return [];
  return segmentIn(plain, path.fromEnd, name).map((at) => written.indexOf(plain) + at);
}

function segmentIn(path: string, fromEnd: number, name: string): number[] {
  const segments = path.split('.');
  const index = segments.length - 1 - fromEnd;
  if (segments[index] !== name) return [];
  return [segments.slice(0, index).reduce((sum, one) => sum + one.length + 1, 0)];
}
