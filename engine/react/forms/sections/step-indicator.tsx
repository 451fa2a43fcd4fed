/**
 * Where one is in a form: a bar with a part for each step on a narrow page, the names of all steps with their marks
 * on a wide one.
 */
import { IconCheck } from '@tabler/icons-react';
import { memo } from 'react';
import { formMessages } from '../../../locales/forms.ts';
import { text } from '../../language/text.ts';
import { Icon } from '../../theme/icon.tsx';
import type { SectionProgress, SectionState } from './section-states.ts';
import { sayState } from './section-words.ts';
import styles from '../forms.module.css';

interface StepIndicatorProps {
  readonly titles: readonly string[];
  /** The mark of each step, without the review of all answers. */
  readonly sections: readonly SectionProgress[];
  readonly current: number;
  readonly onOpen: (step: number) => void;
}

export const StepIndicator = memo(function StepIndicator(props: StepIndicatorProps) {
  const { titles, sections, current, onOpen } = props;
  return (
    <nav className={styles.indicator} aria-label={text(formMessages.steps)}>
      <ol className={styles.steps}>
        {titles.map((title, index) => (
          <li key={title}>
            <button
              type="button"
              className={styles.step}
              aria-current={index === current ? 'step' : undefined}
              data-state={sections[index]?.state}
              onClick={() => onOpen(index)}
            >
              <Mark index={index} state={sections[index]?.state} />
              <span>
                {title}
                <Heard state={sections[index]?.state} />{' '}
                {index !== current && <Lacking section={sections[index]} />}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
});

function Mark({ index, state }: { readonly index: number; readonly state: SectionState | undefined }) {
  return (
    <span aria-hidden className={styles.mark}>
      {state === 'done' ? <Icon of={IconCheck} size={14} /> : state === 'wrong' ? '!' : index + 1}
    </span>
  );
}

/** What the mark shows, for screen readers. */
function Heard({ state }: { readonly state: SectionState | undefined }) {
  if (state !== 'done' && state !== 'wrong') return null;
  return <span data-spoken> ({sayState(state)})</span>;
}

/** How many answers a section that was left still lacks. */
function Lacking({ section }: { readonly section: SectionProgress | undefined }) {
  if (section?.state !== 'started') return null;
  return (
    <span className={styles.lacking}>
      {text(formMessages.answersMissing, { count: Object.keys(section.open).length })}
    </span>
  );
}

interface StepBarProps {
  readonly count: number;
  readonly current: number;
}

/** The same in one line of a narrow page; the words beside it say it. */
export function StepBar({ count, current }: StepBarProps) {
  return (
    <div aria-hidden className={styles.bar}>
      {Array.from({ length: count }, (_, index) => (
        <span key={index} data-done={index < current} data-current={index === current} />
      ))}
    </div>
  );
}
