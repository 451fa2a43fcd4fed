/** The open step of a form, kept for a reload and for another language. */
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { WireForm } from '../../portal/wire/slice.ts';
import { useReloadCopy } from '../drafts/local-copy.ts';

/** Index of the task list, which comes before the first step. */
export const taskList = -1;

/** A form with more steps opens with its task list. */
const mostStepsAtOnce = 4;

function isLong({ steps }: WireForm): boolean {
  return steps.length > mostStepsAtOnce;
}

export function useKeptStep(form: WireForm, last: number) {
  const { pathname } = useLocation();
  const copy = useReloadCopy(`${pathname}.${form.steps[0]?.properties[0] ?? ''}.step`);
  const first = isLong(form) ? taskList : 0;
  const [step, setStep] = useState(() => {
    const kept = Number(copy.read()['step'] ?? first);
    return Math.max(first, Math.min(kept, last));
  });
  const keep = (next: number) => {
    copy.write(next === first ? {} : { step: next });
    setStep(next);
  };
  return [Math.min(step, last), keep] as const;
}
