/** Changes a record: a transition or an item, with the version that it is based on, and what went wrong as a value. */
import { useState } from 'react';
import type { WireRecord } from '../../../portal/wire/wire.ts';
import type { Client } from '../../api/client.ts';
import type { Problem } from '../../api/problem.ts';
import { usePortal } from '../../portal-context.ts';
import { text } from '../../text.ts';
import { writeInLine } from './write-line.ts';
import { draftMessages } from '../../../locales/drafts.ts';

const notSaved = (): Problem => ({
  kind: 'refused',
  code: null,
  message: text(draftMessages.notAllSaved),
});

/** Is the newer record what came of one's own step, or was somebody else faster? */
export type Came = 'of-this' | 'of-others';

export interface RecordWrite {
  readonly problem: Problem | null;
  readonly isBusy: boolean;
  /** True when it was done; the new record has been handed on by then. */
  run(path: string, body: unknown): Promise<boolean>;
  /** Saves what a write has to be based on. @returns false where that failed, which is said then */
  ready(): Promise<boolean>;
  clear(): void;
}

/** @param prepare saves what the write has to be based on; null when that failed, and nothing is written then */
export function useRecordWrite(
  record: WireRecord,
  onChange: (record: WireRecord, came: Came) => void,
  prepare: () => Promise<WireRecord | null> = async () => record,
): RecordWrite {
  const { client } = usePortal();
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isBusy, setIsBusy] = useState(false);
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
    async run(path, body) {
      setIsBusy(true);
      setProblem(null);
      const address = `records/${record.type}/${record.slug}`;
      let wrong: Problem | null = null;
      await writeInLine(client, address, async (newest) => {
        const base = await prepare();
        if (base === null) {
          wrong = notSaved();
          return null;
        }
        const ifMatch = Math.max(base.version, record.version, newest);
        const result = await client.write<WireRecord>(`${address}/${path}`, { body, ifMatch });
        if (result.ok) {
          onChange(result.value, 'of-this');
          return result.value.version;
        }
        // The page goes on from how the record stands now; what was wanted can be asked for again.
        if (result.problem.kind === 'stale') {
          const current = result.problem.current ?? (await readAgain(client, record));
          if (current !== null && current.version !== record.version) onChange(current, 'of-others');
        }
        wrong = result.problem;
        return null;
      });
      setIsBusy(false);
      // What succeeds leaves standing what was refused meanwhile.
      if (wrong !== null) setProblem(wrong);
      return wrong === null;
    },
  };
}

/** Null where it cannot be had now: then the page stays as it is. */
async function readAgain(client: Client, { type, slug }: WireRecord): Promise<WireRecord | null> {
  return client.read<WireRecord>(`records/${type}/${slug}`).catch(() => null);
}
