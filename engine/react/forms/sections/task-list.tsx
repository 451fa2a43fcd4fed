/** The task list of a long form: its sections, how far each is, and the way to check all answers. */
import { useId } from 'react';
import { formMessages } from '../../../locales/forms.ts';
import { pageMessages } from '../../../locales/page.ts';
import type { WireForm } from '../../../portal/wire/slice.ts';
import { Tag } from '../../facts/state-tag.tsx';
import { text } from '../../language/text.ts';
import { isUnknown, nextSection, type SectionProgress } from './section-states.ts';
import { sayState, toneOfSection } from './section-words.ts';
import { type ListedError, listErrors } from '../errors/errors.ts';
import { OpenAnswers } from './open-answers.tsx';
import styles from '../forms.module.css';

interface TaskListProps {
  readonly form: WireForm;
  readonly sections: readonly SectionProgress[];
  readonly onOpen: (step: number) => void;
  readonly onOpenError: (error: ListedError) => void;
}

export function TaskList({ form, sections, onOpen, onOpenError }: TaskListProps) {
  const id = useId();
  const asked = form.steps.map((step, index) => ({
    step,
    index,
    state: sections[index]?.state ?? 'empty',
    open: listErrors(form, sections[index]?.open ?? {}),
  }));
  const own = asked.filter(({ state }) => state !== 'empty');
  const done = own.filter(({ state }) => state === 'done' || state === 'optional').length;
  const isReady = nextSection(sections) === null;
  const isKnown = !sections.some(isUnknown);
  return (
    <div className={styles.tasks}>
      <p>
        {isKnown
          ? text(formMessages.sectionsDone, { done, count: own.length })
          : text(pageMessages.loadingOverlay)}
      </p>
      <ul className={styles.list}>
        {own.map(({ step, index, state, open }) => (
          <li key={step.id} className={styles.task}>
            <button
              type="button"
              className={styles.name}
              aria-describedby={`${id}-${index}`}
              onClick={() => onOpen(index)}
            >
              {step.title}
            </button>
            <span id={`${id}-${index}`}>
              <Tag tone={toneOfSection(state)}>{sayState(state)}</Tag>
            </span>
            <OpenAnswers errors={open} onOpen={onOpenError} />
          </li>
        ))}
        <li className={styles.task}>
          <button
            type="button"
            className={styles.name}
            aria-describedby={`${id}-check`}
            onClick={() => onOpen(form.steps.length)}
          >
            {text(formMessages.checkAnswers)}
          </button>
          <span id={`${id}-check`} className={styles.quiet}>
            {isKnown && text(isReady ? formMessages.readyToSend : formMessages.sectionsLeft)}
          </span>
        </li>
      </ul>
    </div>
  );
}
