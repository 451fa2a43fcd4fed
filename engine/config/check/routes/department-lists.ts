/** Checks lists on the pages of departments: they must show some record, and each column to somebody who opens it. */
import { profilesOfOwner } from '../../../portal/access/owner-profiles.ts';
import { isAlwaysShown } from '../../../portal/access/visible-data.ts';
import { possible } from '../../../portal/conditions/possible.ts';
import type { Condition } from '../../../portal/model/condition.ts';
import type { Place } from '../../../portal/model/place.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import type { List, RecordType } from '../../../portal/model/record-type.ts';
import { openListPages } from '../../../portal/routing/visitors.ts';
import { onceForEach } from '../../../portal/values/once-for-each.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { statesWhere } from '../../logic/satisfiability.ts';
import { accountsOf, visibleIn } from '../../logic/visitor-facts.ts';
import { DiagnosticSet, readMark, spanIn, type CheckContext } from '../context/check-context.ts';
import { openers } from '../context/pages.ts';

export function checkDepartmentLists(context: CheckContext): Diagnostic[] {
  const { portal } = context;
  const findings = new DiagnosticSet();
  for (const { list, type, pages } of listsOnPages(portal)) {
    const [name = ''] = list.name.split('@');
    const placeOf = (...keys: readonly (string | number)[]) =>
      spanIn(context, { kind: 'record', name: type.type }, 'lists', name, ...keys);
    const empty = pages.filter(({ seenBy }) => seenBy.length === 0);
    // A route may narrow a list for itself. If the list is empty on every page, the pages are not the cause.
    const isOwn = empty.length < pages.length || list.name !== name;
    const departments = [...new Set(empty.flatMap((page) => page.departments))];
    for (const page of isOwn ? empty : empty.slice(0, 1)) {
      const place = isOwn ? page.place : causeOf(context, { type, list }, departments);
      const who = isOwn ? page.departments : departments;
      findings.add('list/always-empty', place, { list: name, type: type.type, departments: who });
    }
    for (const { place, departments: all, seenBy, isOnlyList } of pages) {
      const blind = all.filter((one) => !seenBy.includes(one));
      if (!isOnlyList || seenBy.length === 0 || blind.length === 0) continue;
      findings.add('list/always-empty', place, { list: name, type: type.type, departments: blind });
    }
    for (const [at, { value }] of list.columns.entries()) {
      const blind = pages.filter(
        ({ seenBy }) =>
          seenBy.length > 0 && !seenBy.some((one) => showsColumn({ portal, type, list }, one, value)),
      );
      const readers = [...new Set(blind.flatMap(({ seenBy }) => seenBy))];
      if (readers.length > 0)
        findings.add('list/blank-column', placeOf('columns', at), {
          list: name,
          name: value,
          departments: readers,
          marked: readMark(context, type, value),
        });
    }
  }
  return findings.all();
}

/** The rule that excludes everybody: `read` of the record type, or `where` of the list. */
function causeOf(
  context: CheckContext,
  { type, list }: Pick<ListOnPages, 'type' | 'list'>,
  departments: readonly string[],
): Place {
  const whole: List = { ...list, where: { test: 'always' } };
  const isRead = departments.some((one) => isSeen({ portal: context.portal, type, list: whole }, one));
  const keys = isRead ? ['lists', list.name, 'where'] : ['access', 'read'];
  return spanIn(context, { kind: 'record', name: type.type }, ...keys);
}

export interface ListOnPages {
  readonly type: RecordType;
  readonly list: List;
  readonly pages: readonly ListPage[];
}

/** A page as it is written: for several departments it is one page. */
interface ListPage {
  readonly place: Place;
  readonly departments: readonly string[];
  /** Those that can see a record in the list. */
  readonly seenBy: readonly string[];
  /** Of several lists, one may be for one department and another for another. */
  readonly isOnlyList: boolean;
}

