/** Header of signed-in pages: the portal, the user and their department, unread notifications, sign-out. */
import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import { useSession, useSlice } from '../portal-context.ts';
import { signOutPath } from '../router/places.ts';
import { text } from '../text.ts';
import { Bell } from './bell.tsx';
import { Brand } from './brand.tsx';
import { ColorScheme } from './color-scheme.tsx';
import styles from './header.module.css';
import { Icon } from '../theme/icons.tsx';
import { Languages } from './languages.tsx';
import { ownPage, useVisitor } from './navigation.ts';
import { accountMessages } from '../../locales/account.ts';
import { notificationMessages } from '../../locales/notifications.ts';

export function Header() {
  const session = useSession();
  const slice = useSlice();
  const out = signOutPath(slice);
  const { departments } = slice;
  const department = departments[session.department]?.title ?? session.department;
  const messages = useMessagesPath();
  return (
    <header className={styles.header}>
      <Brand />
      <div className={styles.tools}>
        <div className={styles.person}>
          <span className={styles.name}>{session.name}</span>
          {department !== session.name && <span className={styles.department}>{department}</span>}
        </div>
        <div className={styles.languages}>
          <Languages />
        </div>
        <Bell />
        {messages !== null && (
          <Link to={messages} className={styles.tool} aria-label={unreadText(session.unreadMessages)}>
            <Icon name="mail" size={20} />
            {session.unreadMessages > 0 && <span className={styles.unread}>{session.unreadMessages}</span>}
          </Link>
        )}
        <ColorScheme className={`${styles.tool ?? ''} ${styles.scheme ?? ''}`} />
        {out !== null && (
          <Link to={out} className={styles.tool}>
            <Icon name="out" size={20} />
            <span className={styles.word}>{text(accountMessages.signOut)}</span>
          </Link>
        )}
      </div>
    </header>
  );
}

/** The page of this visitor's messages, or null if the configuration has none. */
function useMessagesPath(): string | null {
  const slice = useSlice();
  const visitor = useVisitor();
  return useMemo(() => ownPage({ portal: slice, visitor }, 'messages'), [slice, visitor]);
}

function unreadText(count: number): string {
  if (count === 0) return text(notificationMessages.messagesNoneUnread);
  return text(notificationMessages.messagesUnread, { count });
}
