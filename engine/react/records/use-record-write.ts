/** Changes a record: a transition or an item, with the version that it is based on, and what went wrong as a value. */
import { useState } from 'react';
import type { WireRecord } from '../../portal/wire.ts';
import type { Problem } from '../api/problem.ts';
import { usePortal } from '../portal-context.ts';

export interface RecordWrite {
  readonly problem: Problem | null;
  readonly isBusy: boolean;
  /** True when it was done; the new record has been handed on by then. */
  run(path: string, body: unknown): Promise<boolean>;
  clear(): void;
}

export function useRecordWrite(record: WireRecord, onChange: (record: WireRecord) => void): RecordWrite {
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
      const address = `records/${record.type}/${record.slug}/${path}`;
      const result = await client.write<WireRecord>(address, { body, ifMatch: record.version });
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
