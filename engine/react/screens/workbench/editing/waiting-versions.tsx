/** What waits to come into force: for its time, or for a second person, who approves it here. */
import { Button } from '@mantine/core';
import '@mantine/core/styles/Button.layer.css';
import { useState } from 'react';
import type { DraftModel, DraftOutcomeModel } from '../../../../contract/editing.ts';
import { editingMessages } from '../../../../locales/editing.ts';
import type { Problem } from '../../../api/problem.ts';
import { text } from '../../../language/text.ts';
import { sayMoment } from '../../../page/dates.ts';
import { ProblemAlert } from '../../../page/feedback.tsx';
import { usePortal, useSlice } from '../../../session/portal-context.ts';
import { Frame, Lines } from '../pieces.tsx';
import styles from './editing.module.css';
import { OutcomeNotice } from './plan-panel.tsx';

interface WaitingVersionsProps {
  readonly waiting: DraftModel['waiting'];
  readonly onDone: () => void;
}

export function WaitingVersions({ waiting, onDone }: WaitingVersionsProps) {
  const { client } = usePortal();
  const [outcome, setOutcome] = useState<DraftOutcomeModel | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState<string | null>(null);
  const decide = async (act: 'approve' | 'withdraw', name: string) => {
    setBusy(name);
    const call = { params: { version: name }, body: {} };
    const result =
      act === 'approve'
        ? await client.send('POST /workbench/waiting/:version/approve', call)
        : await client.send('POST /workbench/waiting/:version/withdraw', call);
    setBusy(null);
    setProblem(result.ok ? null : result.problem);
    setOutcome(result.ok ? result.value : null);
    onDone();
  };
  if (waiting.length === 0 && outcome === null && problem === null) return null;
  return (
    <section className={styles.block} aria-label={text(editingMessages.waiting)}>
      <h2>{text(editingMessages.waiting)}</h2>
      <ProblemAlert problem={problem} />
      {outcome !== null && <OutcomeNotice outcome={outcome} />}
      {waiting.map((one) => (
        <WaitingVersion
          key={one.name}
          version={one}
          isBusy={busy !== null}
          onDecide={(act) => void decide(act, one.name)}
        />
      ))}
    </section>
  );
}

interface WaitingVersionProps {
  readonly version: DraftModel['waiting'][number];
  readonly isBusy: boolean;
  readonly onDecide: (act: 'approve' | 'withdraw') => void;
}

function WaitingVersion({ version, isBusy, onDecide }: WaitingVersionProps) {
  const { name, author, message, approver, due, needsApproval, isOwn, reason, plan } = version;
  const { timeZone } = useSlice();
  return (
    <article className={styles.panel}>
      <Lines
        lines={[
          text(editingMessages.waitingLine, { author, message }),
          due === null ? null : sayMoment(due, timeZone),
          needsApproval && approver === null ? text(editingMessages.toApprove) : approver,
          reason,
        ]}
      />
      <details className={styles.sort}>
        <summary>{text(editingMessages.plan)}</summary>
        <Frame label={text(editingMessages.plan)}>
          <pre className={styles.plan}>{plan}</pre>
        </Frame>
      </details>
      <div className={styles.buttons}>
        {needsApproval && approver === null && !isOwn && (
          <Button disabled={isBusy} onClick={() => onDecide('approve')}>
            {text(editingMessages.approve)} {name}
          </Button>
        )}
        <Button variant="default" disabled={isBusy} onClick={() => onDecide('withdraw')}>
          {text(editingMessages.withdraw)} {name}
        </Button>
      </div>
    </article>
  );
}
