/** Who of the office works on the record: claim it, take it over, release it, assign it. */
import { Button, NativeSelect } from '@mantine/core';
import '@mantine/core/styles/Button.layer.css';
import '@mantine/core/styles/Input.layer.css';
import { useState } from 'react';
import type { WireAssignment, WireRecord } from '../../../contract/record.ts';
import { recordMessages } from '../../../locales/records.ts';
import { self } from '../../../portal/workflow/claims.ts';
import { useRead } from '../../data/hooks.ts';
import { Fallback, ProblemAlert } from '../../page/feedback.tsx';
import { Modal } from '../../page/modal.tsx';
import { text } from '../../language/text.ts';
import { Icon } from '../../theme/icons.tsx';
import styles from './record-assignee.module.css';
import { type Came, type RecordWrite, useRecordWrite } from './use-record-write.ts';

interface RecordAssigneeProps {
  readonly record: WireRecord;
  readonly onChange: (record: WireRecord, came: Came) => void;
  /** Saves the typed answers first; null if that failed. */
  readonly prepare: () => Promise<WireRecord | null>;
}

/** Renders nothing for people who do not work on such records, and while no office has the record. */
export function RecordAssignee({ record, onChange, prepare }: RecordAssigneeProps) {
  const write = useRecordWrite(record, onChange, prepare);
  const [isAsking, setAsking] = useState(false);
  const { assignment } = record;
  if (assignment === null) return null;
  const { assignee, claim, release, assign } = assignment;
  if (assignee === null && !claim && !assign) return <ProblemAlert problem={write.problem} />;
  const hand = (to: string | null) => () => void write.assign(to);
  return (
    <section className={styles.assignee} aria-label={text(recordMessages.assignee)}>
      <p className={styles.who}>
        <Icon name="person" size={16} />
        <span>{sayAssignee(assignee)}</span>
      </p>
      {claim && (
        <Button size="sm" variant="default" loading={write.isBusy} onClick={hand(self)}>
          {assignee === null ? text(recordMessages.claim) : text(recordMessages.takeOver)}
        </Button>
      )}
      {release && (
        <Button size="sm" variant="default" loading={write.isBusy} onClick={hand(null)}>
          {text(recordMessages.release)}
        </Button>
      )}
      {assign && (
        <Button size="sm" variant="default" onClick={() => setAsking(true)}>
          {text(recordMessages.assign)}
        </Button>
      )}
      {!isAsking && <ProblemAlert problem={write.problem} />}
      {isAsking && <AssignDialog record={record} write={write} onClose={() => setAsking(false)} />}
    </section>
  );
}

/** A sentence. */
function sayAssignee(assignee: WireAssignment['assignee']): string {
  if (assignee === null) return text(recordMessages.assigneeMissing);
  return assignee.own
    ? text(recordMessages.assigneeSelf)
    : text(recordMessages.assigneeShown, { name: assignee.name });
}

interface AssignDialogProps {
  readonly record: WireRecord;
  readonly write: RecordWrite;
  readonly onClose: () => void;
}

function AssignDialog({ record, write, onClose }: AssignDialogProps) {
  const { type, slug } = record;
  const { data, error, mutate } = useRead('GET /records/:type/:slug/assignees', { params: { type, slug } });
  const [chosen, setChosen] = useState('');
  const people = (data ?? []).filter((one) => one.slug !== record.assignment?.assignee?.slug);
  const to = chosen === '' ? people[0]?.slug : chosen;
  const assign = async () => {
    if (to !== undefined && (await write.assign(to))) onClose();
  };
  return (
    <Modal title={text(recordMessages.assign)} onClose={onClose}>
      <div className={styles.dialog}>
        <ProblemAlert problem={write.problem} />
        {data === undefined ? (
          <Fallback error={error} retry={mutate} shape="rows" />
        ) : people.length === 0 ? (
          <p>{text(recordMessages.nobodyToPick)}</p>
        ) : (
          <NativeSelect
            label={text(recordMessages.assignTo)}
            data={people.map((one) => ({
              value: one.slug,
              label: text(recordMessages.assigneeChoice, { name: one.name, count: one.open }),
            }))}
            value={to ?? ''}
            onChange={(event) => setChosen(event.currentTarget.value)}
          />
        )}
        <div className={styles.buttons}>
          {people.length > 0 && (
            <Button loading={write.isBusy} onClick={() => void assign()}>
              {text(recordMessages.assign)}
            </Button>
          )}
          <Button variant="default" onClick={onClose}>
            {text(recordMessages.leaveStep)}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
