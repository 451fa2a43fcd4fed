/** Reads a value of an earlier configuration with the names of the later one. */
import { isDeepStrictEqual } from 'node:util';
import { partsOfName } from '../../portal/succession/names-in.ts';
import { isMapping } from '../../portal/values/is-mapping.ts';
import type { SubjectKind } from './subjects.ts';

/** A subject of a plan that only has another name. */
export interface RenamedSubject {
  readonly kind: SubjectKind;
  readonly from: string;
  readonly to: string;
}

/** Kinds of names that occur in rules. A rule that only mentions a renamed thing has not changed. */
const mentioned: ReadonlySet<SubjectKind> = new Set([
  'department',
  'record type',
  'kind',
  'document',
  'lookup',
  'page',
]);

/**
 * A word may be the name of several things, of which only one was renamed: where the later value has the same word, it
 * stays.
 * @returns takes the earlier value, and the later one in its place if there is one
 */
export function readerOf(renamed: readonly RenamedSubject[]): (value: unknown, later?: unknown) => unknown {
  if (renamed.length === 0) return (value) => value;
  const reading = new LaterWords(renamed);
  return (value, later) => reading.read(value, later);
}

/** Earlier name → later name. */
type RenamedWords = ReadonlyMap<string, string>;

class LaterWords {
  /** Earlier word → later words. */
  readonly #possible: ReadonlyMap<string, readonly string[]>;
  readonly #names: RenamedWords;
  /** For values of some keys, in the place of the names. */
  readonly #byKey: ReadonlyMap<string, RenamedWords>;

  constructor(renamed: readonly RenamedSubject[]) {
    const pairs = renamed.flatMap(pairsOf);
    this.#possible = new Map(
      Array.from(
        Map.groupBy(pairs, ([from]) => from),
        ([from, some]) => [from, some.map(([, to]) => to)],
      ),
    );
    this.#names = new Map(
      renamed.flatMap(({ kind, from, to }) => (mentioned.has(kind) ? [[from, to] as const] : [])),
    );
    const partsOf = (wanted: SubjectKind): RenamedWords =>
      new Map(
        renamed.flatMap(({ kind, from, to }) =>
          kind === wanted ? [[partsOfName(from).part, partsOfName(to).part] as const] : [],
        ),
      );
    this.#byKey = new Map([
      ['role', partsOf('role')],
      ['transitions', partsOf('step')],
    ]);
  }

  /** @param known names that have another one wherever they stand */
  read(value: unknown, later: unknown, known = this.#names): unknown {
    if (typeof value === 'string')
      return this.#wordOf(value, [later]) ?? known.get(value) ?? this.#textOf(value, later);
    if (Array.isArray(value)) return this.#listOf(value, Array.isArray(later) ? later : [], known);
    return isMapping(value) ? this.#mapOf(value, isMapping(later) ? later : {}) : value;
  }

  /** The later name of the word, if the later value contains it; otherwise null. */
  #wordOf(word: string, later: readonly unknown[]): string | null {
    if (later.includes(word)) return word;
    const known = this.#possible.get(word)?.find((to) => later.includes(to));
    return known ?? this.#pathsOf(word).find((path) => later.includes(path)) ?? null;
  }

  /** Each path that this one may be now: any of its words may have another name. */
  #pathsOf(path: string): readonly string[] {
    const words = path.split('.');
    if (words.length > mostWords || !words.some((word) => this.#possible.has(word))) return [];
    return words
      .map((word) => [word, ...(this.#possible.get(word) ?? [])])
      .reduce((paths, others) => paths.flatMap((one) => others.map((word) => `${one}.${word}`)), [''])
      .map((one) => one.slice(1));
  }

  /** The text with those later names in its placeholders that the later text has in one. */
  #textOf(text: string, later: unknown): string {
    if (typeof later !== 'string') return text;
    return text.replaceAll(/\{[^{}:]+/g, (placeholder) => {
      const path = placeholder.slice(1);
      return `{${[path, ...this.#pathsOf(path)].find((one) => isPlaced(one, later)) ?? path}`;
    });
  }

  #listOf(value: readonly unknown[], later: readonly unknown[], known: RenamedWords): readonly unknown[] {
    if (!value.every((one) => typeof one === 'string')) {
      return value.map((one, at) => this.#memberOf(one, { later, at, known }, value.length));
    }
    const read = value.map((one) => this.#wordOf(one, later) ?? known.get(one) ?? one);
    // Two names may have become one.
    const words = new Set(value).size === value.length ? [...new Set(read)] : read;
    // A list in the order of names has another order then.
    const isSame = words.length === later.length && words.every((one) => later.includes(one));
    return isSame && words.some((one, at) => one !== value[at]) ? later : words;
  }

  /** A member may have another place in the later list: then it is the one that is the same, apart from names. */
  #memberOf(
    one: unknown,
    {
      later,
      at,
      known,
    }: { readonly later: readonly unknown[]; readonly at: number; readonly known: RenamedWords },
    length: number,
  ): unknown {
    const here = this.read(one, later[at], known);
    if (later.length > mostCompared || isDeepStrictEqual(here, later[at])) return here;
    for (const other of later) {
      const read = this.read(one, other, known);
      if (isDeepStrictEqual(read, other)) return read;
    }
    return later.length === length ? here : this.read(one, undefined, known);
  }

  #mapOf(value: Readonly<Record<string, unknown>>, later: Readonly<Record<string, unknown>>) {
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => {
        const laterKey = this.#wordOf(key, Object.keys(later)) ?? key;
        if (texts.has(key) && typeof one === 'string')
          return [key, this.#wordOf(one, [later[key]]) ?? this.#textOf(one, later[key])];
        const known = nameKeys.has(key) ? noNames : (this.#byKey.get(key) ?? this.#names);
        return [laterKey, this.read(one, later[laterKey], known)];
      }),
    );
  }
}

/** A longer list is compared by the places of its members alone. */
const mostCompared = 200;

/** The text has a placeholder with this path. */
function isPlaced(path: string, text: string): boolean {
  return text.includes(`{${path}}`) || text.includes(`{${path}:`);
}

/** A longer text is no path. */
const mostWords = 6;

const noNames: RenamedWords = new Map();

/** The whole names, their own parts, and of the path of a question its end. */
function pairsOf({ kind, from, to }: RenamedSubject): (readonly [string, string])[] {
  const [own, later] = [ownPartOf(from), ownPartOf(to)];
  const ends = kind === 'question' ? [[endOf(own), endOf(later)] as const] : [];
  return [[from, to], ...(kind === 'page' ? [] : [[own, later] as const]), ...ends];
}

/** `ask` of `loan.ask`, `student` of `membership/student`. */
function ownPartOf(name: string): string {
  const { owner, part } = partsOfName(name);
  return part === '' ? owner.slice(owner.lastIndexOf('/') + 1) : part;
}

function endOf(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1);
}

/** Keys with words for people. */
const texts: ReadonlySet<string> = new Set(
  'title label help description message titleForRequesters'.split(' '),
);

/** Keys with names of other things, such as files, which may be those of a renamed one by chance. */
const nameKeys: ReadonlySet<string> = new Set(['name', 'form', 'input']);
