/** Asks once more, or for the answers that an action needs, before it is done. */
import { Button } from '@mantine/core';
import type { WireAction, WireRecord } from '../../portal/wire.ts';
import { Modal } from '../page/modal.tsx';
import { ProblemAlert } from '../page/problem-alert.tsx';
import { useSlice } from '../portal-context.ts';
import { ActionInput } from './action-input.tsx';
import styles from './action-dialog.module.css';
import type { RecordWrite } from './use-record-write.ts';

interface ActionDialogProps {
  readonly record: WireRecord;
  readonly action: WireAction;
  readonly write: RecordWrite;
  readonly onClose: () => void;
}

export function ActionDialog({ record, action, write, onClose }: ActionDialogProps) {
  const { recordTypes } = useSlice();
  const state = action.to === undefined ? undefined : recordTypes[record.type]?.states[action.to];
  const take = async (input: Readonly<Record<string, unknown>>) => {
    if (await write.run(action.name, { input })) onClose();
  };
  return (
    <Modal title={action.title} onClose={onClose}>
      <div className={styles.body}>
        {state !== undefined && (
          <p>
            Afterwards it stands as “{state.title}”{state.isFinal ? ', and nobody can take that back.' : '.'}
          </p>
        )}
        <ProblemAlert problem={write.problem} />
        {action.input === null ? (
          <div className={styles.buttons}>
            <Button loading={write.isBusy} onClick={() => void take({})}>
              {action.title}
            </Button>
            <Button variant="default" onClick={onClose}>
              Cancel
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
      </div>
    </Modal>
  );
}
