/** The URL parameters of a list: search, sort and filters, so that a link shows the same rows. */
import {
  type DueFilter,
  dueFilters,
  type WaitFilter,
  waitFilters,
} from '../../../portal/model/record-type.ts';
import type { SliceRecordType } from '../../../portal/wire/slice.ts';

export type SliceList = SliceRecordType['lists'][string];

export interface ListAddress {
  readonly q: string;
  readonly sort: string;
  readonly due: DueFilter | null;
  readonly waits: WaitFilter | null;
  readonly assigned: 'me' | 'nobody' | null;
  readonly filters: Readonly<Record<string, string>>;
  readonly look: ListLook;
}

/** How a list looks; it always has the same rows. */
export interface ListLook {
  /** Values of the shown columns; null: all. */
  readonly columns: readonly string[] | null;
  readonly isCompact: boolean;
}

/** Unknown parameters and filters that the list does not offer are ignored. */
export function readListAddress(search: URLSearchParams, list: SliceList): ListAddress {
  const filters = list.filters.flatMap(({ value: name }) => {
    const value = search.get(name);
    return value === null || value === '' ? [] : [[name, value] as const];
  });
  const assigned = list.claims === true ? search.get('assigned') : null;
  return {
    q: search.get('q') ?? '',
    sort: search.get('sort') ?? list.sort,
    due: dueFilters.find((one) => one === search.get('due')) ?? null,
    waits: waitFilters.find((one) => one === search.get('waits')) ?? null,
    assigned: assigned === 'me' || assigned === 'nobody' ? assigned : null,
    filters: Object.fromEntries(filters),
    look: readLook(search, list),
  };
}

const compact = 'compact';

/** Columns that the list does not have are ignored. */
function readLook(search: URLSearchParams, { columns }: SliceList): ListLook {
  const named = search.get('columns')?.split(',') ?? [];
  const shown = columns.map(({ value }) => value).filter((value) => named.includes(value));
  return { columns: shown.length === 0 ? null : shown, isCompact: search.get('density') === compact };
}

/** The same URL with this look. */
export function withLook(search: URLSearchParams, { columns, isCompact }: ListLook): URLSearchParams {
  const next = withParameter(search, 'columns', columns?.join(',') ?? '');
  return withParameter(next, 'density', isCompact ? compact : '');
}

/** The parameters that a saved view keeps besides the list's own filters. */
const kept = ['q', 'sort', 'due', 'waits', 'assigned', 'columns', 'density'];

/** What a saved view keeps of this address, always in the same order; empty: the list is shown whole. */
export function viewStateOf(search: URLSearchParams, list: SliceList): string {
  const names = new Set([...kept, ...list.filters.map(({ value }) => value)]);
  const state = new URLSearchParams([...search].filter(([name, value]) => names.has(name) && value !== ''));
  state.sort();
  return state.toString();
}

/**
 * The address of a list in a saved view.
 * @param view its id; empty: in none
 */
export function inView(query: string, view: string): URLSearchParams {
  return withParameter(new URLSearchParams(query), 'view', view);
}

/** The address of a list without anything, even if the person has a default view. */
export const wholeList: URLSearchParams = new URLSearchParams({ view: 'none' });

/** The same URL with one parameter set, or removed if the value is empty. */
export function withParameter(search: URLSearchParams, name: string, value: string): URLSearchParams {
  const next = new URLSearchParams(search);
  if (value === '') next.delete(name);
  else next.set(name, value);
  return next;
}

/** The sort after a click on a column: ascending, descending, then the list's default. */
export function nextSort(current: string, column: string, own: string): string {
  if (current === column) return `-${column}`;
  if (current === `-${column}`) return own === current ? column : '';
  return column;
}
