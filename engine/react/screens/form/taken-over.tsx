/** Says from where the answers of a new record were taken over, and that they are to be checked. */
import type { PrefilledAnswers } from '../../../portal/wire/wire.ts';
import { useSlice } from '../../portal-context.ts';
import { text } from '../../text.ts';
import styles from './form.module.css';
import { formMessages } from '../../../locales/forms.ts';

export function TakenOver({ from }: Pick<PrefilledAnswers, 'from'>) {
  const { recordTypes } = useSlice();
  if (from.length === 0) return null;
  const names = from.map(({ type, number }) => {
    const title = recordTypes[type]?.title ?? type;
    return number === null ? title : `${title} ${number}`;
  });
  return <p className={styles.taken}>{text(formMessages.answersTakenOver, { names: names.join(', ') })}</p>;
}
