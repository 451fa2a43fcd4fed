/** Pages whose names and paths only follow those of a department, a kind or a record type that was renamed. */
import type { Portal } from '../portal/model/portal.ts';

export interface RenamedPages {
  /** Earlier name → later name. */
  readonly names: ReadonlyMap<string, string>;
  /** @returns an earlier path with the later names in it */
  pathOf(path: string): string;
}

/** A page that the earlier configuration had under the later name, or the later one under the earlier, is another one. */
export function renamedPages(before: Portal, after: Portal): RenamedPages {
  const words = laterWords(after);
  const [old, now] = [namesOf(before), namesOf(after)];
  const names = [...old.difference(now)].flatMap((name) => {
    const later = withWords(name, '.', words);
    return now.has(later) && !old.has(later) ? [[name, later] as const] : [];
  });
  return { names: new Map(names), pathOf: (path) => withWords(path, '/', words) };
}

/** Earlier word → later word. A kind is in names of pages without its set. */
function laterWords({ formerNames }: Portal): ReadonlyMap<string, string> {
  return new Map(
    formerNames.flatMap(({ kind, name, successor }) =>
      successor !== null && (kind === 'department' || kind === 'kind' || kind === 'type')
        ? [[lastOf(name), lastOf(successor)] as const]
        : [],
    ),
  );
}

function lastOf(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1);
}

function withWords(text: string, separator: string, words: ReadonlyMap<string, string>): string {
  const parts = text.split(separator);
  return parts.map((part) => words.get(part) ?? part).join(separator);
}

function namesOf({ routes }: Portal): Set<string> {
  return new Set(routes.map(({ name }) => name));
}
