/** What the check finds in answers while somebody writes, and what people would see. */
import { useEffect, useState } from 'react';
import type { LookModel } from '../../../../contract/editing.ts';
import type { Answers } from '../../../../portal/forms/form-conditions.ts';
import { usePortal } from '../../../session/portal-context.ts';

/** Milliseconds of rest before the answers are looked at. */
const REST = 500;

export interface LiveLook {
  /** Of the answers that were looked at last. Null: the first look is on its way. */
  readonly look: LookModel | null;
  /** The answers have changed since. */
  readonly isChecking: boolean;
}

/** Looks once somebody rests from writing, one look after the other. */
export function useLook(file: string, at: string, answers: Answers): LiveLook {
  const { client } = usePortal();
  const [look, setLook] = useState<LookModel | null>(null);
  const [checked, setChecked] = useState<Answers | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  useEffect(() => {
    if (isAsking || checked === answers) return undefined;
    const ask = async () => {
      setIsAsking(true);
      const result = await client.send('POST /workbench/draft/look', { body: { file, at, answers } });
      // Nothing is shown if this fails: the person reads the reason when they keep the answers.
      if (result.ok) setLook(result.value);
      setChecked(answers);
      setIsAsking(false);
    };
    const timer = window.setTimeout(() => void ask(), REST);
    return () => window.clearTimeout(timer);
  }, [client, file, at, answers, checked, isAsking]);
  return { look, isChecking: checked !== answers };
}
