/** Leaves out what only follows from another change, which the plan tells at its own place. */
import { isDeepStrictEqual } from 'node:util';
import type { Portal } from '../portal/model/portal.ts';
import { isMapping } from '../portal/values/is-mapping.ts';
import type { ConfigurationChange, KeyChange } from './change.ts';
import { laterName, namesBetween } from './subjects/paired-names.ts';
import { type SubjectKind, subjectsOf } from './subjects/subjects.ts';

export function withoutFollowing(
  changes: readonly ConfigurationChange[],
  before: Portal,
  after: Portal,
): readonly ConfigurationChange[] {
  const rows = changedRows(before, after);
  const lookups = lookupsOfQuestions(after);
  const followsOf: Partial<Record<SubjectKind, (one: KeyChange, change: ConfigurationChange) => boolean>> = {
    // A question with choices from a lookup changes with its rows.
    question: (one, change) => isOfRows(one, rows.get(lookups.get(change.subject.name) ?? '')),
    // Without a rule of its own, who may create records below one follows from who may read it.
    access: ({ key, before: was, after: is }, { keys }) =>
      key === 'below' &&
      keys.some((read) => read.key === 'read' && isPartOf(read.before, was) && isPartOf(read.after, is)),
    page: ({ key }, { subject, from }) =>
      key === 'guards' && isOfChain(before, after, { from: from ?? subject.name, to: subject.name }),
  };
  return changes.flatMap((change) => {
    const follows = followsOf[change.subject.kind];
    if (follows === undefined || change.actions[0] !== 'change') return [change];
    const keys = change.keys.filter((one) => !follows(one, change));
    return keys.length === 0 ? [] : [{ ...change, keys }];
  });
}

function isPartOf(rule: unknown, whole: unknown): boolean {
  const of = isMapping(whole) ? whole['of'] : undefined;
  return Array.isArray(of) && of.some((one) => isDeepStrictEqual(one, rule));
}

/** The page has the same chain as before, in which there are other guards now. */
function isOfChain(
  before: Portal,
  after: Portal,
  { from, to }: { readonly from: string; readonly to: string },
): boolean {
  const was = before.routes.find(({ name }) => name === from)?.chain ?? null;
  const is = after.routes.find(({ name }) => name === to)?.chain ?? null;
  return was !== null && was === is && !isDeepStrictEqual(before.chains[was], after.chains[is]);
}

interface ChangedRows {
  readonly added: ReadonlySet<string>;
  readonly lost: ReadonlySet<string>;
}

/** The values that each lookup has gained and lost, by its later name. */
function changedRows(before: Portal, after: Portal): ReadonlyMap<string, ChangedRows> {
  const lookups = namesBetween(before, after).pair('lookup', (portal) => Object.keys(portal.lookups));
  return new Map(
    lookups.map((lookup) => {
      const [was, is] = [valuesOf(before, lookup.before), valuesOf(after, lookup.after)];
      return [laterName(lookup), { added: is.difference(was), lost: was.difference(is) }];
    }),
  );
}

function valuesOf({ lookups }: Portal, name: string | null): ReadonlySet<string> {
  return new Set(lookups[name ?? '']?.rows.map(({ value }) => value));
}

/** By question: the lookup that has its choices. */
function lookupsOfQuestions(portal: Portal): ReadonlyMap<string, string> {
  return new Map(
    subjectsOf(portal).flatMap(({ kind, name, value: { lookup } }) =>
      kind === 'question' && typeof lookup === 'string' ? [[name, lookup] as const] : [],
    ),
  );
}

function isOfRows({ key, before, after }: KeyChange, rows: ChangedRows | undefined): boolean {
  if (rows === undefined || (key !== 'enum' && key !== 'items')) return false;
  const [was, is] = [new Set(choicesOf(before)), new Set(choicesOf(after))];
  const [added, lost] = [is.difference(was), was.difference(is)];
  return isSame(rows.added, added) && isSame(rows.lost, lost);
}

function choicesOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.map(String);
  return isMapping(value) ? choicesOf(value['enum'] ?? []) : [];
}

function isSame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && one.isSubsetOf(other);
}
