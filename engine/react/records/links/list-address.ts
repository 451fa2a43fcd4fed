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
  };
}

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
