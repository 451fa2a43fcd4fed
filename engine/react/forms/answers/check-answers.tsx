/** All answers on one page before they are sent, each part with a way back to it. */
import '@mantine/core/styles/Button.layer.css';
import { Button } from '@mantine/core';
import { countedAnswers, type Answers } from '../../../portal/forms/form-conditions.ts';
import type { WireForm } from '../../../portal/wire/slice.ts';
import { useSlice } from '../../portal-context.ts';
import { groupFacts } from '../../facts/facts.ts';
import { text } from '../../text.ts';
import { AnswerList } from './answer-list.tsx';
import styles from '../record-form.module.css';
import { formMessages } from '../../../locales/forms.ts';

interface CheckAnswersProps {
  readonly form: WireForm;
  readonly answers: Answers;
  readonly onOpen: (step: number) => void;
}

export function CheckAnswers({ form, answers, onOpen }: CheckAnswersProps) {
  const groups = groupFacts(form, countedAnswers(form, answers), useSlice());
  return form.steps.map((step, index) => {
    const facts = groups.find(({ id }) => id === step.id)?.facts ?? [];
    return (
      <section key={step.id} className={styles.part}>
        <div className={styles.partHead}>
          <h3>{step.title}</h3>
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={text(formMessages.changeStep, { step: step.title })}
            onClick={() => onOpen(index)}
          >
            {text(formMessages.change)}
          </Button>
        </div>
        {facts.length === 0 && <p className={styles.count}>{text(formMessages.nothingAnswered)}</p>}
        <AnswerList facts={facts} />
      </section>
    );
  });
}
