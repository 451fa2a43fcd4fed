/** Before signing out: what is not sent yet, and what happens with it. */
import { Button } from '@mantine/core';
import '@mantine/core/styles/Button.layer.css';
import { Link } from 'react-router-dom';
import { accountMessages } from '../../../locales/account.ts';
import { outboxMessages } from '../../../locales/outbox.ts';
import { text } from '../../language/text.ts';
import type { WaitingWrite } from '../../outbox/waiting-write.ts';
import styles from '../screens.module.css';

interface UnsentQuestionProps {
  readonly writes: readonly WaitingWrite[];
  /** Signs out. */
  readonly onLeave: () => void;
}

export function UnsentQuestion({ writes, onLeave }: UnsentQuestionProps) {
  return (
    <section className={styles.question}>
      <h2 data-heading>{text(outboxMessages.notSentYet, { count: writes.length })}</h2>
      <ul>
        {writes.map(({ key, summary: { title, subject, number } }) => (
          <li key={key}>
            {title} – {subject} {number}
          </li>
        ))}
      </ul>
      <p>{text(outboxMessages.signOutExplained)}</p>
      <div className={styles.choices}>
        <Button onClick={onLeave}>{text(accountMessages.signOut)}</Button>
        <Button variant="default" component={Link} to="/">
          {text(outboxMessages.staySignedIn)}
        </Button>
      </div>
    </section>
  );
}
