/** Where the papers of a draft are sent that asks for some: its own page, whence it is filed with them. */
import { useCallback } from 'react';
import { pathOf } from '../../../portal/routing/links.ts';
import type { WireRecord } from '../../../portal/wire/wire.ts';
import { useSlice } from '../../portal-context.ts';
import { missingOf } from '../../records/parts/missing.ts';
import { useVisitor } from '../../shell/use-navigation.ts';

/** @returns gives the path of that page, or null where nothing more than the form is asked or the draft has no page of its own */
export function usePapersPage(): (record: WireRecord | null) => string | null {
  const slice = useSlice();
  const visitor = useVisitor();
  return useCallback(
    (record) => {
      if (record === null || missingOf(record).titles.length === 0) return null;
      return pathOf({ portal: slice, visitor }, record);
    },
    [slice, visitor],
  );
}
