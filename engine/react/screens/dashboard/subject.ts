/** One list of one record type on a dashboard. */
import type { RecordQuery } from '../../api/hooks.ts';
import type { SliceList } from '../../records/links/list-address.ts';

export interface DashboardSubject {
  readonly type: string;
  readonly list: SliceList;
}

/** `type/list`, unique on a dashboard. */
export function nameOf({ type, list }: DashboardSubject): string {
  return `${type}/${list.name}`;
}

/** The number of rows visible at a glance. */
const glance = 5;

/** The largest page of the server, for a list without its own page. */
const whole = 100;

export function queryOf({ type, list }: DashboardSubject, isWhole = false): RecordQuery {
  return { type, list: list.name, sort: list.sort, limit: isWhole ? whole : glance };
}
