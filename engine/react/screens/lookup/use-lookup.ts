/** Reads a lookup that somebody keeps, and knows the pages on which its rows are listed, added and changed. */
import type { SWRResponse } from 'swr';
import { decide } from '../../../portal/decide.ts';
import type { Route } from '../../../portal/route.ts';
import type { WireKeptRow, WireLookup } from '../../../portal/wire-lookup.ts';
import { useRead } from '../../api/hooks.ts';
import type { ProblemError } from '../../api/problem.ts';
import { useSlice } from '../../portal-context.ts';
import { useVisitor } from '../../shell/use-navigation.ts';

export function useLookup(name: string): SWRResponse<WireLookup, ProblemError> {
  return useRead<WireLookup>(`lookups/${name}`);
}

/** What people read of a row. */
export function labelOf({ value, row }: WireKeptRow): string {
  return typeof row['label'] === 'string' ? row['label'] : value;
}

export interface LookupPages {
  readonly list: Route | null;
  readonly add: Route | null;
  /** The page that changes the row of this value. */
  readonly edit: (value: string) => string | null;
}

export function useLookupPages(name: string): LookupPages {
  const slice = useSlice();
  const visitor = useVisitor();
  const pages = slice.routes.filter((route) => route.lookup === name && route.open);
  const opens = (path: string) => decide(slice, visitor, path).outcome === 'show';
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

/** The parameter of the path that says which row it is, or null. */
export function rowParameterOf({ path, params }: Route): string | null {
  const words = Object.entries(params).filter(
    ([name, domain]) => 'word' in domain && path.includes(`{${name}}`),
  );
  return words.at(-1)?.[0] ?? null;
}
