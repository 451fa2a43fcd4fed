/** The index of names: what a configuration declares, and each place that names it. */
import type { SymbolUse, SymbolKind } from '../config/link/input/symbol-use.ts';
import { child, type Cursor, entries, rootOf, text, texts } from '../config/link/input/cursor.ts';
import { originOf } from '../config/source/origin.ts';
import type { ParsedFile } from '../config/source/source.ts';
import { keyOfText } from '../portal/language/translation.ts';
import { type Declaration, declarationsIn } from '../config/link/names/declarations.ts';
import { type NameRange, rangeAt, rangesOfUse } from './locate.ts';

export interface NameSymbol extends Declaration {
  /** Of a file, its first key. */
  readonly definition: NameRange;
  /** In the order of files and lines. */
  readonly uses: readonly NameRange[];
  /** What it is called on screen. */
  readonly title: string | null;
}

export interface NameIndex {
  readonly symbols: readonly NameSymbol[];
  /** What the name at this place means; several if it names one thing in several forms or departments. */
  readonly at: (file: string, line: number, column: number) => readonly NameSymbol[];
}

/** @param uses collected by the linker while it linked these files */
export function indexNames(files: readonly ParsedFile[], uses: readonly SymbolUse[]): NameIndex {
  const declarations = files.flatMap(declarationsIn);
  const find = createFinder(declarations);
  const ranges = new Map<Declaration, Map<string, NameRange>>(declarations.map((one) => [one, new Map()]));
  for (const use of [...uses, ...usesInTranslations(files, uses)]) {
    const meant = find(use);
    if (meant.length === 0) continue;
    for (const range of rangesOfUse(use)) {
      for (const one of meant) ranges.get(one)?.set(`${range.file}\n${range.start}`, range);
    }
  }
  const symbols = declarations.map((one): NameSymbol => {
    const definition = definitionOf(one);
    const found = [...(ranges.get(one)?.values() ?? [])].filter(
      ({ file, start }) => file !== definition.file || start !== definition.start || one.part === 'file',
    );
    return { ...one, definition, uses: found.toSorted(byPlace), title: titleOf(one) };
  });
  const byFile = new Map<string, (readonly [NameRange, NameSymbol])[]>();
  for (const symbol of symbols) {
    for (const range of [...(symbol.part === 'file' ? [] : [symbol.definition]), ...symbol.uses]) {
      const known = byFile.get(range.file);
      if (known === undefined) byFile.set(range.file, [[range, symbol]]);
      else known.push([range, symbol]);
    }
  }
  return {
    symbols,
    at: (file, line, column) =>
      (byFile.get(file) ?? []).flatMap(([range, symbol]) =>
        range.line === line && range.column <= column && column <= range.endColumn ? [symbol] : [],
      ),
  };
}

type SymbolFinder = (use: SymbolUse) => readonly Declaration[];

function createFinder(declarations: readonly Declaration[]): SymbolFinder {
  const atPlace = new Map(declarations.map((one) => [placeKey(one.at), one]));
  const byName = Map.groupBy(declarations, ({ kind, of, key }) => nameKey(kind, of, key));
  const anywhere = Map.groupBy(declarations, ({ kind, key }) => nameKey(kind, null, key));
  const aliases = new Map(
    declarations.flatMap((one) =>
      one.kind === 'department' ? texts(child(one.at, 'aliases')).map((alias) => [alias, one] as const) : [],
    ),
  );
  return ({ kind, of, name, definitions }) => {
    if (definitions !== undefined) return definitions.flatMap((at) => atPlace.get(placeKey(at)) ?? []);
    const found = byName.get(nameKey(kind, of, name));
    if (found !== undefined) return found;
    if (of === null || loose.has(kind)) {
      const any = anywhere.get(nameKey(kind, null, name));
      if (any !== undefined) return any;
    }
    if (kind === 'item') return byName.get(nameKey('paper', null, name)) ?? [];
    const alias = kind === 'department' ? aliases.get(name) : undefined;
    return alias === undefined ? [] : [alias];
  };
}

/** Kinds of which the linker knows the owner only roughly: items of the kinds of a type, roles of records around it. */
const loose: ReadonlySet<SymbolKind> = new Set(['item', 'role', 'step', 'state', 'flag', 'constant']);

function nameKey(kind: SymbolKind, of: string | null, name: string): string {
  return `${kind}\n${of ?? ''}\n${name}`;
}

function placeKey({ file, pointer }: Cursor): string {
  return `${file.path}#${pointer}`;
}

function definitionOf({ at, part }: Declaration): NameRange {
  const { file: source, pointer } = originOf(at);
  const range = part === 'file' ? null : source.rangeOf(pointer, part);
  if (range !== null) {
    const quotes = /^["']/.test(source.text.slice(range[0])) ? 1 : 0;
    return rangeAt(source, range[0] + quotes, range[1] - quotes);
  }
  const { file, line, column } = source.positions(pointer);
  return { file, line, column, endColumn: column, start: 0, end: 0, isInText: false };
}

/** The title, or the label of a row or of a paper. */
function titleOf({ at, part }: Declaration): string | null {
  const { file, pointer } = at;
  const holder: Cursor =
    part === 'value'
      ? pointer
          .split('/')
          .slice(1, -1)
          .reduce((from, key) => child(from, key), rootOf(file))
      : at;
  return text(child(holder, 'title')) ?? text(child(holder, 'label')) ?? text(child(holder, 'subject'));
}

function byPlace(a: NameRange, b: NameRange): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return a.start - b.start;
}

/** A translation stands under the text that it translates, so it has the same names in braces. */
function usesInTranslations(files: readonly ParsedFile[], uses: readonly SymbolUse[]): SymbolUse[] {
  const inTexts = uses.filter(
    ({ at, path }) => path !== undefined && typeof at.value === 'string' && at.value.includes('{'),
  );
  const byText = Map.groupBy(inTexts, ({ at }) => keyOfText(String(at.value)));
  const lists = files
    .filter(({ kind }) => kind === 'locale')
    .map(rootOf)
    .flatMap((root) => [child(root, 'texts'), ...entries(child(root, 'contexts')).map(([, one]) => one)]);
  return lists.flatMap(entries).flatMap(([written, at]) =>
    (byText.get(keyOfText(written)) ?? []).flatMap((use): SymbolUse[] => [
      { ...use, at, isKey: true },
      { ...use, at },
    ]),
  );
}
