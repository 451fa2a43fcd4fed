/** What a page shows while it waits, when something failed, and beside its content. */
import { Button } from '@mantine/core';
import '@mantine/core/styles/Button.layer.css';
import { IconAlertTriangle, IconSearch, type TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { pageMessages } from '../../locales/page.ts';
import { problemMessages } from '../../locales/problems.ts';
import { type Problem, type ProblemError, problemLines, sayProblem } from '../api/problem.ts';
import { text } from '../language/text.ts';
import { Icon } from '../theme/icon.tsx';
import styles from './page.module.css';
import { useTellsConnection } from '../data/told-connection.ts';

interface PlaceholderProps {
  readonly shape?: 'page' | 'rows';
}

export function Placeholder({ shape = 'page' }: PlaceholderProps) {
  return (
    <output className={styles.waiting} data-shape={shape} aria-label={text(pageMessages.contentLoading)}>
      <span />
      <span />
      <span />
      <span />
    </output>
  );
}

interface FallbackProps extends PlaceholderProps, Pick<LoadErrorProps, 'isAll'> {
  /** Undefined: the data is still loading. */
  readonly error: ProblemError | undefined;
  readonly retry: () => Promise<unknown>;
}

/** In place of data that is loading or could not be loaded. */
export function Fallback({ error, retry, isAll = false, ...waiting }: FallbackProps) {
  return error === undefined ? (
    <Placeholder {...waiting} />
  ) : (
    <LoadError error={error} isAll={isAll} onRetry={() => void retry()} />
  );
}

interface LoadErrorProps {
  readonly error: ProblemError;
  /** The page shows nothing else that was loaded. */
  readonly isAll?: boolean;
  readonly onRetry: () => void;
}

export function LoadError({ error, isAll = false, onRetry }: LoadErrorProps) {
  useTellsConnection(isAll && error.problem.kind === 'offline');
  const isGone = error.problem.kind === 'missing';
  return (
    <Notice
      icon={isGone ? IconSearch : IconAlertTriangle}
      heading={isGone ? text(pageMessages.gone) : text(pageMessages.contentNotLoaded)}
      isUrgent
      action={
        isGone ? (
          <Link to="/">{text(pageMessages.goToStart)}</Link>
        ) : (
          <Button variant="default" onClick={onRetry}>
            {text(pageMessages.tryAgain)}
          </Button>
        )
      }
    >
      {sayProblem(error.problem)}
    </Notice>
  );
}

export function ProblemAlert({ problem }: { readonly problem: Problem | null }) {
  if (problem === null) return null;
  return (
    <div className={styles.alert} role="alert">
      {problem.kind === 'stale' && problem.current !== null ? (
        <p>{text(problemMessages.changedByOthers)}</p>
      ) : (
        <ul>
          {problemLines(problem).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface NoticeProps {
  readonly icon: TablerIcon;
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
        <Icon of={icon} size={28} />
      </span>
      {heading !== undefined && <h2 data-heading>{heading}</h2>}
      <p className={styles.noticeText}>{children}</p>
      {action !== undefined && <div className={styles.action}>{action}</div>}
    </div>
  );
}
