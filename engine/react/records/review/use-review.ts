/** The state of a review: which item is looked at, what is asked about it, and what was decided. */
import { useRef, useState } from 'react';
import type { WireItem, WireRecord } from '../../../contract/record.ts';
import { type ItemReviewRequest, seenOf } from '../decisions/decision.ts';
import { useDecisions, withDecisions } from '../decisions/use-decisions.ts';
import type { Came } from '../actions/use-record-write.ts';
import { canBeAccepted, itemBeside, nextOpen } from './next-item.ts';
import type { RemarkDraft } from './verdict-forms.tsx';

/** What the office is asked before a decision: a remark, or the date on the paper. */
export type ReviewQuestion = 'returned' | 'waived' | 'day';

export type Review = ReturnType<typeof useReview>;

/** @param onMove the review has moved on to this item */
export function useReview(
  saved: WireRecord,
  onChange: (record: WireRecord, came: Came) => void,
  onMove: (item: string) => void,
) {
  const { desk, decisions } = useDecisions(saved, onChange);
  const record = withDecisions(saved, decisions);
  const { items, review } = record;
  const [chosen, setChosen] = useState(() => nextOpen(saved.items, null)?.id ?? saved.items[0]?.id ?? '');
  const [asked, setAsked] = useState<ReviewQuestion | null>(null);
  const drafts = useRef(new Map<string, RemarkDraft>());
  const item = items.find(({ id }) => id === chosen) ?? items[0];

  const choose = (id: string) => {
    if (id === item?.id) return;
    setChosen(id);
    setAsked(null);
  };
  const go = (to: WireItem | null | undefined) => {
    if (to === null || to === undefined) return;
    choose(to.id);
    onMove(to.id);
  };
  const decide = (body: ItemReviewRequest) => {
    if (item === undefined) return;
    desk.decide({ item: item.id, title: item.title, body, seen: seenOf(item) });
    drafts.current.delete(`${item.id} ${body.state}`);
    setAsked(null);
    const next = nextOpen(items, item.id) ?? item;
    choose(next.id);
    onMove(next.id);
  };
  const may = {
    accept: review.accept && item !== undefined && canBeAccepted(item),
    return: review.accept && item !== undefined && item.state !== 'returned',
    waive: review.waive && item !== undefined && item.state !== 'waived' && item.state !== 'accepted',
  };
  return {
    record,
    item,
    asked,
    may,
    desk,
    decisions,
    choose,
    move: (step: number) => item !== undefined && go(itemBeside(items, item.id, step)),
    accept() {
      if (item === undefined || !may.accept) return;
      const lacksDay = item.dated && item.issued_on === null && item.files.length > 0;
      if (lacksDay) setAsked('day');
      else decide({ state: 'accepted' });
    },
    ask: (question: 'returned' | 'waived') => {
      if (question === 'returned' ? may.return : may.waive) setAsked(question);
    },
    cancel() {
      setAsked(null);
      if (item !== undefined) onMove(item.id);
    },
    decide,
    undo() {
      const held = decisions.find(({ stage }) => stage === 'held');
      desk.undo();
      if (held !== undefined) go(items.find(({ id }) => id === held.item));
    },
    draftOf: (state: ReviewQuestion) => drafts.current.get(`${item?.id} ${state}`),
    keepDraft: (state: ReviewQuestion, draft: RemarkDraft) =>
      void drafts.current.set(`${item?.id} ${state}`, draft),
  };
}
