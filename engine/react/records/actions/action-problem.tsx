/** Why an action failed: the missing answers by name, each with a link to its question. */
import type { WireForm } from '../../../portal/wire/slice.ts';
import type { WireRecord } from '../../../contract/record.ts';
import { useFormOf } from '../../api/hooks.ts';
import type { Problem } from '../../api/problem.ts';
import { titlesOf } from '../../facts/facts.ts';
import { focusQuestion } from '../../forms/errors/focus-question.ts';
import { Jump } from '../../page/jump.tsx';
import { ProblemAlert } from '../../page/problem-alert.tsx';
import { text } from '../../text.ts';
import styles from './action-problem.module.css';
import { problemMessages } from '../../../locales/problems.ts';

interface ActionProblemProps {
  readonly problem: Problem | null;
  readonly record: WireRecord;
}

export function ActionProblem({ problem, record }: ActionProblemProps) {
  const isFields = problem?.kind === 'fields';
  const { data: form } = useFormOf(isFields ? record.form : null);
  if (!isFields) return <ProblemAlert problem={problem} />;
  return (
    <div className={styles.problem} role="alert">
      <ul>
        {linesOf(problem.errors, record, form).map(({ said, jump }) => (
          <li key={said}>{jump === null ? said : <Jump onClick={jump}>{said}</Jump>}</li>
        ))}
      </ul>
    </div>
  );
}

interface ProblemLine {
  readonly said: string;
  /** Null: the error has no place on the page. */
  readonly jump: (() => void) | null;
}

const items = 'items.';

function linesOf(
  errors: Readonly<Record<string, readonly string[]>>,
  record: WireRecord,
  form: WireForm | undefined,
): readonly ProblemLine[] {
  const titles = form === undefined ? new Map<string, string>() : titlesOf(form);
  return Object.entries(errors).flatMap(([path, messages]) => {
    const title = titles.get(path.split('.', 1)[0] ?? path);
    const jump = path.startsWith(items)
      ? () => jumpToItem(path.slice(items.length))
      : title !== undefined && record.editable
        ? () => void focusQuestion(path)
        : null;
    return messages.map((message) => ({
      said: title === undefined ? message : text(problemMessages.ofQuestion, { title, message }),
      jump,
    }));
  });
}

export function jumpToItem(id: string): void {
  const item = document.querySelector<HTMLElement>(`[data-item="${CSS.escape(id)}"]`);
  item?.scrollIntoView({ block: 'start' });
  item?.focus({ preventScroll: true });
}
