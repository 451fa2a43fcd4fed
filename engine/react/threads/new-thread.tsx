/** A new message: to whom, about what, and the text. */
import { Button, NativeSelect, TextInput } from '@mantine/core';
import '@mantine/core/styles/Button.layer.css';
import '@mantine/core/styles/Input.layer.css';
import { IconMail } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router-dom';
import type { WireThreadAddress } from '../../contract/threads.ts';
import { threadMessages } from '../../locales/threads.ts';
import { useRead } from '../data/hooks.ts';
import type { Problem } from '../api/problem.ts';
import { focusFirst } from '../page/focus-request.ts';
import { Fallback, Notice, ProblemAlert } from '../page/feedback.tsx';
import { PageHead } from '../page/page-head.tsx';
import { usePortal } from '../session/portal-context.ts';
import { text } from '../language/text.ts';
import { MessageFields, useMessageDraft } from './message-fields.tsx';
import styles from './threads.module.css';

interface NewThreadProps {
  /** `type/slug`; null: about no record. */
  readonly record: string | null;
  readonly onDone: (slug: string) => void;
}

export function NewThread({ record, onDone }: NewThreadProps) {
  const query = record === null ? {} : { record };
  const { data, error, mutate } = useRead('GET /threads/addresses', { query }, { dedupingInterval: 0 });
  const [first] = data?.items ?? [];
  return (
    <>
      <p className={styles.back}>
        <Link to="?">{text(threadMessages.back)}</Link>
      </p>
      <PageHead title={text(threadMessages.begin)} />
      {data === undefined ? (
        <Fallback error={error} retry={mutate} />
      ) : first === undefined ? (
        <Notice icon={IconMail}>{text(threadMessages.cannotWrite)}</Notice>
      ) : (
        <ThreadForm addresses={data.items} first={first} record={record} onDone={onDone} />
      )}
    </>
  );
}

interface ThreadFormProps extends NewThreadProps {
  readonly addresses: readonly WireThreadAddress[];
  readonly first: WireThreadAddress;
}

function ThreadForm({ addresses, first, record, onDone }: ThreadFormProps) {
  const { client } = usePortal();
  const { fields, errors, content, setErrors, requireUploaded } = useMessageDraft();
  const [draft, setDraft] = useState({ to: first.to, subject: '' });
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const recipient = addresses.find(({ to }) => to === draft.to) ?? first;
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    setProblem(null);
    if (!requireUploaded()) return;
    setIsBusy(true);
    const result = await client.send('POST /threads', { body: { ...draft, ...content, record } });
    setIsBusy(false);
    if (result.ok) onDone(result.value.slug);
    else if (result.problem.kind === 'fields') {
      setErrors(result.problem.errors);
      focusFirst(form, result.problem.errors);
    } else setProblem(result.problem);
  };
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <NativeSelect
        size="md"
        name="to"
        label={text(threadMessages.recipient)}
        value={draft.to}
        error={errors.to?.join('\n')}
        data={addresses.map(({ to, title }) => ({ value: to, label: title }))}
        onChange={({ currentTarget }) => setDraft({ ...draft, to: currentTarget.value })}
      />
      <TextInput
        size="md"
        name="subject"
        label={text(threadMessages.subject)}
        value={draft.subject}
        error={errors.subject?.join('\n')}
        onChange={({ currentTarget }) => setDraft({ ...draft, subject: currentTarget.value })}
      />
      <MessageFields
        {...fields}
        place={{ to: draft.to, ...(record !== null && { record }) }}
        attachments={recipient.attachments}
        minRows={5}
      />
      <ProblemAlert problem={problem} />
      <Button type="submit" loading={isBusy}>
        {text(threadMessages.send)}
      </Button>
    </form>
  );
}
