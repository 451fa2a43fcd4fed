/** What the check finds in answers while somebody writes, and what people would see. */
import { useEffect, useState } from 'react';
import type { LookModel } from '../../../../contract/editing.ts';
import type { Answers } from '../../../../portal/forms/form-conditions.ts';
import { usePortal } from '../../../session/portal-context.ts';

/** Milliseconds of rest before the answers are looked at. */
const REST = 500;

export interface LiveLook {
  /** Null: the first look is on its way. */
  readonly look: LookModel | null;
  /** The answers have changed since, or the proofs have not run yet. */
  readonly isChecking: boolean;
}

/** Soon the mistakes of this file, and then those that only the proofs find. */
export function useLook(file: string, at: string, answers: Answers): LiveLook {
  const { client } = usePortal();
  const [look, setLook] = useState<LookModel | null>(null);
  const [checked, setChecked] = useState<Answers | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const ask = async () => {
      for (const isWhole of [false, true]) {
        const body = { file, at, answers, isWhole };
        const result = await client.send('POST /workbench/draft/look', { body });
        if (!isCurrent) return;
        // Nothing is shown if this fails: the person reads the reason when they keep the answers.
        if (result.ok) setLook(result.value);
      }
      setChecked(answers);
    };
    const timer = window.setTimeout(() => void ask(), REST);
    return () => {
      isCurrent = false;
      window.clearTimeout(timer);
    };
  }, [client, file, at, answers]);
  return { look, isChecking: checked !== answers };
}
