/** Finds every name that a file declares, and where. */
import { child, type Cursor, entries, isMapping, items, rootOf, text } from '../input/cursor.ts';
import { pageNamesOf } from '../pages/written-pages.ts';
import { baseName, kindId, setName } from '../input/files.ts';
import type { SymbolKind } from '../input/symbol-use.ts';
import type { FileKind, ParsedFile } from '../../source/source.ts';

export interface Declaration {
  readonly kind: SymbolKind;
  /** What it belongs to, such as the record type of a state; null: the whole configuration. */
  readonly of: string | null;
  /** As other places write it. */
  readonly key: string;
  /** Unique among its kind: `desk`, `permit.review`, `permit: phone`. */
  readonly name: string;
  /** What is declared. */
  readonly at: Cursor;
  /** Where its key is: the name of the file, the key of the value, or a value such as `id`. */
  readonly part: 'file' | 'key' | 'value';
}

type Finder = (root: Cursor) => readonly Declaration[];

const finders: Readonly<Partial<Record<FileKind, Finder>>> = {
  portal: (root) => [
    ...keysOf(root, 'flags', 'flag'),
    ...keysOf(root, 'derived', 'flag'),
    ...keysOf(root, 'messages', 'message'),
    ...keysOf(root, 'constants', 'constant'),
    ...keysOf(root, 'formats', 'format'),
    ...valuesOf(root, 'navigation', 'navigation', 'key'),
  ],
  department: (root) => [
    named('department', root, baseName(root.file)),
    ...keysOf(root, 'flags', 'flag'),
    ...keysOf(root, 'derived', 'flag'),
    ...keysOf(root, 'constants', 'constant'),
  ],
  groups: (root) => keysOf(root, 'groups', 'group'),
  guards: (root) => [...keysOf(root, 'guards', 'guard'), ...keysOf(root, 'chains', 'chain')],
  route: (root) =>
    entries(child(root, 'routes')).flatMap(([name, at]) => [
      declared({ kind: 'route', key: name, at }),
      ...keysOf(at, 'params', 'parameter', name),
      ...keysOf(at, 'with', 'parameter', name),
    ]),
  record: (root) => {
    const type = baseName(root.file);
    return [
      named('type', root, type),
      ...keysOf(root, 'parties', 'role', type),
      ...keysOf(root, 'lists', 'list', type),
      ...keysOf(root, 'derived', 'fact', type),
      ...valuesOf(child(root, 'checklist'), 'items', 'item', 'id', type),
      ...pageNamesOf(root).map(({ name, at }) =>
        declared({ kind: 'route', key: name, at, part: text(at) === name ? 'value' : 'key' }),
      ),
    ];
  },
  workflow: (root) => {
    const type = text(child(root, 'of')) ?? baseName(root.file);
    return [
      ...keysOf(root, 'states', 'state', type),
      ...keysOf(root, 'transitions', 'step', type),
      ...keysOf(root, 'clocks', 'clock', type),
    ];
  },
  'requirement-set': (root) => [named('set', root, setName(root.file))],
  'requirement-kind': (root) => {
    const id = kindId(root.file);
    return [
      named('kind', root, id),
      ...valuesOf(root, 'checklist', 'item', 'id', id),
      ...questionsIn(child(root, 'form'), id, []),
    ];
  },
  papers: (root) => entries(root).map(([key, at]) => declared({ kind: 'paper', key, at })),
  form: (root) => [named('form', root, baseName(root.file)), ...questionsIn(root, baseName(root.file), [])],
  lookup: (root) => {
    const lookup = baseName(root.file);
    return [named('lookup', root, lookup), ...valuesOf(root, 'rows', 'row', 'value', lookup)];
  },
  days: (root) => keysOf(root, 'named', 'day'),
  calendar: (root) => [named('calendar', root, baseName(root.file))],
  fee: (root) => {
    const fee = baseName(root.file);
    return [
      named('fee', root, fee),
      ...valuesOf(root, 'lines', 'line', 'id', fee),
      ...keysOf(root, 'tags', 'line', fee),
      ...keysOf(root, 'tables', 'table', fee),
    ];
  },
  document: (root) => {
    const document = baseName(root.file);
    return [named('document', root, document), ...valuesOf(root, 'blocks', 'block', 'name', document)];
  },
  notice: (root) => [named('notice', root, baseName(root.file))],
  report: (root) => [named('report', root, baseName(root.file))],
};

export function declarationsIn(file: ParsedFile): readonly Declaration[] {
  return finders[file.kind]?.(rootOf(file)) ?? [];
}

/** The name of a declaration with another key. */
export function nameOf({ kind, of, key }: Pick<Declaration, 'kind' | 'of' | 'key'>): string {
  if (of === null) return key;
  return dotted.has(kind) ? `${of}.${key}` : `${of}: ${key}`;
}

/** Kinds whose names follow their owner after a dot, as in gone.yaml. */
const dotted: ReadonlySet<SymbolKind> = new Set(['state', 'step', 'clock', 'role', 'list', 'fact']);

interface KeyDeclaration {
  readonly kind: SymbolKind;
  readonly key: string;
  readonly at: Cursor;
  readonly of?: string | null;
  readonly part?: Declaration['part'];
}

function declared({ kind, key, at, of = null, part = 'key' }: KeyDeclaration): Declaration {
  return { kind, of, key, name: nameOf({ kind, of, key }), at, part };
}

function named(kind: SymbolKind, at: Cursor, key: string): Declaration {
  return declared({ kind, key, at, part: 'file' });
}

function keysOf(root: Cursor, part: string, kind: SymbolKind, of: string | null = null): Declaration[] {
  return entries(child(root, part)).map(([key, at]) => declared({ kind, key, at, of }));
}

/** Entries of a list that say their name under a key. */
function valuesOf(
  root: Cursor,
  list: string,
  kind: SymbolKind,
  word: string,
  of: string | null = null,
): Declaration[] {
  return items(child(root, list)).flatMap((one) => {
    const at = child(one, word);
    const key = text(at);
    return key === null ? [] : [declared({ kind, key, at, of, part: 'value' })];
  });
}

/** The questions of a form at every depth. @param path of the questions around them */
function questionsIn(at: Cursor, of: string, path: readonly string[]): Declaration[] {
  if (!isMapping(at.value) && !Array.isArray(at.value)) return [];
  const own = entries(child(at, 'properties')).flatMap(([key, question]): Declaration[] => {
    const below = [...path, key];
    const name = nameOf({ kind: 'question', of, key: below.join('.') });
    return [
      { kind: 'question', of, key, name, at: question, part: 'key' },
      ...questionsIn(question, of, below),
    ];
  });
  return [...own, ...questionsIn(child(at, 'items'), of, path), ...fragmentsIn(at, of)];
}

/** `$defs`: parts of a form that it names itself. */
function fragmentsIn(at: Cursor, of: string): Declaration[] {
  return ['$defs', 'definitions'].flatMap((word) =>
    entries(child(at, word)).flatMap(([name, part]) => questionsIn(part, of, [name])),
  );
}
