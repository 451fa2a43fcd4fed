/** Reads a lookup, for its maintainers or for the public, and finds the pages that list, add and change its rows. */
import { useMemo } from 'react';
import type { SWRResponse } from 'swr';
import { decide } from '../../portal/routing/decide.ts';
import type { LookupRow } from '../../portal/model/portal.ts';
import type { Route } from '../../portal/model/route.ts';
import type { WireEditedRow, WireLookup } from '../../contract/lookups.ts';
import { useRead } from '../data/hooks.ts';
import type { ProblemError } from '../api/problem.ts';
import { usePortalState, useSlice } from '../session/portal-context.ts';
import { useVisitor } from '../shell/navigation.ts';

export function useLookup(name: string): SWRResponse<WireLookup, ProblemError> {
  return useRead('GET /lookups/:name', { params: { name } });
}

/** A lookup as a list shows it. */
export interface ListedLookup {
  readonly name: string;
  readonly title: string;
  /** Hash; null if nobody maintains the rows. */
  readonly form: string | null;
  readonly isKept: boolean;
}

/** What this visitor may know about a lookup before its rows load; null if none of their pages shows it. */
export function useListedLookup(name: string): ListedLookup | null {
  const { lookups } = useSlice();
  const found = Object.hasOwn(lookups, name) ? lookups[name] : undefined;
  return found === undefined ? null : { name, ...found };
}

/** Its rows: all rows for maintainers, active rows for readers of a public lookup. */
export function useRowsOf(
  name: string,
  isKept: boolean,
): Pick<SWRResponse<readonly WireEditedRow[], ProblemError>, 'data' | 'error'> & { retry(): void } {
  const kept = useRead('GET /lookups/:name', isKept ? { params: { name } } : null);
  const open = useRead('GET /:lookup', isKept ? null : { params: { lookup: name } }, { isOpen: true });
  // A public lookup was loaded with the page, and is shown at once.
  const known = usePortalState(({ lookups }) => (Object.hasOwn(lookups, name) ? lookups[name] : undefined));
  const rows = open.data ?? known;
  const offered = useMemo(() => rows?.map(asOffered), [rows]);
  const retry = () => void (isKept ? kept.mutate() : open.mutate());
  return isKept
    ? { data: kept.data?.rows, error: kept.error, retry }
    : { data: offered, error: open.error, retry };
}

function asOffered({ value, ...row }: LookupRow): WireEditedRow {
  return { value, row, retired: false, version: 0, changed_at: null, changed_by: null };
}

/** The label of a row. */
export function labelOf({ value, row }: WireEditedRow): string {
  return typeof row['label'] === 'string' ? row['label'] : value;
}

export interface LookupPages {
  readonly list: Route | null;
  readonly add: Route | null;
  /** The page that changes the row with this value. */
  readonly edit: (value: string) => string | null;
}

export function useLookupPages(name: string): LookupPages {
  const slice = useSlice();
  const visitor = useVisitor();
  const pages = slice.routes.filter((route) => route.lookup === name);
  const opens = (path: string) => decide({ portal: slice, visitor }, path).outcome === 'show';
  const without = (screen: Route['screen']) =>
    pages.find((route) => route.screen === screen && !route.path.includes('{') && opens(route.path)) ?? null;
  const changing = pages.find((route) => route.screen === 'form' && rowParameterOf(route) !== null);
  return {
    list: without('list'),
    add: without('form'),
    edit(value) {
      const parameter = changing === undefined ? null : rowParameterOf(changing);
      const path = changing?.path.replace(`{${parameter}}`, encodeURIComponent(value)) ?? null;
      return path !== null && opens(path) ? path : null;
    },
  };
}

/** The path parameter that identifies the row, or null. */
export function rowParameterOf({ path, params }: Route): string | null {
  const words = Object.entries(params).filter(
    ([name, domain]) => 'word' in domain && path.includes(`{${name}}`),
  );
  return words.at(-1)?.[0] ?? null;
}
