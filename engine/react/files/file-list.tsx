/**
 * The files of an item. Each opens by a signed link; pictures are shown in place; files can be removed while that is
 * allowed.
 */
import '@mantine/core/styles/Button.layer.css';
import { Button } from '@mantine/core';
import { useState } from 'react';
import type { FileReference } from '../../portal/model/record.ts';
import type { Problem } from '../api/problem.ts';
import { ProblemAlert } from '../page/problem-alert.tsx';
import { usePortal } from '../portal-context.ts';
import { Icon } from '../theme/icons.tsx';
import { show } from '../tell.ts';
import { text } from '../text.ts';
import styles from './file-list.module.css';
import { fileMessages } from '../../locales/files.ts';

interface FileListProps {
  readonly files: readonly FileReference[];
  readonly isEditable: boolean;
  readonly onChange: () => void;
}

export function FileList({ files, isEditable, onChange }: FileListProps) {
  if (files.length === 0) return null;
  return (
    <ul className={styles.files}>
      {files.map((file) => (
        <li key={file.id}>
          <FileRow file={file} isEditable={isEditable} onChange={onChange} />
        </li>
      ))}
    </ul>
  );
}

function FileRow({
  file,
  isEditable,
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
    if (result.ok) onChange();
    else setProblem(result.problem);
  }

  return (
    <div className={styles.file}>
      <div className={styles.line}>
        <Icon name="file" size={18} />
        <span className={styles.name}>{file.name}</span>
        <span className={styles.size}>{show({ bytes: file.bytes })}</span>
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
