/** What the check finds in answers while somebody writes, and what people would see. */
import { useEffect, useRef, useState } from 'react';
import type { LookModel } from '../../../../contract/editing.ts';
import type { Answers } from '../../../../portal/forms/form-conditions.ts';
import { usePortal } from '../../../session/portal-context.ts';

/** Milliseconds of rest before the answers are looked at. */
const REST = 500;
/** Milliseconds that the proofs may take before people wait for them. */
const LONG = 1000;

export interface LiveLook {
  /** Of the answers that were looked at last. Null: the first look is on its way. */
  readonly look: LookModel | null;
  /** The answers have changed since, or the proofs have not run yet. */
  readonly isChecking: boolean;
}

/**
 * Looks once somebody rests from writing, with all proofs, one look after the other. While proofs take long, a look
 * without them comes first.
 */
export function useLook(file: string, at: string, answers: Answers): LiveLook {
  const { client } = usePortal();
  const [look, setLook] = useState<LookModel | null>(null);
  const [proved, setProved] = useState<Answers | null>(null);
  const [isProving, setIsProving] = useState(false);
  const [isLong, setIsLong] = useState(true);
  const newest = useRef(answers);
  useEffect(() => void (newest.current = answers), [answers]);
  const isProved = proved === answers;
  useEffect(() => {
    if (isProved || !isLong) return undefined;
    let isCurrent = true;
    const glance = async () => {
      const body = { file, at, answers, isWhole: false };
      const result = await client.send('POST /workbench/draft/look', { body });
      // Nothing is shown if this fails: the person reads the reason when they keep the answers.
      if (isCurrent && result.ok) setLook(result.value);
    };
    const timer = window.setTimeout(() => void glance(), REST);
    return () => {
      isCurrent = false;
      window.clearTimeout(timer);
    };
  }, [client, file, at, answers, isProved, isLong]);
  useEffect(() => {
    if (isProving || isProved) return undefined;
    const prove = async () => {
      setIsProving(true);
      const began = performance.now();
      const body = { file, at, answers, isWhole: true };
      const result = await client.send('POST /workbench/draft/look', { body });
      setIsLong(performance.now() - began > LONG);
      // Newer answers have a look of their own.
      if (result.ok && newest.current === answers) setLook(result.value);
      setProved(answers);
      setIsProving(false);
    };
    const timer = window.setTimeout(() => void prove(), REST);
    return () => window.clearTimeout(timer);
  }, [client, file, at, answers, isProved, isProving]);
  return { look, isChecking: !isProved };
}
