/** A notice in place of other content: the reason, and what to do. */
import type { ReactNode } from 'react';
import { Icon, type IconName } from '../theme/icons.tsx';
import styles from './notice.module.css';

interface NoticeProps {
  readonly icon: IconName;
  readonly heading?: string;
  readonly children: ReactNode;
  readonly action?: ReactNode;
  /** Announced at once by screen readers. */
  readonly isUrgent?: boolean;
}

export function Notice({ icon, heading, children, action, isUrgent = false }: NoticeProps) {
  return (
    <div className={styles.notice} {...(isUrgent && { role: 'alert' })}>
      <span className={styles.icon}>
        <Icon name={icon} size={28} />
      </span>
      {heading !== undefined && <h2 className={styles.heading}>{heading}</h2>}
      <p className={styles.text}>{children}</p>
      {action !== undefined && <div className={styles.action}>{action}</div>}
    </div>
  );
}
