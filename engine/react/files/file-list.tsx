/** The files of an item, and files from other checklists that it can reuse. */
import { Button } from '@mantine/core';
import '@mantine/core/styles/Button.layer.css';
import { IconFile } from '@tabler/icons-react';
import { useState } from 'react';
import type { OfferedPaper } from '../../contract/files.ts';
import { fileMessages } from '../../locales/files.ts';
import type { FileReference } from '../../portal/model/record.ts';
import type { Problem } from '../api/problem.ts';
import { sayDate } from '../page/dates.ts';
import { ProblemAlert } from '../page/feedback.tsx';
import { usePortal, useSlice } from '../session/portal-context.ts';
import { show } from '../language/tell.ts';
import { text } from '../language/text.ts';
import { Icon } from '../theme/icon.tsx';
import styles from '../chosen-files/files.module.css';

interface FileListProps {
  readonly files: readonly FileReference[];
  readonly isEditable: boolean;
  /** False: the files are not sent yet, so nobody can open them. */
  readonly isOpenable?: boolean;
  /** @param id of the removed file */
  readonly onChange?: (id: string) => void;
}

export function FileList({ files, ...more }: FileListProps) {
  if (files.length === 0) return null;
  return (
    <ul className={styles.files}>
      {files.map((file) => (
        <li key={file.id}>
          <FileRow file={file} {...more} />
        </li>
      ))}
    </ul>
  );
}

function FileRow({
  file,
  isEditable,
  isOpenable = true,
  onChange,
}: Omit<FileListProps, 'files'> & { readonly file: FileReference }) {
  const { client } = usePortal();
  const [problem, setProblem] = useState<Problem | null>(null);
  const [preview, setPreview] = useState<string | null>(null);
  const isPicture = file.type.startsWith('image/');

  async function open() {
    if (preview !== null) return setPreview(null);
    setProblem(null);
    const result = await client.send('POST /files/:id/link', { params: { id: file.id } });
    if (!result.ok) return setProblem(result.problem);
    if (isPicture) setPreview(result.value.url);
    else download(result.value.url, file.name);
  }

  async function takeBack() {
    setProblem(null);
    const result = await client.send('DELETE /files/:id', { params: { id: file.id } });
    if (result.ok) onChange?.(file.id);
    else setProblem(result.problem);
  }

  return (
    <div className={styles.file}>
      <div className={styles.line}>
        <Icon of={IconFile} size={18} />
        <span className={styles.name}>{file.name}</span>
        <span className={styles.size}>{show({ bytes: file.bytes })}</span>
        {isOpenable && (
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={
              preview === null
                ? text(fileMessages.openNamed, { name: file.name })
                : text(fileMessages.closeNamed, { name: file.name })
            }
            onClick={() => void open()}
          >
            {preview === null ? text(fileMessages.open) : text(fileMessages.close)}
          </Button>
        )}
        {isEditable && (
          <Button
            variant="subtle"
            color="red"
            data-danger
            size="compact-sm"
            aria-label={text(fileMessages.takeBackNamed, { name: file.name })}
            onClick={() => void takeBack()}
          >
            {text(fileMessages.takeBack)}
          </Button>
        )}
      </div>
      <ProblemAlert problem={problem} />
      {preview !== null && <img src={preview} alt={file.name} className={styles.preview} />}
    </div>
  );
}

/** The response is an attachment, so the page stays open. */
function download(url: string, name: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}

interface OfferedFilesProps {
  /** `type/slug` */
  readonly record: string;
  readonly item: string;
  /** Title of the paper, for the names of the buttons. */
  readonly title: string;
  readonly offered: readonly OfferedPaper[];
  readonly onDone: () => void;
}

export function OfferedFiles({ record, item, title, offered, onDone }: OfferedFilesProps) {
  const { client } = usePortal();
  const { timeZone } = useSlice();
  const [busy, setBusy] = useState<string | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  if (offered.length === 0) return null;
  const use = async ({ file }: OfferedPaper) => {
    setBusy(file);
    setProblem(null);
    const result = await client.send('POST /files/:id/reuse', {
      params: { id: file },
      body: { record, item },
    });
    setBusy(null);
    if (result.ok) onDone();
    else setProblem(result.problem);
  };
  return (
    <div className={styles.offered}>
      <ul className={styles.list}>
        {offered.map((one) => (
          <li key={one.file}>
            <Button
              variant="light"
              size="sm"
              px="sm"
              className={styles.use}
              leftSection={<Icon of={IconFile} size={16} />}
              loading={busy === one.file}
              disabled={busy !== null && busy !== one.file}
              title={show(one.names)}
              aria-label={`${sayOffer(one, timeZone)}: ${title}`}
              onClick={() => void use(one)}
            >
              {sayOffer(one, timeZone)}
            </Button>
            {one.valid_until !== null && (
              <p className={styles.until}>
                {text(fileMessages.offeredUntil, { until: sayDate(one.valid_until, timeZone) })}
              </p>
            )}
          </li>
        ))}
      </ul>
      <ProblemAlert problem={problem} />
    </div>
  );
}

function sayOffer({ title, number, names, sent_at: sent }: OfferedPaper, timeZone: string): string {
  const said = { count: names.length, title, date: sayDate(sent, timeZone) };
  return number === null
    ? text(fileMessages.reuseSent, said)
    : text(fileMessages.reuseSentFor, { ...said, number });
}
