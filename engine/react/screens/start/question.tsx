/** One question of a start page, as a native field. */
import { useId, useState } from 'react';
import type { WireStartQuestion } from '../../../contract/start-pages.ts';
import { pageMessages } from '../../../locales/page.ts';
import { startMessages } from '../../../locales/start.ts';
import { text } from '../../language/text.ts';
import { GroupedOptions } from '../grouped-options.tsx';
import styles from './start.module.css';

interface StartQuestionProps {
  readonly question: WireStartQuestion;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

export function Question(props: StartQuestionProps) {
  const { question, value } = props;
  const id = useId();
  const isChosen = question.kind === 'choice' || question.kind === 'yes-no';
  return (
    <div className={styles.question}>
      <label htmlFor={id}>{question.title}</label>
      {isChosen ? <Choice {...props} id={id} /> : <Typed key={value} {...props} id={id} />}
      {question.help !== null && (
        <p id={`${id}-help`} className={styles.quiet}>
          {question.help}
        </p>
      )}
    </div>
  );
}

interface StartFieldProps extends StartQuestionProps {
  readonly id: string;
}

function Choice({ question, value, onChange, id }: StartFieldProps) {
  const choices =
    question.kind === 'yes-no'
      ? [
          { value: 'true', label: text(startMessages.yes), group: null },
          { value: 'false', label: text(startMessages.no), group: null },
        ]
      : question.choices;
  return (
    <select
      id={id}
      className={styles.field}
      value={choices.some((one) => one.value === value) ? value : ''}
      onChange={({ target }) => onChange(target.value)}
      {...(question.help !== null && { 'aria-describedby': `${id}-help` })}
    >
      <option value="">{text(pageMessages.notKnown)}</option>
      <GroupedOptions choices={choices} />
    </select>
  );
}

/** Written into the address when the field is left, or with the Enter key. */
function Typed({ question, value, onChange, id }: StartFieldProps) {
  const [typed, setTyped] = useState(value);
  const commit = () => {
    if (typed !== value) onChange(typed.trim());
  };
  return (
    <span className={styles.typed}>
      <input
        id={id}
        className={styles.field}
        inputMode={question.kind === 'text' ? 'text' : 'decimal'}
        autoComplete="off"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={commit}
        onKeyDown={({ key }) => key === 'Enter' && commit()}
        {...(question.help !== null && { 'aria-describedby': `${id}-help` })}
      />
      {question.unit !== null && <span className={styles.quiet}>{question.unit}</span>}
    </span>
  );
}
