/** The steps of a form: which one is open, and when its answers allow the next one. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { WireRecord } from '../../contract/record.ts';
import { type Answers, countedAnswers } from '../../portal/forms/form-conditions.ts';
import { formDays } from '../../portal/forms/form-days.ts';
import { validateAnswers } from '../../portal/forms/form-verdict.ts';
import { localDate } from '../../portal/time/working-days.ts';
import type { WireForm } from '../../portal/wire/slice.ts';
import type { FieldTexts } from '../api/problem.ts';
import { useReloadCopy } from '../drafts/local-copy.ts';
import { useSlice } from '../session/portal-context.ts';
import { errorsOf, type ListedError, noErrors, tellErrors } from './errors/errors.ts';
import { focusQuestion, useFormErrors } from './errors/use-form-errors.ts';
import { questionsOfStep } from './step-schema.ts';
import type { FormValidator } from './validator.ts';

/** When the record was created and filed: bounds of dates use these. */
export type FormRecord = Pick<WireRecord, 'created_at' | 'filed_at'>;

export interface StepsOptions {
  readonly form: WireForm;
  readonly data: Answers;
  /** The record that is filled in or moved; null: it does not exist yet. */
  readonly record: FormRecord | null;
  readonly validator: FormValidator | null;
  readonly filler: string | null;
  /** Required answers may be missing: only wrong answers block the form. */
  readonly isDraft: boolean;
  /** The form shows all answers for review before it sends them. */
  readonly hasCheck: boolean;
  readonly extraErrors: FieldTexts;
  readonly onChange: (data: Answers) => void;
  readonly onSubmit: (data: Answers) => void;
}

export interface FormSteps {
  /** Index of the step; equal to the number of steps: the review page. */
  readonly step: number;
  readonly isChecking: boolean;
  readonly names: readonly string[];
  /** The errors of the last attempt. */
  readonly errors: FieldTexts;
  /** Paths of those that are corrected. */
  readonly corrected: ReadonlySet<string>;
  /** Counts the requests to focus the summary; 0: none yet. */
  readonly attempt: number;
  open(step: number): void;
  openError(error: Pick<ListedError, 'path' | 'step'>): void;
  change(data: Answers): void;
  /** Shows the errors in the current answers at once. @returns whether there are any */
  findErrors(): boolean;
  /** The action of the main button: continue, or send. */
  proceed(): void;
}

export function useFormSteps(options: StepsOptions): FormSteps {
  const { form, data, record, validator, filler, isDraft, hasCheck, onChange, onSubmit } = options;
  const { timeZone } = useSlice();
  const last = hasCheck ? form.steps.length : form.steps.length - 1;
  const [step, setStep] = useKeptStep(form, last);
  const judgeAll = (): FieldTexts => {
    if (validator === null) return noErrors;
    const found = validateAnswers(form, data, {
      check: validator.check,
      draft: isDraft,
      days: formDays(
        { timeZone },
        { createdAt: record?.created_at ?? '', filedAt: record?.filed_at ?? null },
        localDate(Date.now(), timeZone),
      ),
    });
    return tellErrors(found);
  };
  const told = useFormErrors(options.extraErrors, data, judgeAll);
  const focus = useRef<string | null>(null);
  const isChecking = hasCheck && step >= form.steps.length;
  const isEnd = step >= last;
  const names = isChecking ? [] : questionsOfStep(form, step, data, filler);
  useEffect(() => focusField(focus));
  const { setIsSent } = told;
  const change = useCallback(
    (next: Answers) => {
      setIsSent(false);
      onChange(next);
    },
    [onChange, setIsSent],
  );
  const open = (index: number) => setStep(Math.max(0, Math.min(index, last)));
  const findErrors = (): boolean => {
    const all = judgeAll();
    return told.tell(isEnd ? all : errorsOf(all, names));
  };
  return {
    step,
    isChecking,
    names,
    errors: told.errors,
    corrected: told.corrected,
    attempt: told.attempt,
    open,
    change,
    findErrors,
    openError(error) {
      if (error.step !== null) open(error.step);
      focus.current = error.path;
      // Avoids rendering the same step again.
      focusField(focus);
    },
    proceed() {
      if (findErrors()) return;
      if (!isEnd) return open(step + 1);
      setIsSent(true);
      onSubmit(countedAnswers(form, data));
    },
  };
}

/** After a reload (for example a change of language), the same step is open. */
function useKeptStep({ steps }: WireForm, last: number) {
  const { pathname } = useLocation();
  const copy = useReloadCopy(`${pathname}.${steps[0]?.properties[0] ?? ''}.step`);
  const [step, setStep] = useState(() => Math.max(0, Math.min(Number(copy.read()['step'] ?? 0), last)));
  const keep = (next: number) => {
    copy.write(next === 0 ? {} : { step: next });
    setStep(next);
  };
  return [Math.min(step, last), keep] as const;
}

function focusField(focus: { current: string | null }): void {
  if (focus.current !== null && focusQuestion(focus.current)) focus.current = null;
}

export interface SettledStep {
  /** Questions that answers have added to the open step since it was opened. */
  readonly added: readonly string[];
  /** Counts the requests to focus their list; 0: none yet. */
  readonly attempt: number;
  readonly isSettling: boolean;
  proceed(): void;
}

/**
 * @param hash of the form on the page
 * @param settle waits until the form matches the answers; undefined: answers do not change the form
 */
export function useSettledStep(
  hash: string,
  steps: FormSteps,
  settle: (() => Promise<void>) | undefined,
): SettledStep {
  const added = useAdded(hash, steps);
  const [isSettling, setIsSettling] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const latest = useRef({ steps, added });
  useEffect(() => {
    latest.current = { steps, added };
  });
  const settleAndProceed = async (wait: () => Promise<void>) => {
    const before = added.length;
    setIsSettling(true);
    await wait();
    setIsSettling(false);
    if (latest.current.added.length > before) setAttempt((count) => count + 1);
    else latest.current.steps.proceed();
  };
  return {
    added,
    attempt,
    isSettling,
    proceed() {
      if (isSettling) return;
      if (settle === undefined || steps.isChecking) steps.proceed();
      // The browser already knows the errors, so it does not wait for the server.
      else if (!steps.findErrors()) void settleAndProceed(settle);
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
