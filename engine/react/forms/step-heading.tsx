/** The head of a step: where one is, its title, and the way to all sections. */
import { useEffect, useId, useRef } from 'react';
import { formMessages } from '../../locales/forms.ts';
import type { WireForm } from '../../portal/wire/slice.ts';
import { text } from '../language/text.ts';
import { Jump } from '../page/buttons.tsx';
import styles from './forms.module.css';
import { StepBar } from './sections/step-indicator.tsx';
import type { FormSteps } from './use-form-steps.ts';
import { taskList } from './use-kept-step.ts';

interface StepHeadingProps {
  readonly form: WireForm;
  readonly steps: FormSteps;
}

/** Takes the focus when another step opens, so that screen readers announce it. */
export function StepHeading({ form, steps }: StepHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  const shown = useRef(steps.step);
  useEffect(() => {
    if (shown.current === steps.step) return;
    shown.current = steps.step;
    heading.current?.focus({ preventScroll: true });
    heading.current?.closest('form')?.scrollIntoView({ block: 'start' });
  }, [steps.step]);
  const step = form.steps[steps.step];
  const count = form.steps.length;
  return (
    <div>
      {!steps.isTaskList && <StepBar count={count} current={steps.step} />}
      {!steps.isTaskList && (
        <div className={styles.where}>
          {step !== undefined && (
            <p id={id} className={styles.count}>
              {text(formMessages.stepPosition, { step: steps.step + 1, count })}
            </p>
          )}
          <Jump onClick={() => steps.open(taskList)}>{text(formMessages.allSections)}</Jump>
        </div>
      )}
      <h2
        ref={heading}
        tabIndex={-1}
        className={styles.heading}
        aria-describedby={step === undefined ? undefined : id}
      >
        {step?.title ?? text(steps.isTaskList ? formMessages.sections : formMessages.checkAnswers)}
      </h2>
      {step?.description != null && <p>{step.description}</p>}
    </div>
  );
}
