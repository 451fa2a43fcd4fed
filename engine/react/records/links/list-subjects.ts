/** The lists that a route names, as far as the visitor has them. */
import type { RouteSubject } from '../../../portal/model/route.ts';
import type { PortalSlice } from '../../../portal/wire/slice.ts';
import type { SliceList } from './list-address.ts';

export interface ListSubject {
  readonly type: string;
  readonly list: SliceList;
}

export function listSubjectsOf(
  recordTypes: PortalSlice['recordTypes'],
  named: readonly RouteSubject[],
): readonly ListSubject[] {
  return named.flatMap(({ type, list }) => {
    const known = list === null ? undefined : recordTypes[type]?.lists[list];
    return known === undefined ? [] : [{ type, list: known }];
  });
}
