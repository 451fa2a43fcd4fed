/** The steps of a form: which one is open, and when its answers allow the next one. */
import { useCallbackRef } from '@mantine/hooks';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { WireRecord } from '../../contract/record.ts';
import { type Answers, countedAnswers } from '../../portal/forms/form-conditions.ts';
import { formDays } from '../../portal/forms/form-days.ts';
import { validateAnswers } from '../../portal/forms/form-verdict.ts';
import { localDate } from '../../portal/time/working-days.ts';
import type { WireForm } from '../../portal/wire/slice.ts';
import type { FieldTexts } from '../api/problem.ts';
import { useSlice } from '../session/portal-context.ts';
import { errorsOf, type ListedError, noErrors, tellErrors } from './errors/errors.ts';
import { focusQuestion, type FormErrors, useFormErrors } from './errors/use-form-errors.ts';
import {
  judgeProgress,
  missingAnswers,
  nextSection,
  type SectionProgress,
} from './sections/section-states.ts';
import { questionsOfStep } from './step-schema.ts';
import { taskList, useKeptStep } from './use-kept-step.ts';
import { type FormValidator, lenient } from './validator.ts';

/** When the record was created and filed: bounds of dates use these. */
export type FormRecord = Pick<WireRecord, 'created_at' | 'filed_at'>;

export interface StepsOptions {
  readonly form: WireForm;
  readonly data: Answers;
  /** The record that is filled in or moved; null: it does not exist yet. */
  readonly record: FormRecord | null;
  /** Null while it loads: no answer is wrong yet. */
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
  /** Index of the step; equal to the number of steps: the review page; `taskList`: the task list. */
  readonly step: number;
  readonly isTaskList: boolean;
  readonly isChecking: boolean;
  readonly names: readonly string[];
  /** The errors that the summary lists. */
  readonly listed: FieldTexts;
  /** These, and those at questions that somebody has left. */
  readonly errors: FieldTexts;
  /** Paths of those that are corrected. */
  readonly corrected: ReadonlySet<string>;
  /** Counts the requests to focus the summary; 0: none yet. */
  readonly attempt: number;
  /** This function and the next one stay the same, so that what has them is not drawn again. */
  open(step: number): void;
  openError(error: Pick<ListedError, 'path' | 'step'>): void;
  change(data: Answers): void;
  /** Somebody has left the question at this path. */
  leave(path: string): void;
  /** How far each section is. */
  judgeSections(): readonly SectionProgress[];
  /** Shows the errors in the current answers at once. @returns whether there are any */
  findErrors(): boolean;
  /** Shows them, and leaves the focus to somebody who types. */
  showErrors(): void;
  /** The action of the main button: continue, or send. */
  proceed(): void;
}

export function useFormSteps(options: StepsOptions): FormSteps {
  const { form, data, record, validator, filler, isDraft, hasCheck, onChange, onSubmit } = options;
  const { timeZone } = useSlice();
  const last = hasCheck ? form.steps.length : form.steps.length - 1;
  const [step, setStep] = useKeptStep(form, last);
  const judge = (): FieldTexts | null => {
    if (validator === null) return null;
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
  const judgeAll = () => judge() ?? noErrors;
  const told = useFormErrors(options.extraErrors, data, judgeAll);
  const focus = useRef<string | null>(null);
  const isChecking = hasCheck && step >= form.steps.length;
  const isEnd = step >= last;
  const names = questionsOfStep(form, step, data, filler);
  const judgeSections = () =>
    judgeProgress(form, {
      answers: data,
      names: form.steps.map((_, index) => questionsOfStep(form, index, data, filler)),
      // Without the validator it is still known what has no answer.
      found:
        validator === lenient
          ? () => Object.fromEntries(missingAnswers(form, data).map((name) => [name, []]))
          : judge,
      shown: withoutCorrected(told),
    });
  useEffect(() => focusField(focus));
  const { setIsSent } = told;
  const change = useCallback(
    (next: Answers) => {
      setIsSent(false);
      onChange(next);
    },
    [onChange, setIsSent],
  );
  // What is missing or wrong is above the answers to check.
  const showAll = () => told.show({ ...withoutCorrected(told), ...judgeAll() });
  const [judgedBy, setJudgedBy] = useState<FormValidator | null>(null);
  if (judgedBy !== validator) {
    setJudgedBy(validator);
    if (isChecking) showAll();
  }
  const open = useCallbackRef((index: number) => {
    const next = Math.max(hasCheck ? taskList : 0, Math.min(index, last));
    if (hasCheck && next === last && !isChecking) showAll();
    setStep(next);
  });
  const openError = useCallback(
    (error: Pick<ListedError, 'path' | 'step'>) => {
      if (error.step !== null) open(error.step);
      focus.current = error.path;
      // Avoids rendering the same step again.
      focusField(focus);
    },
    [open],
  );
  const ownErrors = (): FieldTexts => (isEnd ? judgeAll() : errorsOf(judgeAll(), names));
  const findErrors = (): boolean => told.tell(ownErrors());
  return {
    step,
    isTaskList: step === taskList,
    isChecking,
    names,
    listed: told.listed,
    errors: told.errors,
    corrected: told.corrected,
    attempt: told.attempt,
    open,
    change,
    leave: told.leave,
    judgeSections,
    findErrors,
    showErrors: () => told.show(ownErrors()),
    openError,
    proceed() {
      if (step === taskList) return open(nextSection(judgeSections()) ?? last);
      if (findErrors()) return;
      if (!isEnd) return open(step + 1);
      setIsSent(true);
      onSubmit(countedAnswers(form, data));
    },
  };
}

function withoutCorrected({ errors, corrected }: Pick<FormErrors, 'errors' | 'corrected'>): FieldTexts {
  return Object.fromEntries(Object.entries(errors).filter(([path]) => !corrected.has(path)));
}

function focusField(focus: { current: string | null }): void {
  if (focus.current !== null && focusQuestion(focus.current)) focus.current = null;
}
