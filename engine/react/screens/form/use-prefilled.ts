/** What a new record begins with: answers of the same owner's other records. */
import type { PrefilledAnswers } from '../../../portal/wire/wire.ts';
import { useRead } from '../../api/hooks.ts';
import { useSlice } from '../../portal-context.ts';

const nothing: PrefilledAnswers = { data: {}, from: [] };

/** @returns null while it is on its way; without a connection the form begins empty */
export function usePrefilled(type: string | null): PrefilledAnswers | null {
  const { recordTypes } = useSlice();
  const isAsked = type !== null && recordTypes[type]?.prefills === true;
  const { data, error } = useRead('GET /records/:type/prefill', isAsked ? { params: { type } } : null);
  return !isAsked || error !== undefined ? nothing : (data ?? null);
}
