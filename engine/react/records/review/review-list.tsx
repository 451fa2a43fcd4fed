/** The items of a review as a dense list: what is asked, its state, and how far the review is. */
import { IconFile } from '@tabler/icons-react';
import type { Ref } from 'react';
import type { WireItem } from '../../../contract/record.ts';
import { checklistMessages } from '../../../locales/checklist.ts';
import { formMessages } from '../../../locales/forms.ts';
import { text } from '../../language/text.ts';
import { Icon } from '../../theme/icon.tsx';
import { itemWords } from '../checklist/item-words.ts';
import type { HeldDecision } from '../decisions/decision.ts';
import { failureOf } from '../decisions/use-decisions.ts';
import { canBeAccepted } from './next-item.ts';
import styles from './review.module.css';

interface ReviewListProps {
  readonly ref: Ref<HTMLOListElement>;
  readonly items: readonly WireItem[];
  readonly decisions: readonly HeldDecision[];
  /** This visitor may accept items. */
  readonly mayAccept: boolean;
  /** The item that is looked at; null: none, as on a phone. */
  readonly current: string | null;
  readonly onChoose: (id: string) => void;
}

export function ReviewList({ ref, items, decisions, mayAccept, current, onChoose }: ReviewListProps) {
  return (
    <ol ref={ref} className={styles.list}>
      {items.map((item) => (
        <Row
          key={item.id}
          item={item}
          isCurrent={item.id === current}
          isAcceptable={mayAccept && canBeAccepted(item)}
          isFailed={failureOf(decisions, item.id) !== null}
          // One stop of the tab key; j and k move in the list.
          isStop={current === null || item.id === current}
          onChoose={onChoose}
        />
      ))}
    </ol>
  );
}

interface RowProps {
  readonly item: WireItem;
  readonly isCurrent: boolean;
  readonly isAcceptable: boolean;
  readonly isFailed: boolean;
  readonly isStop: boolean;
  readonly onChoose: (id: string) => void;
}

function Row({ item, isCurrent, isAcceptable, isFailed, isStop, onChoose }: RowProps) {
  const { text: words, tone } = itemWords(item);
  const state = isFailed ? text(checklistMessages.notSaved) : words;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- messages of the page lead to it
    <li
      data-item={item.id}
      data-acceptable={isAcceptable || undefined}
      tabIndex={-1}
      aria-label={`${item.title}: ${state}`}
      onFocus={isStop ? undefined : () => onChoose(item.id)}
    >
      <button
        type="button"
        className={styles.row}
        tabIndex={isStop ? 0 : -1}
        aria-current={isCurrent || undefined}
        onClick={() => onChoose(item.id)}
      >
        <span className={styles.rowTitle}>
          {item.title}
          {item.optional && <span className={styles.quiet}> {text(formMessages.optional)}</span>}
        </span>
        <span className={styles.rowState} data-tone={isFailed ? 'bad' : tone}>
          {state}
        </span>
        {item.files.length > 0 && (
          <span className={styles.rowFiles} aria-hidden="true">
            <Icon of={IconFile} size={14} />
            {item.files.length}
          </span>
        )}
      </button>
    </li>
  );
}
