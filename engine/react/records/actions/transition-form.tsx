/** The form of one step of a record, and the button that runs it. */
import type { WireAction, WireRecord } from '../../../contract/record.ts';
import { PageHead } from '../../page/page-head.tsx';
import { ActionQuestions } from './action-questions.tsx';
import { ActionResult } from './action-result.tsx';
import { RecordMeta } from '../status/record-meta.tsx';
import { useRecordWrite } from './use-record-write.ts';
import styles from './transition-form.module.css';

interface TransitionFormProps {
  readonly title: string;
  readonly record: WireRecord;
  readonly action: WireAction;
  /** Called with the record after the step. */
  readonly onTaken: (record: WireRecord) => void;
  /** Called with a newer record if somebody else changed it first. */
  readonly onNewer?: (record: WireRecord) => void;
}

export function TransitionForm({ title, record, action, onTaken, onNewer = onTaken }: TransitionFormProps) {
  const write = useRecordWrite(record, (newer, came) => (came === 'of-this' ? onTaken : onNewer)(newer));
  return (
    <>
      <PageHead title={title} below={<RecordMeta record={record} />} />
      <div className={styles.step}>
        <ActionResult record={record} action={action} />
        <ActionQuestions
          record={record}
          action={action}
          write={write}
          onTake={(input) => void write.take(action.name, input)}
        />
      </div>
    </>
  );
}
