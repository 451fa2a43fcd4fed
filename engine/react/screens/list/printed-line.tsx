/** What a printed list says above its rows. */
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { listMessages } from '../../../locales/lists.ts';
import { sayMoment } from '../../page/dates.ts';
import { useSession, useSlice } from '../../session/portal-context.ts';
import { text } from '../../language/text.ts';
import styles from './list.module.css';

interface PrintedProps {
  readonly assigned: 'me' | 'nobody' | null;
  /** Number of rows on the page. */
  readonly shown: number;
  readonly isWhole: boolean;
}

/** On paper: when, by whom, whose records, and whether there are more. */
export function Printed({ assigned, shown, isWhole }: PrintedProps) {
  const { name } = useSession();
  const { timeZone } = useSlice();
  const [at, setAt] = useState(() => new Date().toISOString());
  useEffect(() => {
    // The print shows what the page is like when this returns.
    const note = () => flushSync(() => setAt(new Date().toISOString()));
    window.addEventListener('beforeprint', note);
    return () => window.removeEventListener('beforeprint', note);
  }, []);
  if (name === '') return null;
  return (
    <div className={styles.printed}>
      <p>{text(listMessages.printedBy, { moment: sayMoment(at, timeZone), name })}</p>
      {assigned !== null && (
        <p>{text(assigned === 'me' ? listMessages.assignedMine : listMessages.assignedNobody)}</p>
      )}
      {!isWhole && <p>{text(listMessages.printedPart, { count: shown })}</p>}
    </div>
  );
}
