/** How much is on a page of the navigation. It follows what changes. */
import { Badge } from '@mantine/core';
import '@mantine/core/styles/Badge.layer.css';
import { useCallback } from 'react';
import { useRead } from '../data/hooks.ts';
import { type LiveChange, useLiveChanges } from '../data/live.ts';
import type { NavigationEntry } from './navigation.ts';

const most = 99;

/** Renders nothing if there is nothing. */
export function PageCount({ entry }: { readonly entry: NavigationEntry }) {
  return entry.counts && <Count name={entry.name} />;
}

function Count({ name }: { readonly name: string }) {
  const { data, mutate } = useRead('GET /navigation/counts', {});
  useLiveChanges(
    useCallback((changed: LiveChange) => void (changed.event === 'viewers' || mutate()), [mutate]),
  );
  const { total = 0 } = data?.[name] ?? {};
  if (total === 0) return null;
  return (
    <Badge size="sm" variant="filled" data-figures data-count>
      {total > most ? `${most}+` : total}
    </Badge>
  );
}
