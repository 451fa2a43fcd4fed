/** What a person reads about a step that waits on their device. */
import type { WireRecord } from '../../../contract/record.ts';
import { nameOfRecord } from '../../facts/words.ts';
import type { WriteSummary } from '../../outbox/waiting-write.ts';
import { useSlice } from '../../session/portal-context.ts';
import { usePageOf } from '../links/pages.ts';

export function useStepSummary(): (record: WireRecord, transition: string) => WriteSummary {
  const slice = useSlice();
  const pageOf = usePageOf();
  return (record, transition) => ({
    title: record.actions.find(({ name }) => name === transition)?.title ?? transition,
    subject: nameOfRecord(slice, record),
    number: record.number,
    path: pageOf(record),
    said: null,
  });
}
