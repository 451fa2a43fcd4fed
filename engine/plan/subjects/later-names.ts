/** Reads values of an earlier configuration with the names of the later one. */
import type { NamedKind } from '../../portal/model/place.ts';
import type { Portal } from '../../portal/model/portal.ts';
import { partsOfName } from '../../portal/succession/names-in.ts';
import { isMapping } from '../../portal/values/is-mapping.ts';
import type { RenamedPages } from './renamed-pages.ts';
import { renamedSubjects } from './renamed-subjects.ts';
import type { SubjectKind } from './subjects.ts';

/** Kinds of names that occur in rules. A rule that only mentions a renamed thing has not changed. */
const mentioned: ReadonlySet<SubjectKind> = new Set([
  'department',
  'record type',
  'kind',
  'document',
  'lookup',
]);

/**
 * Reads a value with the later names. A word may be the name of several things, of which only one was renamed: where
 * the later value has the same word, it stays.
 * @returns takes the earlier value, and the later one in its place if there is one
 */
export function withLaterNames(
  before: Portal,
  after: Portal,
  pages: RenamedPages,
): (value: unknown, later?: unknown) => unknown {
  const renamed = renamedSubjects(before, after);
  const roles = partsRenamed(after, 'role');
  const possible = Map.groupBy(
    [
      ...pages.names,
      ...renamed.flatMap(({ from, to }) => [[from, to] as const, [ownPartOf(from), ownPartOf(to)] as const]),
      ...roles,
    ],
    ([from]) => from,
  );
  if (possible.size === 0) return (value) => value;
  const names = new Map([
    ...pages.names,
    ...renamed.flatMap(({ kind, from, to }) => (mentioned.has(kind) ? [[from, to] as const] : [])),
  ]);
  const byKey = new Map([
    ['role', roles],
    ['transitions', partsRenamed(after, 'step')],
  ]);
  const reading = new LaterWords(possible, names, byKey);
  return (value, later) => reading.read(value, later);
}

/** Earlier name → later name. */
type RenamedWords = ReadonlyMap<string, string>;

class LaterWords {
  /** Earlier word → pairs of it and a later one. */
  readonly #possible: ReadonlyMap<string, readonly (readonly [string, string])[]>;
  readonly #names: RenamedWords;
  /** For values of some keys, in the place of the names. */
  readonly #byKey: ReadonlyMap<string, RenamedWords>;

  constructor(
    possible: ReadonlyMap<string, readonly (readonly [string, string])[]>,
    names: RenamedWords,
    byKey: ReadonlyMap<string, RenamedWords>,
  ) {
    this.#possible = possible;
    this.#names = names;
    this.#byKey = byKey;
  }

  /** @param known names that have another one wherever they stand */
  read(value: unknown, later: unknown, known = this.#names): unknown {
    if (typeof value === 'string') return this.#wordOf(value, [later]) ?? known.get(value) ?? value;
    if (Array.isArray(value)) return this.#listOf(value, Array.isArray(later) ? later : [], known);
    return isMapping(value) ? this.#mapOf(value, isMapping(later) ? later : {}) : value;
  }

  /** The later name of the word, if the later value contains it; otherwise null. */
  #wordOf(word: string, later: readonly unknown[]): string | null {
    if (later.includes(word)) return word;
    return this.#possible.get(word)?.find(([, to]) => later.includes(to))?.[1] ?? null;
  }

  #listOf(value: readonly unknown[], later: readonly unknown[], known: RenamedWords): readonly unknown[] {
    if (!value.every((one) => typeof one === 'string')) {
      const isAlike = later.length === value.length;
      return value.map((one, at) => this.read(one, isAlike ? later[at] : undefined, known));
    }
    const words = value.map((one) => this.#wordOf(one, later) ?? known.get(one) ?? one);
    // A list in the order of names has another order then.
    const isSame = words.length === later.length && words.every((one) => later.includes(one));
    return isSame && words.some((one, at) => one !== value[at]) ? later : words;
  }

  #mapOf(value: Readonly<Record<string, unknown>>, later: Readonly<Record<string, unknown>>) {
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => {
        const laterKey = this.#wordOf(key, Object.keys(later)) ?? key;
        if (texts.has(key)) return [key, one];
        const known = nameKeys.has(key) ? noNames : (this.#byKey.get(key) ?? this.#names);
        return [laterKey, this.read(one, later[laterKey], known)];
      }),
    );
  }
}

const noNames: RenamedWords = new Map();

/** Without what they belong to. */
function partsRenamed({ formerNames }: Portal, kind: NamedKind): RenamedWords {
  return new Map(
    formerNames.flatMap((one) =>
      one.kind === kind && one.successor !== null
        ? [[partsOfName(one.name).part, partsOfName(one.successor).part] as const]
        : [],
    ),
  );
}

/** `ask` of `loan.ask`, `student` of `membership/student`. */
function ownPartOf(name: string): string {
  const { owner, part } = partsOfName(name);
  return part === '' ? owner.slice(owner.lastIndexOf('/') + 1) : part;
}

/** Keys with words for people. */
const texts: ReadonlySet<string> = new Set(
  'title label help description message titleForRequesters'.split(' '),
);

/** Keys with names of other things, such as files, which may be those of a renamed one by chance. */
const nameKeys: ReadonlySet<string> = new Set(['name', 'form', 'input']);
