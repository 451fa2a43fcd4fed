/** The progress in a form of several steps; each step can be opened at any time. */
import { text } from '../text.ts';
import styles from './record-form.module.css';
import { formMessages } from '../../locales/forms.ts';

interface StepListProps {
  readonly titles: readonly string[];
  readonly current: number;
  readonly onOpen: (step: number) => void;
}

export function StepList({ titles, current, onOpen }: StepListProps) {
  return (
    <nav aria-label={text(formMessages.steps)}>
      <ol className={styles.steps}>
        {titles.map((title, index) => (
          <li key={title}>
            <button
              type="button"
              className={styles.step}
              aria-current={index === current ? 'step' : undefined}
              onClick={() => onOpen(index)}
            >
              {index + 1}. {title}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}
