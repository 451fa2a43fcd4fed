/**
 * The rules of the project's structure: each is a function from sources to violations, so that a test can see it
 * fail.
 */
import { isBuiltin } from 'node:module';
import { posix } from 'node:path';
import type { Source } from './sources.ts';

/**
 * The room of a file; null: none.
 * @param rooms folders in order. A file belongs to the longest one that is a prefix of its path. A room that contains
 * other rooms has only the files directly in it, so that a new folder must be listed.
 */
export function roomOf(path: string, rooms: readonly string[]): string | null {
  const around = rooms.filter((room) => path === room || path.startsWith(`${room}/`));
  const room = around.toSorted((one, other) => other.length - one.length)[0] ?? null;
  const isParent = rooms.some((other) => other.startsWith(`${room}/`));
  return isParent && posix.dirname(path) !== room ? null : room;
}

/** A room imports only from itself and from earlier rooms. */
export function backwardImports(sources: readonly Source[], rooms: readonly string[]): string[] {
  const place = (path: string) => rooms.indexOf(roomOf(path, rooms) ?? '');
  const paths = new Set(sources.map(({ path }) => path));
  return sources.flatMap(({ path, imports }) =>
    imports
      .filter(({ from }) => paths.has(from) && place(from) > place(path))
      .map(({ from }) => `${path} imports ${from}, of a later room`),
  );
}

/** Files outside every room, and rooms without a file. */
export function filesWithoutRoom(sources: readonly Source[], rooms: readonly string[]): string[] {
  const used = new Set(sources.map(({ path }) => roomOf(path, rooms)));
  return [
    ...sources.filter(({ path }) => roomOf(path, rooms) === null).map(({ path }) => `${path} is in no room`),
    ...rooms.filter((room) => !used.has(room)).map((room) => `${room} holds nothing`),
  ];
}

/** No two folders import each other, at any depth. A folder includes everything below it. */
export function mutualImports(sources: readonly Source[]): string[] {
  const paths = new Set(sources.map(({ path }) => path));
  const first = new Map<string, string>();
  for (const { path, imports } of sources) {
    for (const { from } of imports.filter((one) => paths.has(one.from))) {
      const [importing, imported] = foldersApart(path, from);
      if (importing === null || imported === null) continue;
      const key = `${importing} → ${imported}`;
      if (!first.has(key)) first.set(key, `${path} imports ${from}`);
    }
  }
  return [...first].flatMap(([key, example]) => {
    const [importing = '', imported = ''] = key.split(' → ');
    const back = first.get(`${imported} → ${importing}`);
    return back === undefined || importing > imported
      ? []
      : [`${importing} and ${imported}: ${example}; ${back}`];
  });
}

/** The first folders in which two paths differ; null for a file directly in the common folder. */
function foldersApart(one: string, other: string): [string | null, string | null] {
  const [parts, others] = [one.split('/'), other.split('/')];
  let shared = 0;
  while (parts[shared] === others[shared]) shared++;
  const folder = (names: readonly string[]) =>
    names.length > shared + 1 ? names.slice(0, shared + 1).join('/') : null;
  return [folder(parts), folder(others)];
}

/** No folder below `parent` imports another folder below it. */
export function siblingsImported(sources: readonly Source[], parent: string): string[] {
  const childOf = (path: string) =>
    path.startsWith(`${parent}/`) && posix.dirname(path) !== parent
      ? path.slice(parent.length + 1).split('/')[0]
      : undefined;
  return sources.flatMap(({ path, imports }) =>
    imports
      .filter(
        ({ from }) =>
          childOf(path) !== undefined && childOf(from) !== undefined && childOf(from) !== childOf(path),
      )
      .map(({ from }) => `${path} imports ${from}`),
  );
}

/** The first import cycle, including type imports, as the paths along it. */
export function circle(sources: readonly Source[]): string[] {
  const imports = new Map(sources.map((file) => [file.path, file.imports.map(({ from }) => from)]));
  const done = new Set<string>();
  const visit = (path: string, trail: readonly string[]): string[] => {
    if (trail.includes(path)) return [...trail.slice(trail.indexOf(path)), path];
    if (done.has(path)) return [];
    for (const next of imports.get(path) ?? []) {
      const found = imports.has(next) ? visit(next, [...trail, path]) : [];
      if (found.length > 0) return found;
    }
    done.add(path);
    return [];
  };
  for (const { path } of sources) {
    const found = visit(path, []);
    if (found.length > 0) return found;
  }
  return [];
}

/** The sources that a program loads before its first line runs: without type imports and dynamic imports. */
export function readAtStart(sources: readonly Source[], entry: string): string[] {
  const files = new Map(sources.map((file) => [file.path, file.imports]));
  const read = new Set([entry]);
  // Iterating over a set includes elements added on the way.
  for (const path of read) {
    for (const { from, isType, isLazy } of files.get(path) ?? []) {
      if (!isType && !isLazy && files.has(from)) read.add(from);
    }
  }
  return [...read];
}

