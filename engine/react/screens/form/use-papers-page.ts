/** Where the papers of a draft are sent that asks for some: its own page, whence it is filed with them. */
import { useCallback } from 'react';
import type { WireRecord } from '../../../portal/wire.ts';
import { missingOf } from '../../records/missing.ts';
import { usePageOf } from '../../records/use-page-of.ts';

/** @returns gives the path of that page, or null where nothing more than the form is asked or the draft has no page of its own */
export function usePapersPage(): (record: WireRecord | null) => string | null {
  const pageOf = usePageOf();
  return useCallback(
    (record) => {
      if (record === null || missingOf(record).titles.length === 0) return null;
      const page = pageOf(record);
      // A draft whose page is this form has no other.
      return page === null || page.includes('?') ? null : page;
    },
    [pageOf],
  );
}
