/** A step on several records of a list, with its questions, its progress and what was refused. */
import { Button } from '@mantine/core';
import '@mantine/core/styles/Button.layer.css';
import { useEffect, useRef, useState } from 'react';
import { listMessages } from '../../../locales/lists.ts';
import type { Answers } from '../../../portal/forms/form-conditions.ts';
import type { WireAction, WireRecord, WireRow } from '../../../contract/record.ts';
import { recordMessages } from '../../../locales/records.ts';
import type { Client, Result } from '../../api/client.ts';
import { type Problem, sayProblem } from '../../api/problem.ts';
import { nameOfRecord, nameOfState } from '../../facts/words.ts';
import { Modal } from '../../page/modal.tsx';
import { usePortal, useSlice } from '../../session/portal-context.ts';
import { ActionQuestions, ActionResult } from '../../records/actions/action-questions.tsx';
import { text } from '../../language/text.ts';
import styles from './list.module.css';

interface BulkResult {
  readonly isDone: boolean;
  /** The new state, or the error. */
  readonly text: string;
}

interface Bulk {
  /** By slug; null before it starts. */
  readonly outcomes: ReadonlyMap<string, BulkResult> | null;
  readonly isBusy: boolean;
  run(records: readonly WireRow[], input: Answers): Promise<void>;
}

/** What a bulk action sends for each record. */
type BulkCall = (client: Client, record: WireRow, input: Answers) => Promise<Result<WireRecord>>;

function useBulk(send: BulkCall): Bulk {
  const { client } = usePortal();
  const slice = useSlice();
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, BulkResult> | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const take = async (record: WireRow, input: Answers): Promise<BulkResult> => {
    const result = await send(client, record, input);
    return result.ok
      ? { isDone: true, text: nameOfState(slice, record.type, result.value.state) }
      : { isDone: false, text: reasonOf(result.problem) };
  };
  return {
    outcomes,
    isBusy,
    async run(records, input) {
      setIsBusy(true);
      const found = new Map<string, BulkResult>();
      setOutcomes(new Map(found));
      for (const record of records) {
        found.set(record.slug, await take(record, input));
        setOutcomes(new Map(found));
      }
      setIsBusy(false);
    },
  };
}

function reasonOf(problem: Problem): string {
  if (problem.kind === 'stale' && problem.current !== null) return text(listMessages.rowChangedMeanwhile);
  return sayProblem(problem);
}

export interface BulkAction {
  readonly action: WireAction;
  /** In the order of selection: the list behind changes while they are processed. */
  readonly records: readonly WireRow[];
}

interface BulkDialogProps extends BulkAction {
  readonly onClose: (left: LeftRows) => void;
}

/** Slugs of the rows that stay selected. */
export type LeftRows = ReadonlySet<string>;

/** What was refused, and what was not tried. */
function leftOf(records: readonly WireRow[], outcomes: Bulk['outcomes']): LeftRows {
  const left = records.filter(({ slug }) => outcomes?.get(slug)?.isDone !== true);
  return new Set(left.map(({ slug }) => slug));
}

export function BulkDialog({ action, records, onClose }: BulkDialogProps) {
  const [first] = records;
  const { outcomes, isBusy, run } = useBulk((client, { type, slug, version }, input) =>
    client.send('POST /records/:type/:slug/:transition', {
      params: { type, slug, transition: action.name },
      body: { input },
      ifMatch: version,
    }),
  );
  if (first === undefined) return null;
  const isAsking = outcomes === null;
  const close = () => onClose(leftOf(records, outcomes));
  const write = { problem: null, isBusy, ready: async () => true };
  return (
    <Modal
      title={text(listMessages.actionOnRows, { count: records.length, action: action.title })}
      onClose={close}
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
              onCancel={close}
            />
          </>
        )}
        {outcomes !== null && <Outcomes records={records} outcomes={outcomes} />}
        {outcomes !== null && !isBusy && (
          <div>
            <Button onClick={close}>{text(listMessages.backToList)}</Button>
          </div>
        )}
      </div>
    </Modal>
  );
}

export interface HandoverOfRows {
  readonly records: readonly WireRow[];
  readonly to: string | null;
}

/** Starts at once: claims can be undone. */
export function ClaimDialog({
  records,
  to,
  onClose,
}: HandoverOfRows & { readonly onClose: (left: LeftRows) => void }) {
  const { outcomes, isBusy, run } = useBulk((client, { type, slug, version }) =>
    client.send('PUT /records/:type/:slug/assignee', {
      params: { type, slug },
      body: { assignee: to },
      ifMatch: version,
    }),
  );
  const close = () => onClose(leftOf(records, outcomes));
  const start = useRef(() => run(records, {}));
  useEffect(() => void start.current(), []);
  const action = text(to === null ? recordMessages.release : recordMessages.claim);
  return (
    <Modal title={text(listMessages.actionOnRows, { count: records.length, action })} onClose={close}>
      <div className={styles.body}>
        {outcomes !== null && <Outcomes records={records} outcomes={outcomes} />}
        {!isBusy && outcomes !== null && (
          <div>
            <Button onClick={close}>{text(listMessages.backToList)}</Button>
          </div>
        )}
      </div>
    </Modal>
  );
}

interface OutcomesProps {
  readonly records: readonly WireRow[];
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
