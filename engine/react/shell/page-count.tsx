/** How much is on a page of the navigation. */
import { Badge } from '@mantine/core';
import '@mantine/core/styles/Badge.layer.css';
import { useRead } from '../data/hooks.ts';
import type { NavigationEntry } from './navigation.ts';

const most = 99;

/** Renders nothing if there is nothing. */
export function PageCount({ entry }: { readonly entry: NavigationEntry }) {
  return entry.counts && <Count name={entry.name} />;
}

function Count({ name }: { readonly name: string }) {
  const { data } = useRead('GET /navigation/counts', {});
  const { total = 0 } = data?.[name] ?? {};
  if (total === 0) return null;
  return (
    <Badge size="sm" variant="filled" data-figures data-count>
      {total > most ? `${most}+` : total}
    </Badge>
  );
}
