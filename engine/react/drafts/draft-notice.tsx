/** Above a form whose answers cannot be sent just now, or were changed somewhere else: what happened, and what is safe. */
import { sayProblem } from '../api/problem.ts';
import { text } from '../text.ts';
import type { DraftState } from './draft-keeper.ts';
import styles from './draft-notice.module.css';

export function DraftNotice({ saving, isMerged }: Pick<DraftState, 'saving' | 'isMerged'>) {
  if (saving.kind === 'kept') {
    const { problem } = saving;
    const isAway = problem.kind === 'offline' || problem.kind === 'server';
    return (
      <div className={styles.notice} data-away={isAway}>
        {problem.kind === 'offline'
          ? text('No connection. What you type is kept on this device.')
          : sayProblem(problem)}
        {isAway && ` ${text('You can go on; it is sent by itself as soon as possible.')}`}
      </div>
    );
  }
  if (!isMerged) return null;
  return (
    <output className={styles.notice}>
      {text(
        'This was also changed in another window or by somebody else. You see how it stands now, with what you typed here.',
      )}
    </output>
  );
}
