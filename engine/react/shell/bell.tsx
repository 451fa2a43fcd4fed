/** The bell in the header: the number of unread notifications, and their list. */
import { lazy, Suspense, useState } from 'react';
import { useNotifications } from '../notifications/use-notifications.ts';
import { text } from '../text.ts';
import styles from './header.module.css';
import { Icon } from '../theme/icons.tsx';
import { notificationMessages } from '../../locales/notifications.ts';

/** Loaded on demand: most visits never open it. */
const NotificationList = lazy(async () => ({
  default: (await import('../notifications/notification-list.tsx')).NotificationList,
}));

export function Bell() {
  const [isOpen, setOpen] = useState(false);
  const notifications = useNotifications();
  const { unread } = notifications;
  return (
    <>
      <button
        type="button"
        className={styles.tool}
        aria-haspopup="dialog"
        aria-label={
          unread === 0
            ? text(notificationMessages.bellNoneUnread)
            : text(notificationMessages.bellUnread, { count: shortly(unread) })
        }
        onClick={() => setOpen(true)}
      >
        <Icon name="bell" size={20} />
        {unread > 0 && <span className={styles.unread}>{shortly(unread)}</span>}
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <NotificationList notifications={notifications} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** The visible and the announced text are the same. */
function shortly(count: number): string {
  return count > 99 ? '99+' : String(count);
}
