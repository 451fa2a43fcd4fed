/** An office reviews a checklist: the items on the left, the paper beside the answers on the right, keys for all. */
import { useRef, useState } from 'react';
import type { WireRecord } from '../../../contract/record.ts';
import { checklistMessages } from '../../../locales/checklist.ts';
import { listMessages } from '../../../locales/lists.ts';
import { text } from '../../language/text.ts';
import { textAround } from '../../language/text-around.tsx';
import { Jump } from '../../page/buttons.tsx';
import { KeysDialog } from '../../page/keys-dialog.tsx';
import { useIsNarrow } from '../../page/use-narrow.ts';
import { useReadAhead } from '../../papers/file-content.ts';
import type { Came } from '../actions/use-record-write.ts';
import { waitsForOffice } from '../checklist/item-words.ts';
import { stepOnceChecked } from '../status/record-holder.ts';
import { DecisionToast } from './decision-toast.tsx';
import { ItemPanel } from './item-panel.tsx';
import { ItemPaper } from './item-paper.tsx';
import { nextOpen } from './next-item.ts';
import { ReviewList } from './review-list.tsx';
import { keysOfReview, useReviewKeys } from './review-keys.ts';
import { ReviewSheet } from './review-sheet.tsx';
import styles from './review.module.css';
import { type Review, useReview } from './use-review.ts';

interface ReviewSplitProps {
  readonly record: WireRecord;
  readonly onChange: (record: WireRecord, came?: Came) => void;
  /** Reads the record again. */
  readonly reload: () => void;
}

export function ReviewSplit({ record, onChange, reload }: ReviewSplitProps) {
  const place = useRef<HTMLElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const isNarrow = useIsNarrow();
  const [isSheetOpen, setSheetOpen] = useState(false);
  const [isHelping, setHelping] = useState(false);
  const split = useRef<HTMLDivElement>(null);
  const review = useReview(record, onChange, (id) => {
    if (!isSheetOpen) focusRow(list.current, id, isNarrow ? null : split.current);
  });
  const { item, desk, decisions } = review;
  const { items } = review.record;
  useReviewKeys(review, place, () => setHelping(true));
  useReadAhead([...(nextOpen(items, item?.id ?? null)?.files.slice(0, 1) ?? [])]);
  if (item === undefined) return null;
  const toast = <DecisionToast decisions={decisions} onUndo={review.undo} onSend={desk.release} />;
  const choose = (id: string) => {
    review.choose(id);
    if (isNarrow) setSheetOpen(true);
  };
  return (
    <section
      ref={place}
      className={styles.review}
      data-review
      aria-label={text(checklistMessages.askedItems)}
    >
      <ReviewHead review={review} onShow={choose} />
      <div ref={split} className={styles.split} data-split>
        <ReviewList
          ref={list}
          items={items}
          decisions={decisions}
          mayAccept={record.review.accept}
          current={isNarrow ? null : item.id}
          onChoose={choose}
        />
        {!isNarrow && (
          <>
            <div className={styles.paper}>
              <ItemPaper item={item} />
            </div>
            <ItemPanel item={item} review={review} onFiles={reload} />
          </>
        )}
      </div>
      {isNarrow && isSheetOpen ? (
        <ReviewSheet review={review} item={item} onFiles={reload} onClose={() => setSheetOpen(false)}>
          {toast}
        </ReviewSheet>
      ) : (
        toast
      )}
      {isHelping && <KeysDialog keys={keysOfReview()} onClose={() => setHelping(false)} />}
    </section>
  );
}

interface ReviewHeadProps {
  readonly review: Review;
  readonly onShow: (item: string) => void;
}

function ReviewHead({ review: { record, decisions }, onShow }: ReviewHeadProps) {
  const failed = decisions.filter(({ stage }) => stage === 'failed');
  const open = record.items.filter(waitsForOffice).length;
  const step = stepOnceChecked(record)?.title;
  return (
    <header className={styles.head}>
      <h2 data-heading>{text(checklistMessages.askedItems)}</h2>
      <p className={styles.quiet} data-figures>
        {open > 0
          ? text(checklistMessages.itemsToReview, { count: open })
          : step === undefined
            ? text(checklistMessages.allLookedAt)
            : text(checklistMessages.allLookedAtNext, { step })}
      </p>
      <p className={styles.hint}>{textAround(listMessages.keysHint, { key: <kbd>?</kbd> })}</p>
      <div role="alert" className={styles.failed}>
        {failed.map(({ key, item, title }) => (
          <Jump key={key} onClick={() => onShow(item)}>
            {text(checklistMessages.decisionNotSaved, { title })}
          </Jump>
        ))}
      </div>
    </header>
  );
}

/** @param split fills the window while it is worked on; null: on a phone, where the list alone is on the page */
function focusRow(list: HTMLElement | null, id: string, split: HTMLElement | null): void {
  // After the row has become the one that the tab key reaches.
  requestAnimationFrame(() => {
    const row = list?.querySelector<HTMLElement>(`[data-item="${CSS.escape(id)}"] button`);
    row?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: 'nearest' });
    split?.scrollIntoView({ block: 'start' });
  });
}
