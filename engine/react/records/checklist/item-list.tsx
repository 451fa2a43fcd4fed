/** The items of a checklist for the side that sends the papers, and a notice of returned items. */
import type { WireItem, WireRecord } from '../../../contract/record.ts';
import { checklistMessages } from '../../../locales/checklist.ts';
import { useOfferedPapers } from '../../data/hooks.ts';
import { Jump } from '../../page/buttons.tsx';
import { text } from '../../language/text.ts';
import { jumpToItem } from '../actions/field-errors.tsx';
import { isStillChecked } from '../status/record-holder.ts';
import styles from '../parts/part-rows.module.css';
import { Item } from './item.tsx';
import { asSent } from './item-words.ts';

interface ItemListProps {
  readonly record: WireRecord;
  /** Reads the record again. */
  readonly reload: () => void;
}

export function ItemList({ record, reload }: ItemListProps) {
  const offered = useOfferedPapers(record);
  if (record.items.length === 0) return null;
  const items = record.items.map((item) => asSent(item, record));
  const undated = items.filter((item) => item.undated).length;
  return (
    <section className={styles.checklistSection}>
      <h2 className={styles.checklistHeading}>{text(checklistMessages.askedItems)}</h2>
      <Summary record={record} items={items} />
      {undated > 0 && (
        <p className={styles.summary}>{text(checklistMessages.datesMissing, { count: undated })}</p>
      )}
      <ol className={styles.items}>
        {items.map((item) => (
          <Item key={item.id} item={item} record={record} offered={offered[item.id] ?? []} onFiles={reload} />
        ))}
      </ol>
    </section>
  );
}

interface SummaryProps {
  readonly record: WireRecord;
  readonly items: readonly WireItem[];
}

/** Nothing is counted that the office does or brings itself. */
function Summary({ record, items }: SummaryProps) {
  const needed = items.filter(
    ({ optional, evidence, comes_from: comesFrom }) =>
      !optional && evidence !== 'inspection' && comesFrom === null,
  );
  return needed.length > 0 && <p className={styles.summary}>{sayNeeded(record, needed)}</p>;
}

/** The remaining items, for the side that must act. */
function sayNeeded({ waits_for: waiting, ...record }: WireRecord, needed: readonly WireItem[]): string {
  const of = (...states: string[]) => needed.filter(({ state }) => states.includes(state)).length;
  const done = of('filed', 'accepted', 'waived');
  const returned = of('returned');
  const rest = needed.length - done;
  if (rest === 0 && record.items.some((item) => isStillChecked(item, waiting)))
    return text(checklistMessages.officeStillChecks);
  if (rest === 0) return text(checklistMessages.allItemsThere, { count: needed.length });
  return returned === 0
    ? text(checklistMessages.itemsDone, { count: needed.length, done })
    : text(checklistMessages.itemsDoneSomeReturned, { count: needed.length, done, returned });
}

export function ReturnedNotice({ record }: { readonly record: WireRecord }) {
  const returned = record.items.filter(({ state, editable }) => state === 'returned' && editable);
  if (returned.length === 0) return null;
  return (
    <section className={styles.returned} aria-label={text(checklistMessages.yourReturnedItems)}>
      <h2 className={styles.checklistHeading}>
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
