/**
 * Decides whether a list shows its records' own answers: such a list needs its columns, and cannot be shown as
 * children.
 */
import type { SliceList } from '../../records/links/list-address.ts';

type Parents = Readonly<Record<string, { readonly parents: readonly string[] }>>;

/** The values that the row of a child always shows. */
const said = new Set(['number', 'kind', 'office', 'owner', 'state', 'due', 'booking', 'created', 'updated']);

export function hasOwnColumns(
  { recordTypes }: { readonly recordTypes: Parents },
  type: string,
  { columns }: Pick<SliceList, 'columns'>,
): boolean {
  const above = ancestorsOf(recordTypes, type);
  return columns.some(({ value }) => !said.has(value) && !above.has(value.split('.')[0] ?? ''));
}

/** All types that may be ancestors of a record of this type. */
function ancestorsOf(recordTypes: Parents, type: string): ReadonlySet<string> {
  const found = new Set<string>();
  const open = [type];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const parent of recordTypes[next]?.parents ?? []) {
      if (!found.has(parent)) open.push(parent);
      found.add(parent);
    }
  }
  return found;
}
