/** The head of a step: where one is, its title, and the way to all sections. */
import { memo, useEffect, useId, useRef } from 'react';
import { formMessages } from '../../locales/forms.ts';
import type { WireForm } from '../../portal/wire/slice.ts';
import { text } from '../language/text.ts';
import { Jump } from '../page/buttons.tsx';
import styles from './forms.module.css';
import { StepBar } from './sections/step-indicator.tsx';
import { taskList } from './use-kept-step.ts';

interface StepHeadingProps {
  readonly form: WireForm;
  /** Its index, or that of the task list or the review. */
  readonly step: number;
  readonly onOpen: (step: number) => void;
}

/** Takes the focus when another step opens, so that screen readers announce it. */
export const StepHeading = memo(function StepHeading({ form, step: index, onOpen }: StepHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  const shown = useRef(index);
  useEffect(() => {
    if (shown.current === index) return;
    shown.current = index;
    heading.current?.focus({ preventScroll: true });
    heading.current?.closest('form')?.scrollIntoView({ block: 'start' });
  }, [index]);
  const step = form.steps[index];
  const isTaskList = index === taskList;
  const count = form.steps.length;
  return (
    <div>
      {!isTaskList && <StepBar count={count} current={index} />}
      {!isTaskList && (
        <div className={styles.where}>
          {step !== undefined && (
            <p id={id} className={styles.count}>
              {text(formMessages.stepPosition, { step: index + 1, count })}
            </p>
          )}
          <Jump onClick={() => onOpen(taskList)}>{text(formMessages.allSections)}</Jump>
        </div>
      )}
      <h2
        ref={heading}
        tabIndex={-1}
        className={styles.heading}
        aria-describedby={step === undefined ? undefined : id}
      >
        {step?.title ?? text(isTaskList ? formMessages.sections : formMessages.checkAnswers)}
      </h2>
      {step?.description != null && <p>{step.description}</p>}
    </div>
  );
});
