/** The progress of the children of a record: a bar, and the same as text. */
import type { WireParts } from '../../../contract/record.ts';
import { useSlice } from '../../portal-context.ts';
import styles from './progress.module.css';
import { sayDone } from '../../facts/words.ts';

export function Progress({ type, done, total }: Omit<WireParts, 'offices'>) {
  const slice = useSlice();
  // A single child shows its own status.
  if (total < 2) return null;
  const said = sayDone(slice, { type, done, total });
  return (
    <div className={styles.progress}>
      <progress className={styles.bar} value={done} max={total} aria-label={said} />
      <span className={styles.text} data-figures>
        {said}
      </span>
    </div>
  );
}
