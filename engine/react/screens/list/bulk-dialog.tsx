/** Takes one step for several records, one after the other, and says for each whether it was done. */
import '@mantine/core/styles/Button.layer.css';
import { Button } from '@mantine/core';
import type { Answers } from '../../../portal/forms/form-conditions.ts';
import type { WireAction, WireRecord } from '../../../portal/wire/wire.ts';
import { Modal } from '../../page/modal.tsx';
import { useSlice } from '../../portal-context.ts';
import { ActionQuestions } from '../../records/actions/action-questions.tsx';
import { ActionResult } from '../../records/actions/action-result.tsx';
import { nameOfRecord } from '../../facts/words.ts';
import { text } from '../../text.ts';
import styles from './bulk.module.css';
import { useBulk, type BulkResult } from './use-bulk.ts';
import { listMessages } from '../../../locales/lists.ts';

interface BulkDialogProps {
  readonly action: WireAction;
  readonly records: readonly WireRecord[];
  readonly onClose: () => void;
}

export function BulkDialog({ action, records, onClose }: BulkDialogProps) {
  const [first] = records;
  const { outcomes, isBusy, run } = useBulk(action.name);
  if (first === undefined) return null;
  const isAsking = outcomes === null;
  const write = { problem: null, isBusy, ready: async () => true };
  return (
    <Modal
      title={text(listMessages.actionOnRows, { count: records.length, action: action.title })}
      onClose={onClose}
    >
      <div className={styles.body}>
        {isAsking && (
          <>
            <ActionResult record={first} action={action} />
            <ActionQuestions
              record={first}
              action={action}
              write={write}
              onTake={(input: Answers) => void run(records, input)}
              onCancel={onClose}
            />
          </>
        )}
        {outcomes !== null && <Outcomes records={records} outcomes={outcomes} />}
        {outcomes !== null && !isBusy && (
          <div>
            <Button onClick={onClose}>{text(listMessages.backToList)}</Button>
          </div>
        )}
      </div>
    </Modal>
  );
}

interface OutcomesProps {
  readonly records: readonly WireRecord[];
  readonly outcomes: ReadonlyMap<string, BulkResult>;
}

function Outcomes({ records, outcomes }: OutcomesProps) {
  const slice = useSlice();
  const done = [...outcomes.values()].filter(({ isDone }) => isDone).length;
  return (
    <>
      <output>{text(listMessages.actionProgress, { done, total: records.length })}</output>
      <ul className={styles.outcomes}>
        {records.map((record) => {
          const outcome = outcomes.get(record.slug);
          return (
            <li key={record.slug} data-outcome={outcome === undefined ? 'open' : String(outcome.isDone)}>
              <strong>{record.number ?? nameOfRecord(slice, record)}</strong>
              <span>{outcome === undefined ? text(listMessages.rowWaiting) : outcome.text}</span>
            </li>
          );
        })}
      </ul>
    </>
  );
}
