/** Checks, tests and plans a draft, and puts it in force once somebody has seen the plan and said why. */
import { Button, TextInput } from '@mantine/core';
import '@mantine/core/styles/Button.layer.css';
import '@mantine/core/styles/Input.layer.css';
import { type FormEvent, useState } from 'react';
import type { DraftModel, DraftOutcomeModel, DraftPlanModel } from '../../../../contract/editing.ts';
import { editingMessages } from '../../../../locales/editing.ts';
import type { Problem } from '../../../api/problem.ts';
import { text } from '../../../language/text.ts';
import { ProblemAlert } from '../../../page/feedback.tsx';
import { usePortal } from '../../../session/portal-context.ts';
import { Frame } from '../pieces.tsx';
import styles from './editing.module.css';
import { Findings } from './part-preview.tsx';

interface PlanPanelProps {
  readonly draft: DraftModel;
  /** Receives what became of it; null: somebody looks again. */
  readonly onOutcome: (outcome: DraftOutcomeModel | null) => void;
}

export function PlanPanel({ draft, onOutcome }: PlanPanelProps) {
  const { client } = usePortal();
  const [plan, setPlan] = useState<DraftPlanModel | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [running, setRunning] = useState<'plan' | 'apply' | null>(null);
  const [message, setMessage] = useState('');
  const look = async () => {
    setRunning('plan');
    onOutcome(null);
    const result = await client.send('POST /workbench/draft/plan', { body: {} });
    setRunning(null);
    setProblem(result.ok ? null : result.problem);
    setPlan(result.ok ? result.value : null);
  };
  const apply = async (event: FormEvent) => {
    event.preventDefault();
    setRunning('apply');
    const result = await client.send('POST /workbench/draft/apply', { body: { message } });
    setRunning(null);
    setProblem(result.ok ? null : result.problem);
    if (result.ok) onOutcome(result.value);
  };
  const isStale = draft.base !== draft.inForce;
  return (
    <div className={styles.panel}>
      <Button loading={running === 'plan'} disabled={isStale || running !== null} onClick={() => void look()}>
        {text(plan === null ? editingMessages.checkPlan : editingMessages.checkAgain)}
      </Button>
      <output className={styles.quiet}>{running !== null && text(editingMessages.planning)}</output>
      <ProblemAlert problem={problem} />
      {plan !== null && <PlanResult plan={plan} />}
      {plan?.isSound === true && (
        <form className={styles.order} onSubmit={(event) => void apply(event)}>
          <TextInput
            label={text(editingMessages.message)}
            description={text(editingMessages.messageHelp)}
            value={message}
            maxLength={500}
            required
            onChange={({ currentTarget }) => setMessage(currentTarget.value)}
          />
          {draft.needsApproval && <p className={styles.quiet}>{text(editingMessages.toApprove)}</p>}
          <Button type="submit" loading={running === 'apply'} disabled={message.trim() === ''}>
            {text(editingMessages.apply)}
          </Button>
        </form>
      )}
    </div>
  );
}

function PlanResult({
  plan: { isSound, faults, failures, plan, obstacles },
}: {
  readonly plan: DraftPlanModel;
}) {
  return (
    <>
      {!isSound && (
        <ul className={styles.alert} role="alert">
          <li>{text(refusalOf({ plan, failures }))}</li>
          {obstacles.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      <Findings faults={faults} />
      {failures !== '' && (
        <Frame label={text(editingMessages.failures)}>
          <pre className={styles.plan}>{failures}</pre>
        </Frame>
      )}
      {plan !== null && (
        <>
          <h3>{text(editingMessages.plan)}</h3>
          <Frame label={text(editingMessages.plan)}>
            <pre className={styles.plan}>{plan}</pre>
          </Frame>
        </>
      )}
    </>
  );
}

/** There is a plan once the check and the tests have passed: what is stored is in the way. */
function refusalOf({ plan, failures }: Pick<DraftPlanModel, 'plan' | 'failures'>) {
  if (failures !== '') return editingMessages.failures;
  return plan === null ? editingMessages.broken : editingMessages.obstructed;
}

export function OutcomeNotice({
  outcome: { is, version, reasons },
}: {
  readonly outcome: DraftOutcomeModel;
}) {
  const said = {
    applied: () => text(editingMessages.applied, { number: version ?? '' }),
    same: () => text(editingMessages.same),
    waits: () => text(editingMessages.waits, { name: version ?? '' }),
    withdrawn: () => text(editingMessages.withdrawn, { name: version ?? '' }),
    gone: () => text(editingMessages.decided, { name: version ?? '' }),
    refused: () => text(editingMessages.refused),
  } as const;
  return (
    <div className={styles.notice} role="alert">
      <p>{said[is]()}</p>
      {reasons.length > 0 && (
        <ul>
          {reasons.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
