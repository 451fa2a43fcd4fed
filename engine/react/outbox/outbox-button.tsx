/** Tells on every page what waits to be sent: a button with the number, and a line when a person has to decide. */
import { IconAlertTriangle, IconCheck, IconUpload } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { outboxMessages } from '../../locales/outbox.ts';
import { text } from '../language/text.ts';
import { Jump } from '../page/buttons.tsx';
import { Icon } from '../theme/icon.tsx';
import { OutboxList } from './outbox-list.tsx';
import styles from './outbox.module.css';
import { isOpen, useOutbox, useSending } from './use-outbox.ts';
import type { WaitingWrite } from './waiting-write.ts';

interface OutboxButtonProps {
  /** The look of the buttons beside it. */
  readonly className: string;
}

/** Renders nothing while nothing waits. */
export function OutboxButton({ className }: OutboxButtonProps) {
  const { writes } = useOutbox();
  const [isShown, setIsShown] = useState(false);
  return (
    <>
      {writes.length > 0 && (
        <button
          type="button"
          className={className}
          aria-haspopup="dialog"
          aria-label={text(outboxMessages.waitingCount, { count: writes.length })}
          onClick={() => setIsShown(true)}
        >
          <Icon of={writes.some(isOpen) ? IconAlertTriangle : IconUpload} size={20} />
          <span className={styles.count}>{writes.length}</span>
        </button>
      )}
      {isShown && <OutboxList onClose={() => setIsShown(false)} />}
    </>
  );
}

/** Sends what waits while a page is open. */
export function OutboxLine() {
  const sent = useSending();
  const { writes } = useOutbox();
  const [isShown, setIsShown] = useState(false);
  const count = writes.filter(isOpen).length;
  return (
    <>
      <output className={styles.line}>
        {count > 0 && (
          <span data-tone="warning">
            <Icon of={IconAlertTriangle} size={16} />
            <span>
              {text(outboxMessages.needsDecision, { count })}{' '}
              <Jump onClick={() => setIsShown(true)}>{text(outboxMessages.show)}</Jump>
            </span>
          </span>
        )}
        <SentNotice key={sent[0]?.key ?? ''} sent={sent} />
      </output>
      {isShown && <OutboxList onClose={() => setIsShown(false)} />}
    </>
  );
}

/** How long it is shown, in milliseconds. */
const shown = 10_000;

function SentNotice({ sent }: { readonly sent: readonly WaitingWrite[] }) {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsOver(true), shown);
    return () => clearTimeout(timer);
  }, []);
  if (isOver) return null;
  return sent.map(({ key, summary }) => (
    <span key={key} data-tone="good">
      <Icon of={IconCheck} size={16} />
      <span>{text(outboxMessages.sent, { title: summary.title })}</span>
    </span>
  ));
}
