/** One thread: its messages, oldest first, and the answer below them. */
import { Button } from '@mantine/core';
import '@mantine/core/styles/Button.layer.css';
import { type FormEvent, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import type { WireThread, WireThreadMessage } from '../../contract/threads.ts';
import { threadMessages } from '../../locales/threads.ts';
import type { Problem } from '../api/problem.ts';
import { FileList } from '../files/file-list.tsx';
import { KeptWrites } from '../outbox/kept-writes.tsx';
import { useOutboxDoor } from '../outbox/use-outbox.ts';
import { messageEndpoint } from '../outbox/waiting-write.ts';
import { sayMoment } from '../page/dates.ts';
import { Fallback, ProblemAlert } from '../page/feedback.tsx';
import { PersonPicture } from '../page/person-picture.tsx';
import { PageHead } from '../page/page-head.tsx';
import { usePortal, useSlice } from '../session/portal-context.ts';
import { text } from '../language/text.ts';
import { textAround } from '../language/text-around.tsx';
import { MessageFields, useMessageDraft } from './message-fields.tsx';
import styles from './threads.module.css';
import { useReadMark, useThread } from './use-threads.ts';

interface ThreadPageProps {
  readonly slug: string;
  /** Until the thread is loaded. */
  readonly title: string;
}

export function ThreadPage({ slug, title }: ThreadPageProps) {
  const { data: thread, error, mutate } = useThread(slug);
  return (
    <>
      <p className={styles.back}>
        <Link to="?">{text(threadMessages.back)}</Link>
      </p>
      {thread === undefined ? (
        <>
          <PageHead title={title} />
          <Fallback error={error} retry={mutate} />
        </>
      ) : (
        <LoadedThread thread={thread} onSent={() => void mutate()} />
      )}
    </>
  );
}

interface LoadedThreadProps {
  readonly thread: WireThread;
  readonly onSent: () => void;
}

function LoadedThread({ thread, onSent }: LoadedThreadProps) {
  const { slug, subject, messages, unread } = thread;
  useReadMark(slug, messages.at(-1)?.number ?? 0, unread);
  return (
    <>
      <PageHead title={subject} below={<ThreadHead thread={thread} />} />
      <div className={styles.page}>
        {thread.earlier && <EarlierMessages slug={slug} before={messages[0]?.number ?? 1} />}
        <ol className={styles.messages}>
          {messages.map((one) => (
            <Message key={one.number} message={one} />
          ))}
        </ol>
        <KeptWrites line={`threads/${slug}`} />
        <Answer thread={thread} onSent={onSent} />
      </div>
    </>
  );
}

function ThreadHead({ thread: { record, with: other } }: { readonly thread: WireThread }) {
  return (
    <>
      <span>{other}</span>
      {record !== null && (
        <span>
          {textAround(threadMessages.about, {
            record: record.path === null ? record.title : <Link to={record.path}>{record.title}</Link>,
          })}
        </span>
      )}
    </>
  );
}

/** Older messages, a page at a time. */
function EarlierMessages({ slug, before }: { readonly slug: string; readonly before: number }) {
  const { client } = usePortal();
  const [older, setOlder] = useState<readonly WireThreadMessage[]>([]);
  const [hasMore, setHasMore] = useState(true);
  const first = older[0]?.number ?? before;
  const load = async () => {
    const input = { params: { slug }, query: { before: first } };
    const page = await client.call('GET /threads/:slug', input);
    setOlder([...page.messages, ...older]);
    setHasMore(page.earlier);
  };
  return (
    <>
      {hasMore && (
        <Button variant="default" onClick={() => void load()}>
          {text(threadMessages.showEarlier)}
        </Button>
      )}
      {older.length > 0 && (
        <ol className={styles.messages}>
          {older.map((one) => (
            <Message key={one.number} message={one} />
          ))}
        </ol>
      )}
    </>
  );
}

function Message({
  message: { at, name, photo, office, own, text: said, files },
}: {
  readonly message: WireThreadMessage;
}) {
  const { timeZone } = useSlice();
  return (
    <li className={styles.message} data-own={own}>
      <p className={styles.author}>
        <PersonPicture name={name} photo={photo} />
        <b>
          {office === null || office === name ? name : text(threadMessages.writtenBy, { name, office })}
        </b>{' '}
        <time className={styles.quiet} dateTime={at}>
          {sayMoment(at, timeZone)}
        </time>
      </p>
      {said !== '' && <p className={styles.said}>{said}</p>}
      <FileList files={files} isEditable={false} />
    </li>
  );
}

interface AnswerProps {
  readonly thread: WireThread;
  readonly onSent: () => void;
}

function Answer({ thread: { slug, subject, attachments }, onSent }: AnswerProps) {
  const { client } = usePortal();
  const outbox = useOutboxDoor();
  const { pathname, search } = useLocation();
  const { fields, content, clear, setErrors, requireUploaded } = useMessageDraft();
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const summary = {
    title: text(threadMessages.text),
    subject,
    number: null,
    path: pathname + search,
    said: content.text,
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setProblem(null);
    if (!requireUploaded()) return;
    setIsBusy(true);
    const message = { params: { slug }, body: content };
    const result = await client.send(messageEndpoint, message);
    setIsBusy(false);
    const isLost = !result.ok && result.problem.kind === 'offline';
    if (isLost && outbox.keep({ endpoint: messageEndpoint, input: message }, summary)) clear();
    else if (result.ok) {
      clear();
      onSent();
    } else if (result.problem.kind === 'fields') setErrors(result.problem.errors);
    else setProblem(result.problem);
  };
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <MessageFields {...fields} place={{ thread: slug }} attachments={attachments} minRows={3} />
      <ProblemAlert problem={problem} />
      <Button type="submit" loading={isBusy}>
        {text(threadMessages.send)}
      </Button>
    </form>
  );
}
