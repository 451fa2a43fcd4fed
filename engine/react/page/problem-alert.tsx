/** The error of a write, beside its button. */
import type { Problem } from '../api/problem.ts';
import { problemLines } from '../api/problem.ts';
import { text } from '../text.ts';
import styles from './problem-alert.module.css';
import { problemMessages } from '../../locales/problems.ts';

export function ProblemAlert({ problem }: { readonly problem: Problem | null }) {
  if (problem === null) return null;
  return (
    <div className={styles.alert} role="alert">
      {problem.kind === 'stale' && problem.current !== null ? (
        <p>{text(problemMessages.changedByOthers)}</p>
      ) : (
        <ul>
          {problemLines(problem).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
