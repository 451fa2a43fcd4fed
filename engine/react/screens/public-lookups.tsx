/** Loads the public lookups, together with what the page reads first. */
import { useLayoutEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { usePortal, useSlice } from '../session/portal-context.ts';

/** At each location and for each portal: what failed is tried again then. */
export function PublicLookups() {
  const { pathname } = useLocation();
  const { hash, language } = useSlice();
  return <Reading key={`${pathname} ${hash} ${language}`} />;
}

function Reading(): null {
  const { readLookups } = usePortal();
  // No page waits for them.
  useLayoutEffect(() => void readLookups(), [readLookups]);
  return null;
}
