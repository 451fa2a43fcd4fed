/** What an item asks for, in the words for who files it; whoever reviews knows them, and looks them up when needed. */
import { useIsStaff } from '../../facts/basis-hint.tsx';
import { text } from '../../text.ts';
import styles from './checklist.module.css';
import { checklistMessages } from '../../../locales/checklist.ts';

export function ItemHelp({ help }: { readonly help: string | null }) {
  const isStaff = useIsStaff();
  if (help === null) return null;
  if (!isStaff) return <p className={styles.help}>{help}</p>;
  return (
    <details className={styles.told}>
      <summary>{text(checklistMessages.howAskedFor)}</summary>
      <p className={styles.help}>{help}</p>
    </details>
  );
}
