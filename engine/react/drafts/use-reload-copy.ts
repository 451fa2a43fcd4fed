/**
 * Stores typed text that no draft saves. It survives a reload (for example a change of language) and nothing else.
 */
import { useEffect, useMemo } from 'react';
import { useSession } from '../portal-context.ts';
import { localCopy, type LocalCopy } from './local-copy.ts';

/** @param key what the user types into: a record, a step of it */
export function useReloadCopy(key: string): LocalCopy {
  const { slug } = useSession();
  const copy = useMemo(() => localCopy(`${slug}.${key}`, window.sessionStorage), [slug, key]);
  // Leaving for another page discards the copy; a reload does not run this.
  useEffect(() => () => copy.write({}), [copy]);
  return copy;
}
