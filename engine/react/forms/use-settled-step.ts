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
export function useSettledStep(hash: string, steps: FormSteps, conditions: StepConditions): SettledStep {
  const added = useAdded(hash, steps);
  const [isSettling, setIsSettling] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const latest = useRef({ steps, added, ...conditions });
  const ready = useRef<(() => void) | null>(null);
  useEffect(() => {
    latest.current = { steps, added, ...conditions };
    if (conditions.isReady) ready.current?.();
  });
  /** @returns false if another step was opened meanwhile: what follows that one was not asked for */
  const isStillOpenAfter = async (wait: Promise<void>): Promise<boolean> => {
    setIsSettling(true);
    await wait;
    setIsSettling(false);
    return latest.current.steps.step === steps.step;
  };
  const proceed = async () => {
    if (!latest.current.isReady) {
      const validator = new Promise<void>((resolve) => (ready.current = resolve));
      if (!(await isStillOpenAfter(validator))) return;
    }
    const { settle } = latest.current;
    if (settle !== undefined && !steps.isChecking) {
      // The browser already knows the errors, so it does not wait for the server.
      if (latest.current.steps.findErrors()) return;
      const before = latest.current.added.length;
      if (!(await isStillOpenAfter(settle()))) return;
      if (latest.current.added.length > before) {
        setAttempt((count) => count + 1);
        return;
      }
    }
    latest.current.steps.proceed();
  };
  return {
    added,
    attempt,
    isSettling,
    proceed() {
      if (!isSettling) void proceed();
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
