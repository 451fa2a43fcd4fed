/**
 * Waits before the next step until the validator has loaded, and until the form matches the answers, which may have added
 * questions to the open step.
 */
import { useEffect, useRef, useState } from 'react';
import type { FormSteps } from './use-form-steps.ts';

export interface SettledStep {
  /** Questions that answers have added to the open step since it was opened. */
  readonly added: readonly string[];
  /** Counts the requests to focus their list; 0: none yet. */
  readonly attempt: number;
  readonly isSettling: boolean;
  proceed(): void;
}

interface StepConditions {
  /** Waits until the form matches the answers; undefined: answers do not change the form. */
  readonly settle: (() => Promise<void>) | undefined;
  /** The validator is there. */
  readonly isReady: boolean;
}

/** @param hash of the form on the page */
export function useSettledStep(
  hash: string,
  steps: FormSteps,
  { settle, isReady }: StepConditions,
): SettledStep {
  const added = useAdded(hash, steps);
  const [isSettling, setIsSettling] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const settleAndProceed = async (wait: () => Promise<void>) => {
    const before = added.length;
    setIsSettling(true);
    await wait();
    setIsSettling(false);
    // Whoever has opened another step meanwhile has not asked for what follows that one.
    if (latest.current.steps.step !== steps.step) return;
    if (latest.current.added.length > before) setAttempt((count) => count + 1);
    else latest.current.steps.proceed();
  };
  const proceed = () => {
    if (settle === undefined || steps.isChecking) steps.proceed();
    // The browser already knows the errors, so it does not wait for the server.
    else if (!steps.findErrors()) void settleAndProceed(settle);
  };
  const latest = useRef({ steps, added, proceed });
  useEffect(() => {
    latest.current = { steps, added, proceed };
  });
  // What was pressed before the validator was there.
  const pressed = useRef<(() => void) | null>(null);
  useEffect(() => {
    if (!isReady) return;
    pressed.current?.();
    pressed.current = null;
  }, [isReady]);
  return {
    added,
    attempt,
    isSettling,
    proceed() {
      if (isSettling) return;
      if (isReady) return proceed();
      setIsSettling(true);
      pressed.current = () => {
        setIsSettling(false);
        if (latest.current.steps.step === steps.step) latest.current.proceed();
      };
    },
  };
}

interface KnownQuestions {
  readonly hash: string;
  readonly step: number;
  readonly names: readonly string[];
  readonly added: readonly string[];
}

/** A question that follows from an answer at once is below it; one that came with another form is easily missed. */
function useAdded(hash: string, { step, names }: FormSteps): readonly string[] {
  const [known, setKnown] = useState<KnownQuestions>({ hash, step, names, added: [] });
  if (known.step !== step) setKnown({ hash, step, names, added: [] });
  else if (known.hash !== hash) {
    const added = [...known.added, ...names.filter((name) => !known.names.includes(name))];
    setKnown({ hash, step, names, added: added.filter((name) => names.includes(name)) });
  } else if (known.names.join() !== names.join()) setKnown({ ...known, names });
  return known.step === step ? known.added : [];
}