/** The lists on pages that need an account. The accounts themselves have no office that is known here. */
export const listsOnPages = onceForEach((portal: Portal): readonly ListOnPages[] => {
  const departmentsOf = openers(portal);
  const open = new Set(openListPages(portal));
  const shown = portal.routes.flatMap((route) =>
    open.has(route)
      ? []
      : route.of.map((subject) => ({ ...subject, route, departments: departmentsOf(route) })),
  );
  return [...Map.groupBy(shown, ({ type, list }) => `${type}/${list}`).values()].flatMap((same) => {
    const type = portal.recordTypes[same[0]?.type ?? ''];
    const list = type?.lists[same[0]?.list ?? ''];
    if (type === undefined || list === undefined || type.builtIn !== null) return [];
    const written = Map.groupBy(
      same,
      ({ route: { place } }) => `${place.file}:${place.line}:${place.column}`,
    );
    const pages = [...written.values()].flatMap((all): ListPage[] => {
      const departments = [...new Set(all.flatMap((one) => one.departments))];
      const seenBy = departments.filter((one) => isSeen({ portal, type, list }, one));
      return all
        .slice(0, 1)
        .map(({ route: { place, of } }) => ({ place, departments, seenBy, isOnlyList: of.length === 1 }));
    });
    return [{ type, list, pages: pages.filter(({ departments }) => departments.length > 0) }];
  });
});

interface ShownList {
  readonly portal: Portal;
  readonly type: RecordType;
  readonly list: List;
}

/** Returns true if some account of the department can see a record in the list. */
function isSeen(shown: ShownList, department: string): boolean {
  return meets(shown, department, (state) => [shown.list.where, visibleIn(shown.portal, shown.type, state)]);
}

/** Returns true if, in some state of a record, all conditions can be true for some account of the department. */
function meets(
  { portal, type }: Pick<ShownList, 'portal' | 'type'>,
  department: string,
  conditionsIn: (state: string) => readonly Condition[],
): boolean {
  const asked = conditionsIn('');
  return accountsOf(portal, department, asked).some(
    (visitor) =>
      statesWhere({ portal, visitor, type }, asked, (known, state) =>
        conditionsIn(state).every((one) => possible(one, known).true),
      ).length > 0,
  );
}

/** Returns true if some account of the department can see a value in the column of some row. */
function showsColumn(shown: ShownList, department: string, column: string): boolean {
  const { portal, type } = shown;
  const [first = '', ...rest] = column.split('.');
  const isProfile = rest.length > 0 && profilesOfOwner(portal, type).includes(first);
  const profile = isProfile ? portal.recordTypes[first] : undefined;
  if (profile !== undefined) {
    const [name = ''] = rest;
    return (
      showsField(shown, department, 'owner') &&
      showsField({ portal, type: profile, list: { where: { test: 'always' } } }, department, name)
    );
  }
  // What is shown of a record above is decided by that record.
  if (isAlwaysShown(first) || (rest.length > 0 && Object.hasOwn(portal.recordTypes, first))) return true;
  return showsField(shown, department, first);
}

/** Returns true if some account of the department can see this column or field of some record. */
function showsField(
  { portal, type, list }: Pick<ShownList, 'portal' | 'type'> & { readonly list: Pick<List, 'where'> },
  department: string,
  name: string,
): boolean {
  const { read, summary, public: open } = type.access;
  const own = type.fields[name]?.read;
  const views: readonly (readonly [rule: Condition, fields: readonly string[] | null])[] = [
    [read, null],
    ...(summary === null ? [] : [[summary.to, summary.fields] as const]),
    ...(open === null ? [] : [[open.when, [...open.fields, ...open.masked]] as const]),
  ];
  return views.some(([rule, fields]) => {
    if (fields?.includes(name) === false && !isAlwaysShown(name)) return false;
    const asked = [list.where, rule, ...(own === undefined ? [] : [own])];
    return meets({ portal, type }, department, () => asked);
  });
}
