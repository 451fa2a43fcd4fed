/** How much is on a page of the navigation. */
import { Badge } from '@mantine/core';
import '@mantine/core/styles/Badge.layer.css';
import { useRead } from '../data/hooks.ts';
import type { NavigationEntry, NavigationGroup } from './navigation.ts';

const most = 99;

/** @returns what says how much is on the page of an entry; 0 also for an entry that does not say it */
export function usePageCounts(groups: readonly NavigationGroup[]): (entry: NavigationEntry) => number {
  const isCounted = groups.some(({ entries }) => entries.some(({ counts }) => counts));
  const { data } = useRead('GET /navigation/counts', isCounted ? {} : null);
  return ({ name, counts }) => (counts ? (data?.[name]?.total ?? 0) : 0);
}

/** Renders nothing if there is nothing. */
export function PageCount({ total }: { readonly total: number }) {
  if (total === 0) return null;
  return (
    <Badge size="sm" variant="filled" data-figures data-count>
      {total > most ? `${most}+` : total}
    </Badge>
  );
}
