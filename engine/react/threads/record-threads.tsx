/** The threads about a record, on its page. */
import { Button } from '@mantine/core';
import '@mantine/core/styles/Button.layer.css';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import { threadMessages } from '../../locales/threads.ts';
import { LoadError } from '../page/feedback.tsx';
import { useMessagesPath } from '../shell/navigation.ts';
import { text } from '../language/text.ts';
import { ThreadEntry } from './thread-list.tsx';
import styles from './threads.module.css';
import { useThreads } from './use-threads.ts';

interface RecordThreadsProps {
  readonly type: string;
  readonly slug: string;
}

export function RecordThreads({ type, slug }: RecordThreadsProps) {
  const page = useMessagesPath();
  return page === null ? null : <ThreadSection record={`${type}/${slug}`} page={page} />;
}

/** Nothing while there are no messages and nobody to write to. */
function ThreadSection({ record, page }: { readonly record: string; readonly page: string }) {
  const { items, isWritable, error, hasMore, more, retry } = useThreads({ record });
  const heading = useId();
  if (items.length === 0 && !isWritable && error === undefined) return null;
  return (
    <section className={styles.page} aria-labelledby={heading}>
      <h2 id={heading} className={styles.heading}>
        {text(threadMessages.headingOfRecord)}
      </h2>
      {error !== undefined && items.length === 0 && <LoadError error={error} onRetry={() => void retry()} />}
      {items.length > 0 && (
        <ul className={styles.list}>
          {items.map((thread) => (
            <li key={thread.slug} className={styles.row} data-unread={thread.unread}>
              <ThreadEntry thread={thread} to={`${page}?thread=${thread.slug}`} />
            </li>
          ))}
        </ul>
      )}
      {items.length === 0 && isWritable && <p>{text(threadMessages.noneOfRecord)}</p>}
      {hasMore && (
        <Button variant="default" onClick={more}>
          {text(threadMessages.showMore)}
        </Button>
      )}
      {isWritable && (
        <Button variant="default" component={Link} to={`${page}?new&record=${encodeURIComponent(record)}`}>
          {text(threadMessages.begin)}
        </Button>
      )}
    </section>
  );
}
