/**
 * Waits before the next step until the validator has loaded, and until the form matches the answers, which may have added
 * questions to the open step.
 */
import { useEffect, useRef, useState } from 'react';
import { saveBeforeRedraw } from '../session/unsaved.ts';
import type { FormSteps } from './use-form-steps.ts';

export interface SettledStep {
  /** Questions that answers have added to the open step since it was opened. */
  readonly added: readonly string[];
  /** Counts the requests to focus their list; 0: none yet. */
  readonly attempt: number;
  readonly isSettling: boolean;
  /** Somebody types: what was pressed before may show errors, but neither moves the focus nor opens another step. */
  noteTyping(): void;
  proceed(): void;
}

interface StepConditions {
  /** Waits until the form matches the answers; undefined: answers do not change the form. */
  readonly settle: (() => Promise<void>) | undefined;
  /** The validator is there. */
  readonly isReady: boolean;
  /** The configuration of the last answer: another form with it follows from that, and not from what was typed. */
  readonly edition: string | null;
}

/** @param hash of the form on the page */
export function useSettledStep(hash: string, steps: FormSteps, conditions: StepConditions): SettledStep {
  const added = useAdded({ hash, edition: conditions.edition }, steps);
  const [isSettling, setIsSettling] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const latest = useRef({ steps, added, ...conditions });
  const press = useRef<Press | null>(null);
  const [step, setStep] = useState(steps.step);
  if (step !== steps.step) {
    setStep(steps.step);
    setIsSettling(false);
  }
  useEffect(() => {
    latest.current = { steps, added, ...conditions };
    // Whoever opens another step has not asked for what follows the one before.
    if (press.current?.step !== steps.step) drop(press);
    if (conditions.isReady) press.current?.onReady();
  });
  useEffect(() => () => drop(press), []);
  /** @returns false if the press no longer counts */
  const countsAfter = async (own: Press, wait: Promise<void>): Promise<boolean> => {
    setIsSettling(true);
    await wait;
    if (press.current !== own) return false;
    setIsSettling(false);
    if (own.isTypedOver) latest.current.steps.showErrors();
    return !own.isTypedOver;
  };
  const proceed = async (own: Press, ready: Promise<void>) => {
    if (!latest.current.isReady && !(await countsAfter(own, ready))) return;
    const { settle } = latest.current;
    if (settle !== undefined && !steps.isChecking) {
      // The browser already knows the errors, so it does not wait for the server.
      if (latest.current.steps.findErrors()) return;
      const before = latest.current.added.length;
      if (!(await countsAfter(own, settle()))) return;
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
    noteTyping() {
      if (press.current !== null) press.current.isTypedOver = true;
    },
    proceed() {
      if (isSettling) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      press.current = { step: steps.step, onReady: resolve, isTypedOver: false };
      const carriedOut = proceed(press.current, promise);
      // Another language draws the form anew, and what was pressed before comes first.
      void carriedOut.finally(saveBeforeRedraw(() => carriedOut));
    },
  };
}

/** It no longer counts, and nobody waits for it. */
function drop(press: { current: Press | null }): void {
  const { current } = press;
  press.current = null;
  current?.onReady();
}

interface Press {
  readonly step: number;
  /** The validator is there. */
  readonly onReady: () => void;
  isTypedOver: boolean;
}

/** A form, and the configuration with which it came. */
interface FormEdition {
  readonly hash: string;
  readonly edition: string | null;
}

interface KnownQuestions extends FormEdition {
  readonly step: number;
  readonly names: readonly string[];
  readonly added: readonly string[];
}

/** A question that follows from an answer at once is below it; one that came with another form is easily missed. */
function useAdded({ hash, edition }: FormEdition, { step, names }: FormSteps): readonly string[] {
  const fresh = { hash, edition, step, names, added: [] };
  const [known, setKnown] = useState<KnownQuestions>(fresh);
  if (known.step !== step) setKnown(fresh);
  else if (known.hash !== hash && known.edition !== edition) setKnown(fresh);
  else if (known.hash !== hash) {
    const added = [...known.added, ...names.filter((name) => !known.names.includes(name))];
    setKnown({ ...fresh, added: added.filter((name) => names.includes(name)) });
  } else if (known.names.join() !== names.join()) setKnown({ ...known, names });
  return known.step === step ? known.added : [];
}
