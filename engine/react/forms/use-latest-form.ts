/** The form of a record whose answers decide its questions: the previous form stays until the next has loaded. */
import { useState } from 'react';
import type { WireForm } from '../../portal/wire/slice.ts';
import { useFormOf } from '../api/hooks.ts';
import { useValidator } from './validator.ts';

/** @returns undefined until the first form has loaded; null: the record has no form */
export function useLatestForm(hash: string | null): WireForm | null | undefined {
  const { data } = useFormOf(hash);
  const validator = useValidator(data?.hash ?? null);
  const [latest, setLatest] = useState<WireForm | undefined>(undefined);
  const isReady = data !== undefined && (latest === undefined || validator !== null);
  if (isReady && data !== latest) setLatest(data);
  if (hash === null) return null;
  return isReady ? data : latest;
}
