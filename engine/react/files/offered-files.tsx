/** Files already sent for the same paper elsewhere, which one press reuses here. */
import '@mantine/core/styles/Button.layer.css';
import { Button } from '@mantine/core';
import { useState } from 'react';
import type { OfferedPaper } from '../../contract/files.ts';
import type { Problem } from '../api/problem.ts';
import { sayDate } from '../page/dates.ts';
import { ProblemAlert } from '../page/problem-alert.tsx';
import { usePortal, useSlice } from '../portal-context.ts';
import { Icon } from '../theme/icons.tsx';
import { show } from '../tell.ts';
import { text } from '../text.ts';
import styles from './offered-files.module.css';
import type { PaperDay } from './upload-field.tsx';
import { fileMessages } from '../../locales/files.ts';

interface OfferedFilesProps {
  /** `type/slug` */
  readonly record: string;
  readonly item: string;
  /** Title of the paper, for the names of the buttons. */
  readonly title: string;
  readonly offered: readonly OfferedPaper[];
  readonly day: PaperDay;
  readonly onDone: () => void;
}

export function OfferedFiles({ record, item, title, offered, day, onDone }: OfferedFilesProps) {
  const { client } = usePortal();
  const { timeZone } = useSlice();
  const [busy, setBusy] = useState<string | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  if (offered.length === 0) return null;
  const use = async ({ file, issued_on: known }: OfferedPaper) => {
    if (known === null && !day.require()) return;
    setBusy(file);
    setProblem(null);
    const said = known === null && day.value !== '' && { issued_on: day.value };
    const result = await client.send('POST /files/:id/reuse', {
      params: { id: file },
      body: { record, item, ...said },
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
              leftSection={<Icon name="file" size={16} />}
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

function sayOffer({ title, names, sent_at: sent }: OfferedPaper, timeZone: string): string {
  return text(fileMessages.reuseSent, { count: names.length, title, date: sayDate(sent, timeZone) });
}
