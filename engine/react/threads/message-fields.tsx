/** What a person writes in a message: the text, and the files that it carries. */
import { Textarea } from '@mantine/core';
import '@mantine/core/styles/Input.layer.css';
import { type Dispatch, type SetStateAction, useCallback, useId, useState } from 'react';
import type { WireAttachments } from '../../contract/threads.ts';
import { message } from '../../locales/message.ts';
import { threadMessages } from '../../locales/threads.ts';
import type { FileReference } from '../../portal/model/record.ts';
import type { FieldTexts } from '../api/problem.ts';
import { FileList } from '../files/file-list.tsx';
import { UploadField } from '../files/upload-field.tsx';
import { noErrors } from '../forms/errors/errors.ts';
import { tell } from '../language/tell.ts';
import { text } from '../language/text.ts';
import styles from './threads.module.css';

interface MessageDraft {
  readonly text: string;
  /** Uploaded, and not sent yet. */
  readonly files: readonly FileReference[];
  /** Number of files that are not uploaded yet, or failed. */
  readonly pending: number;
}

const empty: MessageDraft = { text: '', files: [], pending: 0 };

/** A message until it is sent. A failed upload or call keeps all of it. */
export function useMessageDraft() {
  const [draft, change] = useState(empty);
  const [errors, setErrors] = useState<FieldTexts>(noErrors);
  const [isWaiting, setIsWaiting] = useState(false);
  const waiting = isWaiting && draft.pending > 0 ? { files: [text(threadMessages.filesBusy)] } : null;
  return {
    fields: { draft, change, errors: waiting ?? errors },
    errors,
    setErrors,
    /** What the call sends. */
    content: { text: draft.text, files: draft.files.map(({ id }) => id) },
    clear: () => change((present) => ({ ...empty, pending: present.pending })),
    /** Decides whether everything is uploaded, and otherwise says what to wait for. */
    requireUploaded(): boolean {
      setErrors(noErrors);
      setIsWaiting(draft.pending > 0);
      return draft.pending === 0;
    },
  };
}

interface MessageFieldsProps {
  readonly draft: MessageDraft;
  readonly change: Dispatch<SetStateAction<MessageDraft>>;
  readonly errors: FieldTexts;
  /** The thread, or the recipient and the record. */
  readonly place: Readonly<Record<string, string>>;
  /** Null: no files. */
  readonly attachments: WireAttachments | null;
  readonly minRows: number;
}

export function MessageFields({ draft, change, errors, place, attachments, minRows }: MessageFieldsProps) {
  return (
    <>
      <Textarea
        size="md"
        name="text"
        label={text(threadMessages.text)}
        autosize
        minRows={minRows}
        maxRows={16}
        value={draft.text}
        error={errors.text?.join('\n')}
        onChange={({ currentTarget: { value } }) => change((present) => ({ ...present, text: value }))}
      />
      <Attachments {...{ draft, change, place, attachments }} error={errors.files?.join('\n') ?? null} />
    </>
  );
}

interface AttachmentsProps extends Pick<MessageFieldsProps, 'draft' | 'change' | 'place' | 'attachments'> {
  readonly error: string | null;
}

function Attachments({ draft: { files }, change, place, attachments, error }: AttachmentsProps) {
  const heading = useId();
  const [isFull, setIsFull] = useState(false);
  const setPending = useCallback(
    (pending: number) => change((present) => ({ ...present, pending })),
    [change],
  );
  if (attachments === null && files.length === 0 && error === null) return null;
  const tooMany = message(threadMessages.tooManyFiles, { count: attachments?.most ?? 0 });
  const said = isFull ? tell(tooMany) : error;
  const remove = (id: string) => {
    setIsFull(false);
    change((present) => ({ ...present, files: present.files.filter((file) => file.id !== id) }));
  };
  return (
    <section className={styles.attachments} aria-labelledby={heading}>
      <h2 id={heading} className={styles.label}>
        {text(threadMessages.attach)}
      </h2>
      <FileList files={files} isEditable isOpenable={false} onChange={remove} />
      {attachments !== null && (
        <UploadField
          place={place}
          title={text(threadMessages.text)}
          rule={{ accepts: attachments.accepts, maxBytes: attachments.max_bytes }}
          hint={text(threadMessages.filesRule, { count: attachments.most })}
          hasFiles={files.length > 0}
          allow={(count) => {
            const fits = files.length + count <= attachments.most;
            setIsFull(!fits);
            return fits;
          }}
          onDone={(file) => change((present) => ({ ...present, files: [...present.files, file] }))}
          onPending={setPending}
        />
      )}
      {said !== null && (
        <p className={styles.fault} role="alert">
          {said}
        </p>
      )}
    </section>
  );
}
