/** The form of a record whose answers decide what else is asked: the one before stays until the next can be filled in. */
import { useState } from 'react';
import type { WireForm } from '../../portal/wire/slice.ts';
import { useFormOf } from '../api/hooks.ts';
import { useValidator } from './validator.ts';

/** @returns undefined until the first is there; null: the record has none */
export function useLatestForm(hash: string | null): WireForm | null | undefined {
  const { data } = useFormOf(hash);
  const validator = useValidator(data?.hash ?? null);
  const [latest, setLatest] = useState<WireForm | undefined>(undefined);
  const isReady = data !== undefined && (latest === undefined || validator !== null);
  if (isReady && data !== latest) setLatest(data);
  if (hash === null) return null;
  return isReady ? data : latest;
}
