/** Leaves out what only follows from another change, which the plan tells at its own place. */
import { isDeepStrictEqual } from 'node:util';
import type { Portal } from '../portal/model/portal.ts';
import { isMapping } from '../portal/values/is-mapping.ts';
import type { ConfigurationChange, KeyChange } from './change.ts';
import type { SubjectKind } from './subjects/subjects.ts';

export function withoutFollowing(
  changes: readonly ConfigurationChange[],
  before: Portal,
  after: Portal,
): readonly ConfigurationChange[] {
  const rows = changedRows(before, after);
  const followsOf: Partial<Record<SubjectKind, (one: KeyChange, change: ConfigurationChange) => boolean>> = {
    // A question with choices from a lookup changes with its rows.
    question: (one) => isOfRows(one, rows),
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

/** The values that each lookup has gained and lost. */
function changedRows(before: Portal, after: Portal): readonly ChangedRows[] {
  const names = new Set([...Object.keys(before.lookups), ...Object.keys(after.lookups)]);
  return [...names].flatMap((name) => {
    const [was, is] = [valuesOf(before, name), valuesOf(after, name)];
    const [added, lost] = [is.difference(was), was.difference(is)];
    return added.size + lost.size === 0 ? [] : [{ added, lost }];
  });
}

function valuesOf({ lookups }: Portal, name: string): ReadonlySet<string> {
  return new Set(lookups[name]?.rows.map(({ value }) => value));
}

function isOfRows({ key, before, after }: KeyChange, rows: readonly ChangedRows[]): boolean {
  if (key !== 'enum' && key !== 'items') return false;
  const [was, is] = [new Set(choicesOf(before)), new Set(choicesOf(after))];
  const [added, lost] = [is.difference(was), was.difference(is)];
  return rows.some((one) => isSame(one.added, added) && isSame(one.lost, lost));
}

function choicesOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.map(String);
  return isMapping(value) ? choicesOf(value['enum'] ?? []) : [];
}

function isSame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && one.isSubsetOf(other);
}
