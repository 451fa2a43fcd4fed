/** Who of the office works on the record: claim it, take it over, release it, assign it. */
import { Button, NativeSelect } from '@mantine/core';
import '@mantine/core/styles/Button.layer.css';
import '@mantine/core/styles/Input.layer.css';
import { IconUser } from '@tabler/icons-react';
import { useState } from 'react';
import type { WireAssignment, WireRecord } from '../../../contract/record.ts';
import { recordMessages } from '../../../locales/records.ts';
import { self } from '../../../portal/workflow/claims.ts';
import { useRead } from '../../data/hooks.ts';
import { Fallback, ProblemAlert } from '../../page/feedback.tsx';
import { Modal } from '../../page/modal.tsx';
import { type PageAction, usePageActions } from '../../page/page-actions.ts';
import { text } from '../../language/text.ts';
import { Icon } from '../../theme/icon.tsx';
import styles from './actions.module.css';
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
  const hand = (to: string | null) => () => void write.assign(to);
  const ways = assignment === null ? [] : waysOf(assignment, { hand, ask: () => setAsking(true) });
  usePageActions(ways);
  if (assignment === null) return null;
  const { assignee } = assignment;
  if (assignee === null && ways.length === 0) return <ProblemAlert problem={write.problem} />;
  return (
    <section className={styles.assignee} aria-label={text(recordMessages.assignee)}>
      <p className={styles.who}>
        <Icon of={IconUser} size={16} />
        <span>{sayAssignee(assignee)}</span>
      </p>
      {ways.map(({ name, title, run }) => (
        <Button
          key={name}
          size="sm"
          variant="default"
          loading={write.isBusy && name !== 'assign'}
          onClick={run}
        >
          {title}
        </Button>
      ))}
      {!isAsking && <ProblemAlert problem={write.problem} />}
      {isAsking && <AssignDialog record={record} write={write} onClose={() => setAsking(false)} />}
    </section>
  );
}

interface ClaimHandlers {
  /** To an account, or to nobody. */
  readonly hand: (to: string | null) => () => void;
  readonly ask: () => void;
}

/** What this visitor may do with the claim. */
function waysOf(
  { assignee, claim, release, assign }: WireAssignment,
  { hand, ask }: ClaimHandlers,
): PageAction[] {
  const claiming = assignee === null ? recordMessages.claim : recordMessages.takeOver;
  return [
    ...(claim ? [{ name: 'claim', title: text(claiming), run: hand(self) }] : []),
    ...(release ? [{ name: 'release', title: text(recordMessages.release), run: hand(null) }] : []),
    ...(assign ? [{ name: 'assign', title: text(recordMessages.assign), run: ask }] : []),
  ];
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
        <div className={styles.assigneeButtons}>
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
