/** What went wrong with a write, beside the button that asked for it. */
import type { Problem } from '../api/problem.ts';
import { sayProblem } from '../api/problem.ts';
import styles from './problem-alert.module.css';

export function ProblemAlert({ problem }: { readonly problem: Problem | null }) {
  if (problem === null) return null;
  return (
    <div className={styles.alert} role="alert">
      {problem.kind === 'stale' && problem.current !== null ? (
        <p>
          Somebody changed this meanwhile. You now see how it stands. What you entered is still here: look at
          it again, then try once more.
        </p>
      ) : (
        <Lines text={sayProblem(problem)} />
      )}
    </div>
  );
}

function Lines({ text }: { readonly text: string }) {
  const lines = text.split('\n').filter((line) => line !== '');
  return (
    <ul>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
