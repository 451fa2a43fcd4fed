/** The answers that one step of a record asks for, and the button that takes it. */
import '@mantine/core/styles/Button.layer.css';
import { Button } from '@mantine/core';
import type { WireAction, WireRecord } from '../../../portal/wire.ts';
import { PageHead } from '../../page/page-head.tsx';
import { ProblemAlert } from '../../page/problem-alert.tsx';
import { useSlice } from '../../portal-context.ts';
import { ActionInput } from '../../records/action-input.tsx';
import { RecordMeta } from '../../records/record-meta.tsx';
import { useRecordWrite } from '../../records/use-record-write.ts';
import styles from './transition.module.css';

interface TransitionFormProps {
  readonly title: string;
  readonly record: WireRecord;
  readonly action: WireAction;
  /** Handed the record as the step left it. */
  readonly onTaken: (record: WireRecord) => void;
  /** Handed a newer record where somebody else was faster. */
  readonly onNewer?: (record: WireRecord) => void;
}

export function TransitionForm({ title, record, action, onTaken, onNewer = onTaken }: TransitionFormProps) {
  const { recordTypes } = useSlice();
  const write = useRecordWrite(record, (newer) => (newer.state === action.to ? onTaken : onNewer)(newer));
  const state = action.to === undefined ? undefined : recordTypes[record.type]?.states[action.to];
  const take = async (input: Readonly<Record<string, unknown>>) =>
    void (await write.run(action.name, { input }));
  return (
    <>
      <PageHead title={title} below={<RecordMeta record={record} />} />
      <div className={styles.step}>
        {state !== undefined && (
          <p>
            Afterwards it stands as “{state.title}”{state.isFinal ? ', and nobody can take that back.' : '.'}
          </p>
        )}
        {action.input === null ? (
          <div>
            <Button loading={write.isBusy} onClick={() => void take({})}>
              {action.title}
            </Button>
          </div>
        ) : (
          <ActionInput
            hash={action.input}
            button={action.title}
            isBusy={write.isBusy}
            problem={write.problem}
            onTake={take}
          />
        )}
        {(action.input === null || write.problem?.kind !== 'fields') && (
          <ProblemAlert problem={write.problem} />
        )}
      </div>
    </>
  );
}
