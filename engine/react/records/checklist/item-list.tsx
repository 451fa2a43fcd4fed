/** The items of a checklist with keyboard shortcuts, and a notice of returned items. */
import { type RefObject, useRef } from 'react';
import type { WireItem, WireRecord } from '../../../contract/record.ts';
import { checklistMessages } from '../../../locales/checklist.ts';
import { useOfferedPapers } from '../../data/hooks.ts';
import { Jump } from '../../page/buttons.tsx';
import { ProblemAlert } from '../../page/feedback.tsx';
import { moveFocus, useKeys } from '../../page/use-keys.ts';
import { textAround } from '../../language/text-around.tsx';
import { text } from '../../language/text.ts';
import { jumpToItem } from '../actions/record-actions.tsx';
import { type Came, useRecordWrite } from '../actions/use-record-write.ts';
import styles from './checklist.module.css';
import { Item } from './item.tsx';

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

function useItemKeys(list: RefObject<HTMLElement | null>): void {
  useKeys((event) => {
    moveFocus(event, list.current, '[data-item]');
    if (event.key === 'a') pressButton(event, '[data-accept]');
    if (event.key === 'r') pressButton(event, '[data-return]');
  });
}

function pressButton(event: KeyboardEvent, selector: string): void {
  const item = document.activeElement?.closest('[data-item]');
  const button = item?.querySelector<HTMLButtonElement>(selector);
  if (item === undefined || item === null || button === null || button === undefined) return;
  event.preventDefault();
  button.click();
  // The button disappears with the new state, so the item keeps the focus.
  if (item instanceof HTMLElement && selector === '[data-accept]') item.focus();
}

export function ReturnedNotice({ record }: { readonly record: WireRecord }) {
  const returned = record.items.filter(({ state, editable }) => state === 'returned' && editable);
  if (returned.length === 0) return null;
  return (
    <section className={styles.returned} aria-label={text(checklistMessages.yourReturnedItems)}>
      <h2 className={styles.heading}>
        {text(checklistMessages.itemsCameBackToYou, { count: returned.length })}
      </h2>
      <ul>
        {returned.map((item) => (
          <li key={item.id}>
            <Jump onClick={() => jumpToItem(item.id)}>{item.title}</Jump>
            {item.remark !== null && <p>{item.remark}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}
