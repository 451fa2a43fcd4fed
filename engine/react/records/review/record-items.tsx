/** The checklist of a record: for the office that reviews it, or for the side that sends the papers. */
import type { WireRecord } from '../../../contract/record.ts';
import { Placeholder } from '../../page/feedback.tsx';
import { LazyPart } from '../../loading/lazy-part.tsx';
import { onUse } from '../../loading/on-use.tsx';
import type { Came } from '../actions/use-record-write.ts';
import { ItemList } from '../checklist/item-list.tsx';

export const ReviewSplit = onUse(async () => (await import('./review-split.tsx')).ReviewSplit);

interface RecordItemsProps {
  readonly record: WireRecord;
  readonly onChange: (record: WireRecord, came?: Came) => void;
  /** Reads the record again. */
  readonly reload: () => void;
}

export function RecordItems({ record, onChange, reload }: RecordItemsProps) {
  if (!isReviewed(record)) return <ItemList record={record} reload={reload} />;
  return (
    <LazyPart waiting={<Placeholder shape="rows" />}>
      <ReviewSplit record={record} onChange={onChange} reload={reload} />
    </LazyPart>
  );
}

/** This visitor decides about its items. */
export function isReviewed({ review, items }: WireRecord): boolean {
  return (review.accept || review.waive) && items.length > 0;
}
