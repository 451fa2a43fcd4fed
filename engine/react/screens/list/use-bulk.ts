/** Takes one step for several records in turn; one that is refused does not keep the others from it. */
import { useState } from 'react';
import type { Answers } from '../../../portal/forms/form-conditions.ts';
import type { WireRecord } from '../../../portal/wire/wire.ts';
import { sayProblem, type Problem } from '../../api/problem.ts';
import { usePortal, useSlice } from '../../portal-context.ts';
import { nameOfState } from '../../facts/words.ts';
import { text } from '../../text.ts';
import { listMessages } from '../../../locales/lists.ts';

export interface BulkResult {
  readonly isDone: boolean;
  /** How it stands now, or why not. */
  readonly text: string;
}

interface Bulk {
  /** By slug; null before it begins. */
  readonly outcomes: ReadonlyMap<string, BulkResult> | null;
  readonly isBusy: boolean;
  run(records: readonly WireRecord[], input: Answers): Promise<void>;
}

export function useBulk(action: string): Bulk {
  const { client } = usePortal();
  const slice = useSlice();
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, BulkResult> | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const take = async ({ type, slug, version }: WireRecord, input: Answers): Promise<BulkResult> => {
    const result = await client.send('POST /records/:type/:slug/:transition', {
      params: { type, slug, transition: action },
      body: { input },
      ifMatch: version,
    });
    return result.ok
      ? { isDone: true, text: nameOfState(slice, type, result.value.state) }
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
