/** A form to fill in: its steps, its errors, a review of all answers, and the submit button. */
import { useMemo, type FormEvent, type ReactNode } from 'react';
import type { Answers } from '../../portal/forms/form-conditions.ts';
import type { FieldTexts } from '../api/problem.ts';
import type { WireForm } from '../../portal/wire/slice.ts';
import { text } from '../language/text.ts';
import { AddedQuestions, ErrorSummary } from './form-surroundings.tsx';
import { CheckAnswers } from './answer-lists.tsx';
import { listErrors, noErrors } from './errors/errors.ts';
import { FormButtons } from './form-buttons.tsx';
import styles from './forms.module.css';
import { StepForm } from './step-form.tsx';
import { StepHeading } from './step-heading.tsx';
import { StepNames } from './step-names.tsx';
import { TaskList } from './sections/task-list.tsx';
import { type FormRecord, useFormSteps } from './use-form-steps.ts';
import { useLeftQuestions } from './errors/use-left-questions.ts';
import { useSettledStep } from './use-settled-step.ts';
import { useValidator } from './validator.ts';
import { formMessages } from '../../locales/forms.ts';

export interface RecordFormProps {
  readonly form: WireForm;
  /** The configuration of the last answer; left out: the form stays while it is filled in. */
  readonly edition?: string;
  readonly data: Answers;
  /** The record that is filled in or moved; omitted if it does not exist yet. */
  readonly record?: FormRecord | null;
  readonly onChange: (data: Answers) => void;
  /** Called with the answers that count: answers to questions that do not apply are left out. */
  readonly onSubmit: (data: Answers) => void;
  /**
   * The action of the button, as a verb: "File application". Null: the answers save themselves, and a step of the page
   * sends them.
   */
  readonly submitLabel: string | null;
  /** Errors that the server found, by path. */
  readonly extraErrors?: FieldTexts;
  /** Counts attempts by other parts of the page to send the answers: each moves the focus to the errors. */
  readonly tries?: number;
  readonly busy?: boolean;
  /** Required answers may be missing. */
  readonly isDraft?: boolean;
  /** Another button of the page is the primary one. */
  readonly isAside?: boolean;
  /** The action of the button is irreversible. */
  readonly isDanger?: boolean;
  /** Department of the person who fills in questions that are not the owner's; null: the owner. */
  readonly filler?: string | null;
  /** Values of other records that the form shows but does not ask for (`from`). */
  readonly shown?: Answers;
  /** Shown below the buttons: when it was saved. */
  readonly status?: ReactNode;
  /** Shown above the first step only. */
  readonly intro?: ReactNode;
  /** Waits until the form matches the answers; omitted if answers do not change the form. */
  readonly settle?: () => Promise<void>;
}

const nothing: Answers = Object.freeze({});

export function RecordForm(props: RecordFormProps) {
  const { form, data, onChange, onSubmit, submitLabel, busy = false, isDraft = false, filler = null } = props;
  const {
    record = null,
    extraErrors = noErrors,
    shown = nothing,
    status,
    intro,
    tries = 0,
    isAside = false,
    isDanger = false,
  } = props;
  const validator = useValidator(form.hash);
  const hasCheck = form.steps.length > 1;
  const options = {
    form,
    data,
    record,
    validator,
    filler,
    isDraft,
    hasCheck,
    extraErrors,
    onChange,
    onSubmit,
  };
  const steps = useFormSteps(options);
  const settled = useSettledStep(form.hash, steps, {
    settle: props.settle,
    isReady: validator !== null,
    edition: props.edition ?? null,
  });
  const place = useLeftQuestions(steps.leave);
  const all = useMemo(() => listErrors(form, steps.listed), [form, steps.listed]);
  const listed = steps.isChecking ? all : all.filter(({ step }) => step === null || step === steps.step);
  const attempts = steps.attempt + tries;
  const hasNames = hasCheck && !steps.isTaskList;
  const label = steps.isChecking || !hasCheck ? submitLabel : text(formMessages.continue);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) settled.proceed();
  };
  const asked = (
    <form
      ref={place}
      className={styles.form}
      data-check={steps.isChecking}
      noValidate
      // Text fields keep the event from the form once they have it.
      onInputCapture={settled.noteTyping}
      onSubmit={submit}
      aria-label={form.title}
    >
      {listed.length > 0 && !steps.isTaskList && (
        <ErrorSummary
          key={`errors ${attempts}`}
          errors={listed}
          corrected={steps.corrected}
          takesFocus={attempts > 0}
          onOpen={steps.openError}
        />
      )}
      {hasCheck && <StepHeading form={form} step={steps.step} onOpen={steps.open} />}
      {steps.isTaskList && (
        <TaskList
          form={form}
          sections={steps.judgeSections()}
          onOpen={steps.open}
          onOpenError={steps.openError}
        />
      )}
      {steps.isChecking && (
        <CheckAnswers
          form={form}
          answers={{ ...data, ...shown }}
          errors={all}
          onOpen={steps.open}
          onOpenError={steps.openError}
        />
      )}
      {!steps.isTaskList && !steps.isChecking && (
        <StepForm
          key={`step ${steps.step}`}
          form={form}
          names={steps.names}
          isLast={steps.step === form.steps.length - 1}
          answers={data}
          shown={shown}
          errors={steps.errors}
          corrected={steps.corrected}
          validator={validator}
          isReadOnly={busy}
          onChange={steps.change}
        />
      )}
      <AddedQuestions
        form={form}
        names={settled.added}
        attempt={settled.attempt}
        onOpen={(name) => steps.openError({ path: name, step: steps.step })}
      />
      <FormButtons
        label={label}
        isAside={isAside}
        isDanger={isDanger}
        isBusy={busy}
        isSettling={settled.isSettling}
        step={steps.step}
        onOpen={steps.open}
      />
      {/* Below the buttons: however long it is, the buttons do not move. */}
      {status !== undefined && <div className={styles.status}>{status}</div>}
    </form>
  );
  return (
    <>
      {steps.step <= 0 && intro}
      <div className={styles.frame}>
        {hasNames && <StepNames form={form} steps={steps} />}
        {asked}
      </div>
    </>
  );
}
