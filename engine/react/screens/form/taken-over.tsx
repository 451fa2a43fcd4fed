/** Says from where the answers of a new record were taken over, and that they are to be checked. */
import type { PrefilledAnswers } from '../../../portal/wire.ts';
import { useSlice } from '../../portal-context.ts';
import { text } from '../../text.ts';
import styles from './form.module.css';

export function TakenOver({ from }: Pick<PrefilledAnswers, 'from'>) {
  const { recordTypes } = useSlice();
  if (from.length === 0) return null;
  const names = from.map(({ type, number }) => {
    const title = recordTypes[type]?.title ?? type;
    return number === null ? title : `${title} ${number}`;
  });
  return (
    <p className={styles.taken}>
      {text(
        'Many answers are filled in already, taken over from: {names}. Check them as you go, and change what is different now.',
        { names: names.join(', ') },
      )}
    </p>
  );
}
