/** Writes to a record one after the other, each with the version that the one before returned. */
import { useState } from 'react';
import type { WireRecord } from '../../../contract/record.ts';
import { draftMessages } from '../../../locales/drafts.ts';
import type { Answers } from '../../../portal/forms/form-conditions.ts';
import type { Client, Result } from '../../api/client.ts';
import type { Problem } from '../../api/problem.ts';
import { usePortal } from '../../session/portal-context.ts';
import { text } from '../../language/text.ts';

const notSaved = (): Problem => ({
  kind: 'refused',
  code: null,
  message: text(draftMessages.notAllSaved),
});

/** Whether the newer record comes from the user's own step or from somebody else. */
export type Came = 'of-this' | 'of-others';

export interface RecordWrite {
  readonly problem: Problem | null;
  readonly isBusy: boolean;
  /** True on success; the new record has been passed on by then. */
  take(transition: string, input: Answers): Promise<boolean>;
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
    take: (transition, input) =>
      change((ifMatch) =>
        client.send('POST /records/:type/:slug/:transition', {
          params: { ...params, transition },
          body: { input },
          ifMatch,
        }),
      ),
    assign: (assignee) =>
      change((ifMatch) =>
        client.send('PUT /records/:type/:slug/assignee', { params, body: { assignee }, ifMatch }),
      ),
  };

  async function change(send: Send): Promise<boolean> {
    setIsBusy(true);
    setProblem(null);
    const wrong = await writeRecord({ client, record, onChange, prepare }, send);
    setIsBusy(false);
    // A success does not clear the error of another write.
    if (wrong !== null) setProblem(wrong);
    return wrong === null;
  }
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
async function readAgain(client: Client, { type, slug }: WireRecord): Promise<WireRecord | null> {
  return client.call('GET /records/:type/:slug', { params: { type, slug } }).catch(() => null);
}

interface WriteQueue {
  /** Resolves when the last write of the queue has been answered. */
  last: Promise<unknown>;
  /** The version after the user's own writes. */
  version: number;
}

const lines = new WeakMap<Client, Map<string, WriteQueue>>();

/**
 * @param record its key, such as `type/slug`
 * @param write receives the version after the user's own writes (0: none). It returns the version that it created, or
 * null if somebody else changed the record: then waiting writes are rejected as conflicts.
 */
export async function writeInLine(
  client: Client,
  record: string,
  write: (version: number) => Promise<number | null>,
): Promise<void> {
  const known = lines.get(client) ?? new Map<string, WriteQueue>();
  lines.set(client, known);
  const line = known.get(record) ?? { last: Promise.resolve(), version: 0 };
  known.set(record, line);
  const before = line.last;
  const own = before
    .then(() => write(line.version))
    .then((version) => {
      line.version = version ?? line.version;
    });
  line.last = own.catch(() => {});
  await own;
}
