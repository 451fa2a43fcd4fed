/** The questions of a start page. Each answer is written into the address at once. */
import { Button } from '@mantine/core';
import '@mantine/core/styles/Button.layer.css';
import type { WireStartQuestion } from '../../../contract/start-pages.ts';
import { startMessages } from '../../../locales/start.ts';
import { text } from '../../language/text.ts';
import { Question } from './question.tsx';
import styles from './start.module.css';

interface StartQuestionsProps {
  readonly questions: readonly WireStartQuestion[];
  readonly search: URLSearchParams;
  readonly onChange: (search: URLSearchParams) => void;
}

export function Questions({ questions, search, onChange }: StartQuestionsProps) {
  const lists = [...new Set(questions.flatMap(({ list }) => list?.name ?? []))];
  return (
    <form className={styles.questions} onSubmit={(event) => event.preventDefault()}>
      <h2>{text(startMessages.yourAnswers)}</h2>
      {lists.map((list) => (
        <Rows
          key={list}
          questions={questions.filter((one) => one.list?.name === list)}
          search={search}
          onChange={onChange}
        />
      ))}
      {questions
        .filter(({ list }) => list === null)
        .map((question) => (
          <Question
            key={question.name}
            question={question}
            value={search.get(question.name) ?? question.initial ?? ''}
            onChange={(value) => onChange(withAnswer(search, question.name, [value]))}
          />
        ))}
    </form>
  );
}

/** The rows of a list: one for each value of its first question. */
function Rows({ questions, search, onChange }: StartQuestionsProps) {
  const [first] = questions;
  if (first === undefined) return null;
  const count = Math.max(1, ...questions.map(({ name }) => search.getAll(name).length));
  const change = (rows: readonly (readonly string[])[]) => {
    const next = questions.reduce(
      (changed, { name }, at) =>
        withAnswer(
          changed,
          name,
          rows.map((row) => row[at] ?? ''),
        ),
      search,
    );
    onChange(next);
  };
  const rows = Array.from({ length: count }, (_, row) =>
    questions.map(({ name, initial }) => search.getAll(name)[row] ?? initial ?? ''),
  );
  const title = first.list?.title ?? first.title;
  return (
    <div className={styles.rows}>
      {rows.map((values, row) => (
        // oxlint-disable-next-line react/no-array-index-key -- a row has no other name
        <fieldset key={row} className={styles.row}>
          <legend>{count === 1 ? title : text(startMessages.rowNumber, { title, number: row + 1 })}</legend>
          {questions.map((question, at) => (
            <Question
              key={question.name}
              question={question}
              value={values[at] ?? ''}
              onChange={(value) =>
                change(rows.map((own, index) => (index === row ? own.with(at, value) : own)))
              }
            />
          ))}
          {count > 1 && (
            <Button
              variant="subtle"
              size="compact-md"
              className={styles.small}
              onClick={() => change(rows.toSpliced(row, 1))}
            >
              {text(startMessages.removeRow)}
            </Button>
          )}
        </fieldset>
      ))}
      {rows.at(-1)?.[0] !== '' && count < mostRows && (
        <Button
          variant="default"
          className={styles.small}
          onClick={() => change([...rows, questions.map(() => '')])}
        >
          {first.list?.add ?? text(startMessages.addRow)}
        </Button>
      )}
    </div>
  );
}

const mostRows = 10;

/** An empty answer stays in the address: it leaves open what the page would begin with. */
function withAnswer(search: URLSearchParams, name: string, values: readonly string[]): URLSearchParams {
  const next = new URLSearchParams(search);
  next.delete(name);
  for (const value of values) next.append(name, value);
  return next;
}
