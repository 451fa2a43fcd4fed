/** A person's draft: what is changed, what came into force meanwhile, what waits, and what can be edited. */
import { Button } from '@mantine/core';
import '@mantine/core/styles/Button.layer.css';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { DraftModel, DraftOutcomeModel, EditableSort } from '../../../../contract/editing.ts';
import type { MessageTemplate } from '../../../../locales/catalogue.ts';
import { editingMessages } from '../../../../locales/editing.ts';
import type { Result } from '../../../api/client.ts';
import type { Problem } from '../../../api/problem.ts';
import { useRead } from '../../../data/hooks.ts';
import { text } from '../../../language/text.ts';
import { Fallback, ProblemAlert } from '../../../page/feedback.tsx';
import { usePortal } from '../../../session/portal-context.ts';
import styles from './editing.module.css';
import { editAddress } from './edit-link.tsx';
import { NewPart } from './new-part.tsx';
import { OutcomeNotice, PlanPanel } from './plan-panel.tsx';
import { WaitingVersions } from './waiting-versions.tsx';

const sortWords = {
  kinds: editingMessages.kinds,
  fees: editingMessages.fees,
  lookups: editingMessages.lookups,
  texts: editingMessages.texts,
  offices: editingMessages.offices,
} as const satisfies Readonly<Record<EditableSort, MessageTemplate>>;

export function DraftPage() {
  const { client } = usePortal();
  const { data: draft, error, mutate } = useRead('GET /workbench/draft', {});
  const [problem, setProblem] = useState<Problem | null>(null);
  const [outcome, setOutcome] = useState<DraftOutcomeModel | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  if (draft === undefined) return <Fallback error={error} retry={mutate} shape="rows" />;
  const settle = async (work: () => Promise<Result<DraftModel>>) => {
    setIsBusy(true);
    const result = await work();
    setIsBusy(false);
    setProblem(result.ok ? null : result.problem);
    await mutate(result.ok ? result.value : undefined, { revalidate: !result.ok });
  };
  const discard = (file: string | null) =>
    void settle(() => client.send('POST /workbench/draft/discard', { body: { file } }));
  const show = (next: DraftOutcomeModel | null) => {
    setOutcome(next);
    if (next !== null) void mutate();
  };
  const isStale = draft.base !== draft.inForce;
  return (
    <>
      <p className={styles.intro}>{text(editingMessages.intro)}</p>
      <ProblemAlert problem={problem} />
      <section className={styles.block} aria-label={text(editingMessages.changes)}>
        <h2>{text(editingMessages.changes)}</h2>
        {isStale && (
          <div className={styles.notice}>
            <p>{text(editingMessages.changedMeanwhile, { number: draft.inForce })}</p>
            <Button
              loading={isBusy}
              disabled={draft.changed.every(({ isTouched }) => isTouched)}
              onClick={() => void settle(() => client.send('POST /workbench/draft/carry', { body: {} }))}
            >
              {text(editingMessages.carry)}
            </Button>
          </div>
        )}
        {draft.changed.length === 0 ? (
          <p>{text(editingMessages.noChanges)}</p>
        ) : (
          <>
            <p>{text(editingMessages.changedFiles, { count: draft.changed.length })}</p>
            <ul className={styles.rows}>
              {draft.changed.map((one) => (
                <ChangedFile key={one.file} file={one} isBusy={isBusy} onDiscard={() => discard(one.file)} />
              ))}
            </ul>
            <PlanPanel
              key={draft.changed.map(({ file, added, removed }) => `${file} ${added} ${removed}`).join()}
              draft={draft}
              onOutcome={show}
            />
            <div className={styles.buttons}>
              <Download onProblem={setProblem} />
              <Button variant="default" disabled={isBusy} onClick={() => discard(null)}>
                {text(editingMessages.discardAll)}
              </Button>
            </div>
          </>
        )}
        {outcome !== null && <OutcomeNotice outcome={outcome} />}
      </section>
      <WaitingVersions waiting={draft.waiting} onDone={() => void mutate()} />
      <section className={styles.block} aria-label={text(editingMessages.sorts)}>
        <h2>{text(editingMessages.sorts)}</h2>
        {draft.sorts.map((of) => (
          <details key={of.sort} className={styles.sort}>
            <summary>
              {text(sortWords[of.sort])} <span className={styles.quiet}>{of.files.length}</span>
            </summary>
            {of.files.length === 0 ? (
              <p>{text(editingMessages.noFiles)}</p>
            ) : (
              <ul className={styles.files}>
                {of.files.map(({ file, title }) => (
                  <li key={file}>
                    <Link to={{ search: editAddress(file) }}>{title}</Link>
                  </li>
                ))}
              </ul>
            )}
            <NewPart of={of} onAdded={() => void mutate()} />
          </details>
        ))}
      </section>
    </>
  );
}

interface ChangedFileProps {
  readonly file: DraftModel['changed'][number];
  readonly isBusy: boolean;
  readonly onDiscard: () => void;
}

function ChangedFile({
  file: { file, title, added, removed, isTouched },
  isBusy,
  onDiscard,
}: ChangedFileProps) {
  return (
    <li>
      <div className={styles.row}>
        <Link to={{ search: editAddress(file) }}>{title}</Link>
        <span className={styles.quiet}>
          {text(editingMessages.linesAdded, { count: added })},{' '}
          {text(editingMessages.linesRemoved, { count: removed })}
        </span>
        {isTouched && <strong>{text(editingMessages.touched)}</strong>}
      </div>
      <Button
        variant="default"
        size="xs"
        disabled={isBusy}
        onClick={onDiscard}
        aria-label={text(editingMessages.discardOf, { title })}
      >
        {text(editingMessages.discard)}
      </Button>
    </li>
  );
}

function Download({ onProblem }: { readonly onProblem: (problem: Problem) => void }) {
  const { client } = usePortal();
  const download = async () => {
    const result = await client.send('POST /workbench/draft/patch', { body: {} });
    if (!result.ok) return onProblem(result.problem);
    const address = URL.createObjectURL(new Blob([result.value.patch], { type: 'text/x-diff' }));
    const link = document.createElement('a');
    link.href = address;
    link.download = 'configuration.patch';
    link.click();
    URL.revokeObjectURL(address);
  };
  return (
    <Button variant="default" onClick={() => void download()}>
      {text(editingMessages.download)}
    </Button>
  );
}
