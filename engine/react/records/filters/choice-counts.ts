/** How many rows of a list have each value of one of its filters, under the other filters and the search. */
import type { SWRResponse } from 'swr';
import type { ChoiceCounts } from '../../../contract/record.ts';
import { listMessages } from '../../../locales/lists.ts';
import type { ProblemError } from '../../api/problem.ts';
import { listInput, type RecordQuery, useRead } from '../../data/hooks.ts';
import { text } from '../../language/text.ts';
import { sayNumber } from '../../page/dates.ts';
import { totalOf } from './list-choices.ts';

/** Greater numbers are not told apart. */
const mostCounted = 1000;

/** @param query null: nothing is counted */
export function useChoiceCounts(
  query: RecordQuery | null,
  by: string,
): SWRResponse<ChoiceCounts, ProblemError> {
  const input = query === null ? null : listInput({ ...query, limit: 1, rows: null, sort: null });
  return useRead(
    'GET /records/:type/choices',
    // The choice in the filter itself does not narrow its counts.
    input === null ? null : { params: input.params, query: { ...input.query, [by]: null, by } },
    { keepPreviousData: true },
  );
}

export function sayChoiceTotal(counts: ChoiceCounts, choice: string): string {
  const total = totalOf(counts, choice);
  const isMore = counts.more || total > mostCounted;
  return isMore ? text(listMessages.moreThan, { count: Math.min(total, mostCounted) }) : sayNumber(total);
}
