/** Pairs what two configurations have under the same name, or under an earlier and a later one. */
import type { Portal } from '../../portal/model/portal.ts';
import { readerOf } from './later-words.ts';
import { renamedPages } from './renamed-pages.ts';
import { earlierNames, renamedSubjects } from './renamed-subjects.ts';
import type { SubjectKind } from './subjects.ts';

/** The name of one thing in each configuration; null: this one does not have it. */
export interface PairedName {
  readonly before: string | null;
  readonly after: string | null;
}

export interface NameComparison {
  /** Those of the later configuration first. */
  pair(
    kind: SubjectKind,
    namesIn: (portal: Portal, at: keyof PairedName) => readonly string[],
  ): readonly PairedName[];
  /** A value of the earlier configuration with the later names. @param later what stands in its place, if it is known */
  read<Value>(earlier: Value, later?: Value): Value;
}

export function namesBetween(before: Portal, after: Portal): NameComparison {
  const pages = renamedPages(before, after);
  const earlierName = earlierNames(before, after, pages);
  const read = readerOf(renamedSubjects(before, after));
  return {
    pair: (kind, namesIn) => {
      const [old, now] = [new Set(namesIn(before, 'before')), namesIn(after, 'after')];
      const pairs = now.map((name) => {
        const earlier = old.has(name) ? name : earlierName({ kind, name })?.name;
        return { before: earlier !== undefined && old.has(earlier) ? earlier : null, after: name };
      });
      const paired = new Set(pairs.map((one) => one.before));
      const left = [...old].filter((name) => !paired.has(name));
      return [...pairs, ...left.map((name) => ({ before: name, after: null }))];
    },
    // Names change, and nothing else.
    read: (earlier, later) => read(earlier, later) as typeof earlier,
  };
}

export function laterName({ before, after }: PairedName): string {
  return after ?? before ?? '';
}