/** The run-time imports from one folder to another. */
export function importsAtRunTime(sources: readonly Source[], folder: string, of: string): string[] {
  return sources
    .filter(({ path }) => path.startsWith(`${folder}/`))
    .flatMap(({ path, imports }) =>
      imports
        .filter(({ from, isType }) => !isType && from.startsWith(`${of}/`))
        .map(({ from }) => `${path} imports ${from}, not only its types`),
    );
}

/**
 * Files below the folder that cast an API response with `as`, or that read a response without the client.
 * @param wire folders whose types describe responses
 */
export function answersUnchecked(
  sources: readonly Source[],
  folder: string,
  wire: readonly string[],
): string[] {
  const declared = sources.filter(({ path }) => wire.some((one) => path.startsWith(`${one}/`)));
  const names = new Set(declared.flatMap(({ types }) => types));
  return sources
    .filter(({ path }) => path.startsWith(`${folder}/`))
    .flatMap(({ path, text, casts }) => [
      ...casts.filter((name) => names.has(name)).map((name) => `${path} casts to ${name}`),
      ...(text.includes('.json()') ? [`${path} reads an answer by itself`] : []),
    ]);
}

/** Type names that more than one file declares. */
export function declaredTwice(sources: readonly Source[]): string[] {
  const files = Map.groupBy(
    sources.flatMap(({ path, types }) => [...new Set(types)].map((type) => ({ path, type }))),
    ({ type }) => type,
  );
  return [...files]
    .filter(([, declared]) => declared.length > 1)
    .map(([type, declared]) => `${type}: ${declared.map(({ path }) => path).join(', ')}`);
}

/** Nouns that end like a gerund or a participle. */
const nouns: Readonly<Record<string, string>> = {
  Booking: 'a time that somebody has reserved',
  Bound: 'a limit',
  Finding: 'what an inspection found',
  Need: 'what a step needs',
  Rounding: 'the mode and the unit to which an amount is rounded',
  Screen: 'a page of the browser',
  Set: 'a collection',
  Token: 'a piece of a text, or the proof of a session',
};

/** Participles without a typical ending. */
const participles =
  'Begun Bound Bought Built Done Drawn Fed Felt Found Gone Had Heard Held Hidden Hit Kept Known Laid Led Left Let Lost Made Meant Met Out Paid Put Read Run Said Seen Sent Set Shown Shut Sold Spent Split Stood Taken Taught Thought Told Understood Within Won Written';

/** Type names that describe an action on a thing instead of the thing. */
export function namedByVerb(sources: readonly Source[]): string[] {
  const irregular = new Set(participles.split(' '));
  return sources.flatMap(({ path, types }) =>
    types
      .filter((type) => {
        const last = /[A-Z][a-z]*$/.exec(type)?.[0] ?? type;
        return (/.(?:ing|ed|en)$/.test(last) || irregular.has(last)) && nouns[last] === undefined;
      })
      .map((type) => `${type}: ${path}`),
  );
}

/** Folders with too many source files. */
export function crowdedFolders(sources: readonly Source[], most: number): string[] {
  const folders = Map.groupBy(sources, ({ path }) => posix.dirname(path));
  return [...folders]
    .filter(([, files]) => files.length > most)
    .map(([folder, files]) => `${folder}: ${files.length}`);
}

/**
 * Imports beyond its own layer that a layer may not have, and files in no layer.
 * @param allowed folder of the layer → other layers, packages or scopes of packages; `node`: the modules of Node.js
 */
export function foreignImports(
  sources: readonly Source[],
  allowed: Readonly<Record<string, readonly string[]>>,
): string[] {
  return sources.flatMap(({ path, imports }) => {
    const layer = Object.keys(allowed).find((one) => path.startsWith(`${one}/`));
    if (layer === undefined) return [`${path} is in no layer`];
    const mayImport = (from: string) =>
      [layer, ...(allowed[layer] ?? [])].some((one) =>
        one === 'node' ? isBuiltin(from) : from === one || from.startsWith(`${one}/`),
      );
    return imports.filter(({ from }) => !mayImport(from)).map(({ from }) => `${path} imports ${from}`);
  });
}

/** Imports whose files no reader and no rule can find, but for those that are named. */
export function computedImports(sources: readonly Source[], known: readonly string[]): string[] {
  return sources.flatMap(({ path, computed }) =>
    known.includes(path) ? [] : computed.map((one) => `${path} loads ${one}`),
  );
}

/** Imports of such files. */
export function importsWhere(sources: readonly Source[], isMeant: (path: string) => boolean): string[] {
  return sources.flatMap(({ path, imports }) =>
    imports.filter(({ from }) => isMeant(from)).map(({ from }) => `${path} imports ${from}`),
  );
}

/** Words of a vocabulary that no source exports. */
export function wordsWithoutExport(sources: readonly Source[], words: readonly string[]): string[] {
  const code = sources.map(({ text }) => text).join('\n');
  const isExported = (word: string) =>
    new RegExp(`^export (?:async )?(?:interface|type|class|function|const) ${word}\\b`, 'm').test(code);
  return words.filter((word) => !isExported(word));
}
