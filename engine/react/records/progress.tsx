/** How far the records below one are: a bar, and the same in words. */
import type { WireParts } from '../../portal/wire.ts';
import { useSlice } from '../portal-context.ts';
import styles from './progress.module.css';
import { namePlural } from './words.ts';

export function Progress({ type, done, total }: WireParts) {
  const slice = useSlice();
  // One alone says itself how it stands.
  if (total < 2) return null;
  const noun = namePlural(slice, type, total);
  const text = done === total ? `All ${total} ${noun} done` : `${done} of ${total} ${noun} done`;
  return (
    <div className={styles.progress}>
      <progress className={styles.bar} value={done} max={total} aria-label={text} />
      <span className={styles.text} data-figures>
        {text}
      </span>
    </div>
  );
}
