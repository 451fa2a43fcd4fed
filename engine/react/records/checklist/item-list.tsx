/** All items of a checklist, how many are done, and the next one. */
import { useRef } from 'react';
import type { WireItem, WireRecord } from '../../../contract/record.ts';
import { useOfferedPapers } from '../../api/hooks.ts';
import { ProblemAlert } from '../../page/problem-alert.tsx';
import { useRecordWrite, type Came } from '../actions/use-record-write.ts';
import { textAround } from '../../text-around.tsx';
import { text } from '../../text.ts';
import styles from './checklist.module.css';
import { Item } from './item.tsx';
import { useItemKeys } from './use-item-keys.ts';
import { checklistMessages } from '../../../locales/checklist.ts';

interface ItemListProps {
  readonly record: WireRecord;
  readonly onChange: (record: WireRecord, came?: Came) => void;
  /** Reads the record again. */
  readonly reload: () => void;
}

export function ItemList({ record, onChange, reload }: ItemListProps) {
  const write = useRecordWrite(record, onChange);
  const offered = useOfferedPapers(record);
  const list = useRef<HTMLOListElement>(null);
  const canReview = record.review.accept || record.review.waive;
  useItemKeys(list);
  if (record.items.length === 0) return null;
  return (
    <section className={styles.section}>
      <h2 className={styles.heading}>{text(checklistMessages.askedItems)}</h2>
      <p className={styles.summary}>
        {summaryOf(record)}
        {canReview && (
          <span className={styles.keys}>
            {' '}
            {textAround(checklistMessages.reviewKeys, {
              j: <kbd>j</kbd>,
              k: <kbd>k</kbd>,
              a: <kbd>a</kbd>,
              r: <kbd>r</kbd>,
            })}
          </span>
        )}
      </p>
      <ProblemAlert problem={write.problem} />
      <ol ref={list} className={styles.items}>
        {record.items.map((item) => (
          <Item
            key={item.id}
            item={item}
            record={record}
            offered={offered[item.id] ?? []}
            write={write}
            onFiles={reload}
          />
        ))}
      </ol>
    </section>
  );
}

/** The remaining items, for the side that must act. */
function summaryOf(record: WireRecord): string {
  const needed = record.items.filter(({ optional }) => !optional);
  const of = (...states: string[]) => needed.filter(({ state }) => states.includes(state)).length;
  if (record.review.accept) {
    const open = record.items.filter(waitsForOffice).length;
    return open === 0
      ? text(checklistMessages.allLookedAt)
      : text(checklistMessages.itemsToReview, { count: open });
  }
  const done = of('filed', 'accepted', 'waived');
  const returned = of('returned');
  const rest = needed.length - done;
  if (rest === 0) return text(checklistMessages.allItemsThere, { count: needed.length });
  return returned === 0
    ? text(checklistMessages.itemsDone, { count: needed.length, done })
    : text(checklistMessages.itemsDoneSomeReturned, { count: needed.length, done, returned });
}

/** An optional item without a file needs no review. */
function waitsForOffice({ state, optional, evidence }: WireItem): boolean {
  return (
    state === 'filed' ||
    ((state === 'missing' || (state === 'asked-again' && evidence === 'inspection')) && !optional)
  );
}
