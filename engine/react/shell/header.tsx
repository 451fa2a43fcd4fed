/** The header of every page, with the number of unread notifications. */
import { IconBell, IconLogout, IconMail } from '@tabler/icons-react';
import { lazy, useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { accountMessages } from '../../locales/account.ts';
import { notificationMessages } from '../../locales/notifications.ts';
import { useRead } from '../data/hooks.ts';
import { useNotifications } from '../notifications/use-notifications.ts';
import { OutboxButton } from '../outbox/outbox-button.tsx';
import { membershipTitle } from '../session/membership-title.ts';
import { usePortal, useSession, useSlice } from '../session/portal-context.ts';
import { signOutPath } from '../router/places.ts';
import { text } from '../language/text.ts';
import { Icon } from '../theme/icon.tsx';
import { PersonPicture } from '../page/person-picture.tsx';
import { LazyPart } from '../loading/lazy-part.tsx';
import { onUse } from '../loading/on-use.tsx';
import { Brand } from './brand.tsx';
import { ColorScheme } from './color-scheme.tsx';
import { FindButton } from './find-button.tsx';
import styles from './shell.module.css';
import { Languages } from './languages.tsx';
import { useUnreadThreads } from '../notifications/use-unread-threads.ts';
import { useMessagesPath } from './navigation.ts';

/** Most people have one department and stand in for nobody. */
const ActSwitch = onUse(async () => (await import('./act-switch.tsx')).ActSwitch);

export function Header() {
  const session = useSession();
  const slice = useSlice();
  const out = signOutPath(slice);
  const { departments } = slice;
  const chosen = session.memberships.find((one) => one.chosen);
  const department =
    chosen === undefined
      ? (departments[session.department]?.title ?? session.department)
      : membershipTitle(chosen);
  const messages = useMessagesPath();
  // Who sees the portal as somebody else has none of their letters, and chooses nothing for them.
  const isOwn = session.seenBy === null;
  const { data } = useRead('GET /photo', {});
  return (
    <header className={styles.header}>
      <Brand />
      <div className={styles.tools}>
        <div className={styles.person}>
          <span className={styles.name}>{session.name}</span>
          {department !== session.name && <span className={styles.department}>{department}</span>}
        </div>
        <div className={styles.picture}>
          <PersonPicture name={session.name} photo={data?.photo ?? null} />
        </div>
        {isOwn && (
          <div className={styles.languages}>
            <Languages />
          </div>
        )}
        <FindButton className={`${styles.tool ?? ''} ${styles.wide ?? ''}`} />
        {isOwn && (
          <>
            {session.memberships.length + session.deputyOf.length > 1 && (
              <LazyPart waiting={<span className={styles.tool} />}>
                <ActSwitch />
              </LazyPart>
            )}
            <OutboxButton className={styles.tool ?? ''} />
            <Bell />
            {messages !== null && <Envelope path={messages} />}
          </>
        )}
        <ColorScheme className={`${styles.tool ?? ''} ${styles.wide ?? ''}`} />
        {out !== null && (
          <Link to={out} className={styles.tool}>
            <Icon of={IconLogout} size={20} />
            <span className={styles.word}>{text(accountMessages.signOut)}</span>
          </Link>
        )}
      </div>
    </header>
  );
}

function Envelope({ path }: { readonly path: string }) {
  const unread = useUnreadThreads();
  const label =
    unread === 0
      ? text(notificationMessages.messagesNoneUnread)
      : text(notificationMessages.messagesUnread, { count: shortly(unread) });
  return (
    <Link to={path} className={styles.tool} aria-label={label}>
      <Icon of={IconMail} size={20} />
      {unread > 0 && <span className={styles.unread}>{shortly(unread)}</span>}
    </Link>
  );
}

/** Loaded on demand: most visits never open it. */
const NotificationList = lazy(async () => ({
  default: (await import('../notifications/notification-list.tsx')).NotificationList,
}));

function Bell() {
  const [isOpen, setOpen] = useState(false);
  const notifications = useNotifications();
  const { unread } = notifications;
  const { store } = usePortal();
  useEffect(() => {
    store.change((draft) => void (draft.unread = unread));
    return () => store.change((draft) => void (draft.unread = 0));
  }, [store, unread]);
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
        <Icon of={IconBell} size={20} />
        {unread > 0 && <span className={styles.unread}>{shortly(unread)}</span>}
      </button>
      {isOpen && (
        <LazyPart isAbove>
          <NotificationList notifications={notifications} onClose={() => setOpen(false)} />
        </LazyPart>
      )}
    </>
  );
}

/** The visible and the announced text are the same. */
function shortly(count: number): string {
  return count > 99 ? '99+' : String(count);
}
