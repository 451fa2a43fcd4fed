/** Lays a file over the file of the same name in the base: its named entries are added, replaced or removed. */
import { keysOf, pointerTo } from '../../portal/values/pointer.ts';
import type { Place } from '../../portal/model/place.ts';
import { mappingOf } from '../../portal/values/is-mapping.ts';
import { createDiagnostic, type Diagnostic } from '../diagnostics/diagnostic.ts';
import type { ParsedFile, SourceOrigin } from '../source/source.ts';
import { originOf, withOrigin } from '../source/origin.ts';
import type { LayerWord, ListedName } from './layer-word.ts';
import { entriesOf, itself, type NamedEntry, type NamedPart, namedPartsOf } from './named-parts.ts';

/** Something of the base that a nearer layer leaves out. */
export interface RemovedName {
  readonly name: string;
  /** Where it is left out. */
  readonly place: Place;
  /** The file of the base that has it. */
  readonly file: ParsedFile;
  /** Of what is left out in that file. */
  readonly pointer: string;
}

export interface MergedFile {
  readonly file: ParsedFile;
  readonly removed: readonly RemovedName[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * @param below the file of the base
 * @param above the file that changes it, without the key `layer`
 * @param word what that key said
 */
export function mergeFiles(
  below: ParsedFile,
  above: ParsedFile,
  word: Extract<LayerWord, { is: 'names' }>,
): MergedFile {
  const parts = namedPartsOf(below.kind);
  const merged = parts.map((part) => ({ part, ...mergePart(part, { below, above, word }) }));
  const isRoot = merged.some(({ part }) => part.key === null);
  const value = isRoot ? {} : { ...mappingOf(below.value), ...mappingOf(above.value) };
  const origins = new Map<string, SourceOrigin>();
  // A setting comes from the nearest layer that has it.
  for (const key of isRoot ? [] : Object.keys(mappingOf(below.value))) {
    if (!Object.hasOwn(mappingOf(above.value), key))
      origins.set(pointerTo(key), { file: below, pointer: pointerTo(key) });
  }
  for (const { part, entries } of merged) {
    const { key, namedBy } = part;
    const isWritten = [below, above].some(
      (file) => key === null || Object.hasOwn(mappingOf(file.value), key),
    );
    if (!isWritten) continue;
    const at = key === null ? [] : [key];
    for (const [index, { name, file, pointer }] of entries.entries())
      origins.set(pointerTo(...at, namedBy === null ? name : index), { file, pointer });
    const whole =
      namedBy === null
        ? Object.fromEntries(entries.map((entry) => [entry.name, entry.value]))
        : entries.map((entry) => entry.value);
    if (key === null) Object.assign(value, whole);
    else value[key] = whole;
  }
  const unknown = [...word.replace, ...word.remove].filter(
    ({ part }) => !parts.some(({ name }) => name === part),
  );
  return {
    file: mergedFile({ below, above, value, origins }),
    removed: merged.flatMap(({ removed }) => removed),
    diagnostics: [
      ...unknown.map(({ part, place }) =>
        createDiagnostic('layer/unknown-part', place, { part, parts: parts.map(({ name }) => name) }),
      ),
      ...merged.flatMap(({ diagnostics }) => diagnostics),
    ],
  };
}

/** The entries of both lists. */
export function appendFiles(below: ParsedFile, above: ParsedFile): ParsedFile {
  const lists = [below, above].map((file) => ({
    file,
    entries: Array.isArray(file.value) ? file.value : [],
  }));
  const written = lists.flatMap(({ file, entries }) =>
    entries.map((value: unknown, index) => ({ value, file, pointer: pointerTo(index) })),
  );
  const origins = new Map(
    written.map(({ file, pointer }, index): [string, SourceOrigin] => [pointerTo(index), { file, pointer }]),
  );
  return mergedFile({ below, above, value: written.map(({ value }) => value), origins });
}

interface MergedPart {
  /** Those of the base in their order, then the added ones. */
  readonly entries: readonly NamedEntry[];
  readonly removed: readonly RemovedName[];
  readonly diagnostics: readonly Diagnostic[];
}

function mergePart(
  part: NamedPart,
  { below, above, word }: { below: ParsedFile; above: ParsedFile; word: Extract<LayerWord, { is: 'names' }> },
): MergedPart {
  const base = entriesOf(below, part);
  const own = entriesOf(above, part);
  const isOfPart = (one: ListedName): boolean => one.part === part.name;
  const replace = word.replace.filter(isOfPart);
  const remove = word.remove.filter(isOfPart);
  const listed = [...replace, ...remove];
  const known = new Set(base.map(({ name }) => name));
  const written = Map.groupBy(own, ({ name }) => name);
  const replaced = new Set(replace.map(({ name }) => name));
  const removed = remove.flatMap(({ name, place }) =>
    base.filter((entry) => entry.name === name).map(({ file, pointer }) => ({ name, place, file, pointer })),
  );
  const gone = new Set(removed.map(({ name }) => name));
  const diagnostics = [
    ...listed
      .filter(({ name }) => !known.has(name))
      .map(({ name, place }) =>
        createDiagnostic('layer/unknown-name', place, {
          name,
          part: part.name,
          choices: [...known],
          file: below.path,
        }),
      ),
    ...listed
      .filter(({ name }, at) => known.has(name) && listed.findIndex((one) => one.name === name) < at)
      .map(({ name, place }) => createDiagnostic('layer/listed-twice', place, { name, part: part.name })),
    ...replace
      .filter(({ name }) => known.has(name) && !written.has(name))
      .map(({ name, place }) => createDiagnostic('layer/not-replaced', place, { name, part: part.name })),
    ...own
      // A name alone says the same as in the base.
      .filter(({ name }) => part.namedBy !== itself && known.has(name))
      .filter(({ name }) => !replaced.has(name) && !gone.has(name))
      .map(({ name, pointer, file }) =>
        createDiagnostic('layer/taken', file.positions(pointer, 'key'), {
          name,
          part: part.name,
          place: placeText(base.find((entry) => entry.name === name)),
        }),
      ),
  ];
  const kept = Map.groupBy(
    base.filter(({ name }) => !gone.has(name)),
    ({ name }) => name,
  );
  // A name that is written twice stays twice. The checks of the merged file report it.
  const entries = [...kept].flatMap(([name, ofBase]) => written.get(name) ?? ofBase);
  const added = own.filter(({ name }) => !known.has(name) || gone.has(name));
  return { entries: [...entries, ...added], removed, diagnostics };
}

/** `province/lookups/branch.yaml:4` */
function placeText(entry: NamedEntry | undefined): string {
  if (entry === undefined) return '';
  const { file, line } = entry.file.positions(entry.pointer, 'key');
  return `${file}:${line}`;
}

interface MergeOutcome {
  readonly below: ParsedFile;
  readonly above: ParsedFile;
  readonly value: unknown;
  /** By pointer, of at most two keys. */
  readonly origins: ReadonlyMap<string, SourceOrigin>;
}

function mergedFile({ below, above, value, origins }: MergeOutcome): ParsedFile {
  const origin = (pointer: string): SourceOrigin => {
    const keys = keysOf(pointer);
    for (const depth of [2, 1]) {
      const found = keys.length < depth ? undefined : origins.get(pointerTo(...keys.slice(0, depth)));
      if (found !== undefined)
        return originOf({ ...found, pointer: found.pointer + pointerTo(...keys.slice(depth)) });
    }
    return originOf({ file: above, pointer });
  };
  return {
    ...withOrigin(above, value, origin),
    // Nothing reads it by offsets: it tells one merged file from another.
    text: `${above.text}\n${below.text}`,
    layers: [above, ...(below.layers ?? [below])],
  };
}
