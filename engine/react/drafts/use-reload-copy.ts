/** What is typed where no draft keeps it: it outlives a reload, as when the language is changed, and nothing else. */
import { useEffect, useMemo } from 'react';
import { useSession } from '../portal-context.ts';
import { localCopy, type LocalCopy } from './local-copy.ts';

/** @param key what is typed into: a record, a step of it */
export function useReloadCopy(key: string): LocalCopy {
  const { slug } = useSession();
  const copy = useMemo(() => localCopy(`${slug}.${key}`, window.sessionStorage), [slug, key]);
  // Whoever goes on to another page leaves it behind; a reload does not come here.
  useEffect(() => () => copy.write({}), [copy]);
  return copy;
}
