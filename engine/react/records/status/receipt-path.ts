/** The address of the receipt for what was filed. */
import type { WireRecord } from '../../../contract/record.ts';
import { pathOf } from '../../../portal/routing/links.ts';
import { useIsStaff } from '../../facts/basis-hint.tsx';
import { useSlice } from '../../session/portal-context.ts';
import { useVisitor } from '../../shell/navigation.ts';

/** In the query of the record's page. */
export const receiptParameter = 'receipt';

/** @returns null for an office, or if the record was not sent yet, or its owner does not send it, or it has no page */
export function useReceiptPath(record: WireRecord): string | null {
  const slice = useSlice();
  const visitor = useVisitor();
  const isStaff = useIsStaff();
  if (isStaff || record.view !== 'read' || record.filed_at === null) return null;
  const { initial, states } = slice.recordTypes[record.type] ?? {};
  if (initial != null && states?.[initial]?.waitsFor !== 'owner') return null;
  const page = pathOf({ portal: slice, visitor }, record);
  return page === null ? null : `${page}?${receiptParameter}`;
}
