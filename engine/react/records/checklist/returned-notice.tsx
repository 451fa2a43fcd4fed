/** Returned items, at the top of the page: which items, and what to correct. */
import type { WireRecord } from '../../../contract/record.ts';
import { Jump } from '../../page/jump.tsx';
import { jumpToItem } from '../actions/action-problem.tsx';
import { text } from '../../text.ts';
import styles from './checklist.module.css';
import { checklistMessages } from '../../../locales/checklist.ts';

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
