/** Finds the page of a record or a list, and the record of a page. */
import { useCallback, useMemo } from 'react';
import type { Route } from '../../../portal/model/route.ts';
import { decide } from '../../../portal/routing/decide.ts';
import { pathOf, recordParameterOf } from '../../../portal/routing/links.ts';
import type { WireRecord, WireRow } from '../../../contract/record.ts';
import { useSlice } from '../../session/portal-context.ts';
import { useVisitor } from '../../shell/navigation.ts';
import type { SliceList } from './list-address.ts';

/** A draft opens in its form; every other record on its own page. */
export function usePageOf(): (record: WireRow) => string | null {
  const slice = useSlice();
  const visitor = useVisitor();
  const newForm = useFormRoute();
  // A page without content is no link target.
  const open = useMemo(() => ({ ...slice, routes: slice.routes.filter((route) => route.open) }), [slice]);
  return useCallback(
    (record) => {
      // A partly visible record without answers: the line already shows everything.
      if (record.view === 'summary' && Object.keys(record.data).length === 0) return null;
      const isDraft = record.editable && slice.recordTypes[record.type]?.initial === record.state;
      const form = isDraft && record.kind === null ? newForm(record.type) : null;
      if (form !== null) return `${form.path}?record=${encodeURIComponent(record.slug)}`;
      return pathOf({ portal: open, visitor }, record);
    },
    [newForm, open, slice, visitor],
  );
}

/** The public page on which a new record of a type is filled in, or null. */
export function useFormRoute(): (type: string) => Route | null {
  const slice = useSlice();
  const visitor = useVisitor();
  return useCallback(
    (type) =>
      slice.routes.find(
        (route) =>
          route.screen === 'form' &&
          route.open &&
          !route.path.includes('{') &&
          route.of.some((subject) => subject.type === type) &&
          decide({ portal: slice, visitor }, route.path).outcome === 'show',
      ) ?? null,
    [slice, visitor],
  );
}

/** The page with the form in which this visitor changes a record, or null. */
export function useChangePageOf(): (record: WireRecord) => string | null {
  const slice = useSlice();
  const visitor = useVisitor();
  const forms = useMemo(() => {
    // A form below a record creates another record.
    const routes = slice.routes.filter(
      (route) =>
        route.screen === 'form' &&
        route.open &&
        route.of.some(({ type }) => type === recordParameterOf(route)?.type),
    );
    return { ...slice, routes };
  }, [slice]);
  return useCallback((record) => pathOf({ portal: forms, visitor }, record), [forms, visitor]);
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
  const route = slice.routes.find(
    (each) =>
      each.screen === 'list' &&
      !each.path.includes('{') &&
      each.of.some((subject) => subject.type === type && subject.list === list.name) &&
      decide({ portal: slice, visitor }, each.path).outcome === 'show',
  );
  return route?.path ?? null;
}
