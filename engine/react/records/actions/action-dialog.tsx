/** Asks for confirmation, or for the answers that an action needs. The typed answers survive a refusal. */
import '@mantine/core/styles/Button.layer.css';
import { Button } from '@mantine/core';
import type { Answers } from '../../../portal/forms/form-conditions.ts';
import type { WireAction, WireRecord } from '../../../contract/record.ts';
import { Modal } from '../../page/modal.tsx';
import { ProblemAlert } from '../../page/feedback.tsx';
import { text } from '../../language/text.ts';
import styles from './actions.module.css';
import { RecordHead } from '../status/record-head.tsx';
import { ActionEnding } from './action-ending.tsx';
import { ActionQuestions, ActionResult } from './action-questions.tsx';
import type { RecordWrite } from './use-record-write.ts';
import { recordMessages } from '../../../locales/records.ts';

interface ActionDialogProps {
  readonly record: WireRecord;
  readonly action: WireAction;
  readonly write: RecordWrite;
  readonly onClose: () => void;
}

export function ActionDialog({ record, action: asked, write, onClose }: ActionDialogProps) {
  // What it lacks may be mended while it is open.
  const now = record.actions.find(({ name }) => name === asked.name);
  const action = now ?? asked;
  const take = async (input: Answers) => {
    if ((await write.take(action.name, input)) !== 'failed') onClose();
  };
  if (now === undefined && !write.isBusy) {
    return (
      <Modal title={action.title} onClose={onClose} isBeside>
        <div className={styles.body}>
          <ProblemAlert problem={write.problem} />
          <p>{text(recordMessages.stepNoLongerPossible)}</p>
          <div>
            <Button onClick={onClose}>{text(recordMessages.lookAtChange)}</Button>
          </div>
        </div>
      </Modal>
    );
  }
  return (
    <Modal title={action.title} onClose={onClose} isBeside>
      <div className={styles.body}>
        <p className={styles.about}>
          <RecordHead record={record} />
        </p>
        {/* A step that lacks something has no result yet. */}
        {action.unmet === undefined && <ActionResult record={record} action={action} />}
        <ActionEnding action={action} />
        <ActionQuestions
          record={record}
          action={action}
          write={write}
          onTake={(input) => void take(input)}
          onCancel={onClose}
          goTo={(jump) => {
            onClose();
            // After the dialog has given the focus back.
            requestAnimationFrame(jump);
          }}
        />
      </div>
    </Modal>
  );
}
