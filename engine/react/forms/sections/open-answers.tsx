/** What one section of a form still lacks, with the way to each question. */
import { formMessages } from '../../../locales/forms.ts';
import { problemMessages } from '../../../locales/problems.ts';
import { text } from '../../language/text.ts';
import { Jump } from '../../page/buttons.tsx';
import type { ListedError } from '../errors/errors.ts';
import styles from '../forms.module.css';

/** As many fit below the name of a section. */
const mostOpenAnswers = 3;

interface OpenAnswersProps {
  /** Of one section. */
  readonly errors: readonly ListedError[];
  readonly onOpen: (error: ListedError) => void;
}

/** The first questions, and how many more there are. */
export function OpenAnswers({ errors, onOpen }: OpenAnswersProps) {
  if (errors.length === 0) return null;
  const more = errors.length - mostOpenAnswers;
  return (
    <ul className={styles.open}>
      {errors.slice(0, mostOpenAnswers).map((error) => (
        <li key={`${error.path} ${error.message}`}>
          <Jump onClick={() => onOpen(error)}>
            <ErrorLine error={error} />
          </Jump>
        </li>
      ))}
      {more > 0 && <li className={styles.quiet}>{text(formMessages.moreAnswers, { count: more })}</li>}
    </ul>
  );
}

/** The question and what is wrong there, in one line. */
export function ErrorLine({ error: { title, message } }: { readonly error: ListedError }) {
  // “E-mail – Enter “E-mail”.” would name it twice.
  const isNamed = title === null || message.includes(`“${title}”`);
  return isNamed ? message : text(problemMessages.ofQuestion, { title, message });
}
