/** What a dashboard counts and shows: one list of one record type. */
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

/** As many rows as one sees at a glance. */
const glance = 5;

/** As many rows as the server gives at once, for a list that has no page of its own. */
const whole = 100;

export function queryOf({ type, list }: DashboardSubject, isWhole = false): RecordQuery {
  return { type, list: list.name, sort: list.sort, limit: isWhole ? whole : glance };
}
