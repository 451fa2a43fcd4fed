/** One visit of a page: another navigation to the same page is another visit, what the page writes into its own address is not. */
import { useCallback } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';

export interface Visit {
  /** Serves as a React key. */
  readonly id: string;
  /** Slug of the record that the address names. */
  readonly named: string | null;
  /** Names a record in the address, so that a reload and a sign-in lead back to it. */
  name(slug: string): void;
}

export function useVisit(): Visit {
  const { key, state } = useLocation();
  const [search, setSearch] = useSearchParams();
  const id = visitIn(state) ?? key;
  return {
    id,
    named: search.get('record'),
    name: useCallback(
      (slug) => setSearch({ record: slug }, { replace: true, state: { visit: id } }),
      [id, setSearch],
    ),
  };
}

function visitIn(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('visit' in state)) return null;
  return typeof state.visit === 'string' ? state.visit : null;
}
