/**
 * A notice above a form whose answers cannot be sent now, or were changed elsewhere: what happened, and what is safe.
 */
import { sayProblem } from '../api/problem.ts';
import { text } from '../text.ts';
import type { DraftState } from './draft-keeper.ts';
import styles from './draft-notice.module.css';
import { draftMessages } from '../../locales/drafts.ts';

export function DraftNotice({ saving, isMerged }: Pick<DraftState, 'saving' | 'isMerged'>) {
  if (saving.kind === 'kept') {
    const { problem } = saving;
    const isAway = problem.kind === 'offline' || problem.kind === 'server';
    return (
      <div className={styles.notice} data-away={isAway}>
        {problem.kind === 'offline' ? text(draftMessages.offline) : sayProblem(problem)}
        {isAway && ` ${text(draftMessages.sentLater)}`}
      </div>
    );
  }
  if (!isMerged) return null;
  return <output className={styles.notice}>{text(draftMessages.changedElsewhere)}</output>;
}
