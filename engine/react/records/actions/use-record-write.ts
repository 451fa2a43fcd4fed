/** Writes to a record one after the other, each with the version that the one before returned. */
import { useState } from 'react';
import type { WireRecord } from '../../../contract/record.ts';
import { draftMessages } from '../../../locales/drafts.ts';
import type { Answers } from '../../../portal/forms/form-conditions.ts';
import type { Client, Result } from '../../api/client.ts';
import type { FieldTexts, Problem } from '../../api/problem.ts';
import { writeInLine } from '../../data/write-line.ts';
import { useOutboxDoor } from '../../outbox/use-outbox.ts';
import { type KeptCall, stepEndpoint } from '../../outbox/waiting-write.ts';
import { usePortal } from '../../session/portal-context.ts';
import { text } from '../../language/text.ts';
import { useStepSummary } from './step-summary.ts';

const notSaved = (): Problem => ({
  kind: 'refused',
  code: null,
  message: text(draftMessages.notAllSaved),
});

/** Whether the newer record comes from the user's own step or from somebody else. */
export type Came = 'of-this' | 'of-others';

/** `kept`: there is no connection, so it waits on this device. */
export type StepOutcome = 'taken' | 'kept' | 'failed';

export interface RecordWrite {
  readonly problem: Problem | null;
  readonly isBusy: boolean;
  /**
   * On success the new record has been passed on by then.
   * @param place shows errors of answers where they are asked, and returns the others
   */
  take(transition: string, input: Answers, place?: (errors: FieldTexts) => FieldTexts): Promise<StepOutcome>;
  /** Hands the record to an account, to the caller (`me`) or to nobody (null). */
  assign(assignee: string | null): Promise<boolean>;
  /** Saves what a write must be based on. @returns false if that failed; the error is shown then */
  ready(): Promise<boolean>;
  clear(): void;
}

/** @param prepare saves what the write must be based on; null if that failed, and nothing is written then */
export function useRecordWrite(
  record: WireRecord,
  onChange: (record: WireRecord, came: Came) => void,
  prepare: () => Promise<WireRecord | null> = async () => record,
): RecordWrite {
  const { client } = usePortal();
  const outbox = useOutboxDoor();
  const summaryOf = useStepSummary();
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const params = { type: record.type, slug: record.slug };
  return {
    problem,
    isBusy,
    clear: () => setProblem(null),
    async ready() {
      setIsBusy(true);
      const isReady = (await prepare()) !== null;
      setIsBusy(false);
      setProblem(isReady ? null : notSaved());
      return isReady;
    },
    async take(transition, input, place) {
      let isKept = false;
      const wrong = await change(async (ifMatch) => {
        const step = { params: { ...params, transition }, body: { input }, ifMatch };
        const call: KeptCall = { endpoint: stepEndpoint, input: step };
        const result = await client.send(stepEndpoint, step);
        if (result.ok) outbox.settle(call);
        else if (result.problem.kind === 'offline') isKept = outbox.keep(call, summaryOf(record, transition));
        return result;
      });
      // A success does not clear the error of another write.
      if (wrong !== null && !isKept) setProblem(place === undefined ? wrong : withoutPlaced(wrong, place));
      return isKept ? 'kept' : wrong === null ? 'taken' : 'failed';
    },
    async assign(assignee) {
      const wrong = await change((ifMatch) =>
        client.send('PUT /records/:type/:slug/assignee', { params, body: { assignee }, ifMatch }),
      );
      if (wrong !== null) setProblem(wrong);
      return wrong === null;
    },
  };

  async function change(send: Send): Promise<Problem | null> {
    setIsBusy(true);
    setProblem(null);
    const wrong = await writeRecord({ client, record, onChange, prepare }, send);
    setIsBusy(false);
    return wrong;
  }
}

/** Null: each error has its place. */
function withoutPlaced(problem: Problem, place: (errors: FieldTexts) => FieldTexts): Problem | null {
  if (problem.kind !== 'fields') return problem;
  const errors = place(problem.errors);
  return Object.keys(errors).length === 0 ? null : { ...problem, errors };
}

type Send = (ifMatch: number) => Promise<Result<WireRecord>>;

interface WriteTarget {
  readonly client: Client;
  readonly record: WireRecord;
  readonly onChange: (record: WireRecord, came: Came) => void;
  readonly prepare: () => Promise<WireRecord | null>;
}

/** Writes in line, based on the newest version. @returns why it failed, or null */
export async function writeRecord(
  { client, record, onChange, prepare }: WriteTarget,
  send: Send,
): Promise<Problem | null> {
  let wrong: Problem | null = null;
  await writeInLine(client, `${record.type}/${record.slug}`, async (newest) => {
    const base = await prepare();
    if (base === null) {
      wrong = notSaved();
      return null;
    }
    const ifMatch = Math.max(base.version, record.version, newest);
    const result = await send(ifMatch);
    if (result.ok) {
      onChange(result.value, 'of-this');
      return result.value.version;
    }
    wrong = result.problem;
    // The page continues with the current version, and the user can repeat the action.
    if (result.problem.kind === 'stale') {
      const current = result.problem.current ?? (await readAgain(client, record));
      if (current !== null && current.version !== record.version) onChange(current, 'of-others');
    }
    return null;
  });
  return wrong;
}

/** Null if it cannot be read now: then the page stays unchanged. */
export async function readAgain(client: Client, { type, slug }: WireRecord): Promise<WireRecord | null> {
  return client.call('GET /records/:type/:slug', { params: { type, slug } }).catch(() => null);
}
