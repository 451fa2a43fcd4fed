/** Finds the page of a record or a list, and the record of a page. */
import { useCallback, useMemo } from 'react';
import type { Route } from '../../../portal/model/route.ts';
import type { Scope } from '../../../portal/conditions/scope.ts';
import { beginsBelow, pathOf, recordParameterOf } from '../../../portal/routing/links.ts';
import type { WireRecord, WireRow } from '../../../contract/record.ts';
import { useSlice } from '../../session/portal-context.ts';
import type { PortalSlice } from '../../../portal/wire/slice.ts';
import { ownPath } from '../../../portal/routing/own-page.ts';
import { useVisitor } from '../../shell/navigation.ts';
import type { SliceList } from './list-address.ts';

/** A draft opens in its form; every other record on its own page. */
export function usePageOf(): (record: WireRow) => string | null {
  const slice = useSlice();
  const visitor = useVisitor();
  const newForm = useFormPage();
  return useCallback(
    (record) => {
      // A partly visible record without answers: the line already shows everything.
      if (record.view === 'summary' && Object.keys(record.data).length === 0) return null;
      const isDraft = record.editable && slice.recordTypes[record.type]?.initial === record.state;
      const form = isDraft && record.kind === null ? newForm(record.type) : null;
      if (form !== null) return `${form.path}?record=${encodeURIComponent(record.slug)}`;
      return pathOf({ portal: slice, visitor }, record);
    },
    [newForm, slice, visitor],
  );
}

/** A page at a path without gaps. */
interface OwnPage {
  readonly path: string;
  readonly title: string;
}

/** The page on which this visitor fills in a new record of a type, or null. */
export function useFormPage(): (type: string) => OwnPage | null {
  const slice = useSlice();
  const visitor = useVisitor();
  return useCallback(
    (type) => {
      const isForm = ({ screen, of }: Route) => screen === 'form' && of.some((one) => one.type === type);
      return firstPage({ portal: slice, visitor }, isForm);
    },
    [slice, visitor],
  );
}

function firstPage(scope: Scope<PortalSlice>, isAsked: (route: Route) => boolean): OwnPage | null {
  for (const route of scope.portal.routes) {
    const path = isAsked(route) ? ownPath(scope, route) : null;
    if (path !== null) return { path, title: route.title };
  }
  return null;
}

/** The page with the form in which this visitor changes a record, or null. */
export function useChangePageOf(): (record: WireRecord) => string | null {
  const slice = useSlice();
  const visitor = useVisitor();
  const forms = useMemo(() => {
    const routes = slice.routes.filter(
      (route) => route.screen === 'form' && recordParameterOf(route) !== null && !beginsBelow(route),
    );
    return { ...slice, routes };
  }, [slice]);
  return useCallback((record) => pathOf({ portal: forms, visitor }, record), [forms, visitor]);
}

/** The page that lists the records of a type below a record, or null. */
export function useListBelowPath(record: WireRecord, type: string): string | null {
  const slice = useSlice();
  const visitor = useVisitor();
  const lists = useMemo(() => {
    const routes = slice.routes.filter(
      ({ screen, below, of }) => screen === 'list' && below !== null && of.some((one) => one.type === type),
    );
    return { ...slice, routes };
  }, [slice, type]);
  return pathOf({ portal: lists, visitor }, record);
}

/** The record whose records the page lists; null: it lists those of all. */
export function recordAbove(
  { below, params: domains }: Route,
  params: Readonly<Record<string, string>>,
): { readonly type: string; readonly slug: string } | null {
  const domain = domains[below ?? ''];
  const slug = params[below ?? ''];
  return domain === undefined || slug === undefined || !('record' in domain)
    ? null
    : { type: domain.record, slug };
}

export function subjectOf(
  route: Route,
  params: Readonly<Record<string, string>>,
): { readonly type: string; readonly slug: string } | null {
  const parameter = recordParameterOf(route);
  const slug = parameter === null ? undefined : params[parameter.name];
  return parameter === null || slug === undefined ? null : { type: parameter.type, slug };
}

export function useListPath({
  type,
  list,
}: {
  readonly type: string;
  readonly list: SliceList;
}): string | null {
  const slice = useSlice();
  const visitor = useVisitor();
  const isList = ({ screen, of }: Route) =>
    screen === 'list' && of.some((subject) => subject.type === type && subject.list === list.name);
  const scope = { portal: slice, visitor };
  // A page of one kind shows a part of the list.
  const whole = firstPage(scope, (route) => isList(route) && route.kind === null);
  return (whole ?? firstPage(scope, isList))?.path ?? null;
}
