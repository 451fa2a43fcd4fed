/** Changes a record: a transition or an item, with the version that it is based on, and what went wrong as a value. */
import { useState } from 'react';
import type { WireRecord } from '../../portal/wire.ts';
import type { Problem } from '../api/problem.ts';
import { usePortal } from '../portal-context.ts';

const notSaved: Problem = {
  kind: 'refused',
  code: null,
  message: 'Your answers above are not all saved yet. Look at what they say, then try again.',
};

export interface RecordWrite {
  readonly problem: Problem | null;
  readonly isBusy: boolean;
  /** True when it was done; the new record has been handed on by then. */
  run(path: string, body: unknown): Promise<boolean>;
  clear(): void;
}

/** @param prepare saves what the write has to be based on; null when that failed, and nothing is written then */
export function useRecordWrite(
  record: WireRecord,
  onChange: (record: WireRecord) => void,
  prepare: () => Promise<WireRecord | null> = async () => record,
): RecordWrite {
  const { client } = usePortal();
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  return {
    problem,
    isBusy,
    clear: () => setProblem(null),
    async run(path, body) {
      setIsBusy(true);
      setProblem(null);
      const base = await prepare();
      if (base === null) {
        setIsBusy(false);
        setProblem(notSaved);
        return false;
      }
      const address = `records/${record.type}/${record.slug}/${path}`;
      const version = Math.max(base.version, record.version);
      const result = await client.write<WireRecord>(address, { body, ifMatch: version });
      setIsBusy(false);
      if (result.ok) {
        onChange(result.value);
        return true;
      }
      setProblem(result.problem);
      // The page goes on from how the record stands now; what was wanted can be asked for again.
      if (result.problem.kind === 'stale' && result.problem.current !== null)
        onChange(result.problem.current);
      return false;
    },
  };
}
