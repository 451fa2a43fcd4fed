/** The person's notifications, in a dialog; each links to the page of its record. */
import '@mantine/core/styles/Button.layer.css';
import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import type { WireNotification } from '../../contract/notifications.ts';
import { sayMoment, sayRelative } from '../page/dates.ts';
import { LoadError, Placeholder } from '../page/feedback.tsx';
import { useModal } from '../page/modal.tsx';
import { useSlice } from '../session/portal-context.ts';
import { text } from '../language/text.ts';
import styles from './notifications.module.css';
import type { Notifications } from './use-notifications.ts';
import { notificationMessages } from '../../locales/notifications.ts';
import { pageMessages } from '../../locales/page.ts';

interface NotificationListProps {
  readonly notifications: Notifications;
  readonly onClose: () => void;
}

export function NotificationList({ notifications, onClose }: NotificationListProps) {
  const dialog = useModal();
  const { unread, markRead } = notifications;
  return (
    <dialog ref={dialog} className={styles.panel} aria-labelledby="notifications" onClose={onClose}>
      <div className={styles.head}>
        <h2 id="notifications" className={styles.title}>
          {text(notificationMessages.heading)}
        </h2>
        <Button variant="default" onClick={() => dialog.current?.close()}>
          {text(pageMessages.close)}
        </Button>
        {unread > 0 && (
          <p className={styles.marks}>
            <Button variant="default" size="compact-sm" onClick={() => void markRead()}>
              {text(notificationMessages.markAllRead)}
            </Button>
          </p>
        )}
      </div>
      <NotificationRows notifications={notifications} onClose={onClose} />
    </dialog>
  );
}

function NotificationRows({ notifications, onClose }: NotificationListProps) {
  const { items, isLoading, error, hasMore, more, retry, markRead } = notifications;
  if (items.length === 0 && isLoading) return <Placeholder shape="rows" />;
  if (items.length === 0 && error !== undefined) return <LoadError error={error} onRetry={retry} />;
  if (items.length === 0) {
    return <p data-quiet>{text(notificationMessages.empty)}</p>;
  }
  return (
    <>
      <ul className={styles.list}>
        {items.map((one) => (
          <li key={one.id} className={styles.item} data-unread={!one.read}>
            <NotificationRow
              notification={one}
              onOpen={() => {
                if (!one.read) void markRead([one.id]);
                onClose();
              }}
            />
          </li>
        ))}
      </ul>
      {hasMore && (
        <Button variant="default" onClick={more}>
          {text(notificationMessages.showOlder)}
        </Button>
      )}
    </>
  );
}

interface NotificationRowProps {
  readonly notification: WireNotification;
  readonly onOpen: () => void;
}

function NotificationRow({
  notification: { at, subject, text: body, read, path },
  onOpen,
}: NotificationRowProps) {
  const { timeZone } = useSlice();
  return (
    <article>
      <h3 className={styles.subject}>
        {path === null ? (
          subject
        ) : (
          <Link to={path} className={styles.link} onClick={onOpen}>
            {subject}
          </Link>
        )}
        {!read && <span className={styles.new}>{text(notificationMessages.unread)}</span>}
      </h3>
      <p className={styles.text}>{body}</p>
      <time className={styles.time} dateTime={at} title={sayMoment(at, timeZone)}>
        {sayRelative(at, timeZone)}
      </time>
    </article>
  );
}
