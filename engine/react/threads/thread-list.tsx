/** The list of threads, with a search over subjects and messages. */
import { Badge, Button, TextInput } from '@mantine/core';
import '@mantine/core/styles/Badge.layer.css';
import '@mantine/core/styles/Button.layer.css';
import '@mantine/core/styles/Input.layer.css';
import { IconMail, IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { WireThreadRow } from '../../contract/threads.ts';
import { threadMessages } from '../../locales/threads.ts';
import { searchWordsOf } from '../../portal/text/search-words.ts';
import { sayMoment, sayRelative } from '../page/dates.ts';
import { Fallback, Notice } from '../page/feedback.tsx';
import { Found, SearchedWords } from '../page/found-words.tsx';
import { ListKeys } from '../page/list-keys.tsx';
import { useSlice } from '../session/portal-context.ts';
import { text } from '../language/text.ts';
import styles from './threads.module.css';
import { useThreads } from './use-threads.ts';

/** Milliseconds after the last key. */
const typingPause = 250;

interface ThreadListProps {
  readonly q: string;
  readonly onSearch: (q: string) => void;
}

export function ThreadList({ q, onSearch }: ThreadListProps) {
  const [draft, setDraft] = useState(q);
  useEffect(() => {
    if (draft.trim() === q) return;
    const timer = setTimeout(() => onSearch(draft.trim()), typingPause);
    return () => clearTimeout(timer);
  }, [draft, q, onSearch]);
  return (
    <div className={styles.page}>
      <TextInput
        size="md"
        type="search"
        data-list-search
        label={text(threadMessages.find)}
        value={draft}
        onChange={({ currentTarget }) => setDraft(currentTarget.value)}
      />
      <ThreadRows q={q} />
    </div>
  );
}

function ThreadRows({ q }: { readonly q: string }) {
  const rows = useRef<HTMLUListElement>(null);
  const { items, isLoaded, error, hasMore, more, retry } = useThreads({ q });
  if (!isLoaded) return <Fallback error={error} retry={retry} shape="rows" />;
  if (items.length === 0) {
    const said = q === '' ? threadMessages.empty : threadMessages.noneFound;
    return <Notice icon={q === '' ? IconMail : IconSearch}>{text(said)}</Notice>;
  }
  return (
    <SearchedWords value={searchWordsOf(q)}>
      <ul className={styles.list} ref={rows}>
        {items.map((thread) => (
          <li key={thread.slug} className={styles.row} data-unread={thread.unread}>
            <ThreadEntry thread={thread} to={`?thread=${thread.slug}`} />
          </li>
        ))}
      </ul>
      {hasMore && (
        <Button variant="default" onClick={more}>
          {text(threadMessages.showMore)}
        </Button>
      )}
      <ListKeys rows={rows} />
    </SearchedWords>
  );
}

interface ThreadEntryProps {
  readonly thread: WireThreadRow;
  readonly to: string;
}

export function ThreadEntry({ thread, to }: ThreadEntryProps) {
  const { timeZone } = useSlice();
  const { subject, record, changed_at: at, unread, excerpt, own } = thread;
  return (
    <Link to={to} className={styles.link} data-row-link>
      <span className={styles.with}>
        <Found text={thread.with} />
        {unread && (
          <Badge variant="light" autoContrast>
            {text(threadMessages.unread)}
          </Badge>
        )}
      </span>
      <time className={styles.quiet} dateTime={at} title={sayMoment(at, timeZone)}>
        {sayRelative(at, timeZone)}
      </time>
      <span className={styles.subject}>
        <Found text={subject} />
        {record !== null && (
          <span className={styles.quiet}>
            {' · '}
            <Found text={record.title} />
          </span>
        )}
      </span>
      <span className={styles.excerpt}>
        <Found text={own ? text(threadMessages.excerptOwn, { text: excerpt }) : excerpt} />
      </span>
    </Link>
  );
}
