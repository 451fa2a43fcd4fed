/** Lists that a route narrows with its own `where`: each becomes a list of the record type with its own name. */
import type { List, RecordType } from '../../../portal/model/record-type.ts';
import type { Route } from '../../../portal/model/route.ts';
import { linkCondition } from '../conditions/condition.ts';
import { child, isPresent } from '../input/cursor.ts';
import type { LinkContext } from '../input/link-context.ts';
import type { WrittenRoute } from './routes.ts';

export interface NarrowedLists {
  readonly routes: readonly Route[];
  readonly recordTypes: Readonly<Record<string, RecordType>>;
}

/** Both conditions must be true, so the `where` of a route never widens its list. */
export function narrowLists(
  written: readonly WrittenRoute[],
  routes: readonly Route[],
  {
    recordTypes,
    context,
  }: { readonly recordTypes: NarrowedLists['recordTypes']; readonly context: LinkContext },
): NarrowedLists {
  const places = new Map(written.map(({ route, at }) => [route.name, child(at, 'where')]));
  const types: Record<string, RecordType> = { ...recordTypes };
  const narrowed = routes.map((route) => {
    const where = places.get(route.name);
    if (where === undefined || !isPresent(where)) return route;
    const of = route.of.map((subject) => {
      const recordType = types[subject.type];
      const list = subject.list === null ? undefined : recordType?.lists[subject.list];
      if (recordType === undefined || list === undefined) return subject;
      const condition = linkCondition(where, context, { where: 'access', type: subject.type });
      const own: List = {
        ...list,
        name: `${list.name}@${route.name}`,
        title: route.title,
        where: { test: 'all', of: [list.where, condition] },
      };
      types[subject.type] = { ...recordType, lists: { ...recordType.lists, [own.name]: own } };
      return { ...subject, list: own.name };
    });
    return { ...route, of };
  });
  return { routes: narrowed, recordTypes: types };
}
