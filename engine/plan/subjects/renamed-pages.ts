/** Pages whose names and paths only follow those of a department, a set, a kind or a record type that was renamed. */
import type { Portal } from '../../portal/model/portal.ts';
import { renamedSets } from './renamed-sets.ts';

export interface RenamedPages {
  /** Earlier name → later name. */
  readonly names: ReadonlyMap<string, string>;
  /** @returns an earlier path with those of the later names that the later path has in the same place */
  pathOf(path: string, later: string): string;
}

/** A page that the earlier configuration had under the later name, or the later one under the earlier, is another one. */
export function renamedPages(before: Portal, after: Portal): RenamedPages {
  const words = laterWords(before, after);
  const [old, now] = [namesOf(before), namesOf(after)];
  const names = [...old.difference(now)].flatMap((name) => {
    const later = name
      .split('.')
      .map((word) => words.get(word) ?? word)
      .join('.');
    return now.has(later) && !old.has(later) ? [[name, later] as const] : [];
  });
  const pathOf = (path: string, later: string): string => {
    const there = later.split('/');
    return path
      .split('/')
      .map((word, at) => (words.get(word) === there[at] ? there[at] : word))
      .join('/');
  };
  return { names: new Map(names), pathOf };
}

/** Earlier word → later word. A kind is in names of pages without its set. */
function laterWords(before: Portal, after: Portal): ReadonlyMap<string, string> {
  const said = after.formerNames.flatMap(({ kind, name, successor }) =>
    successor !== null && (kind === 'department' || kind === 'kind' || kind === 'type')
      ? [[lastOf(name), lastOf(successor)] as const]
      : [],
  );
  return new Map([...renamedSets(before, after), ...said]);
}

function lastOf(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1);
}

function namesOf({ routes }: Portal): Set<string> {
  return new Set(routes.map(({ name }) => name));
}
