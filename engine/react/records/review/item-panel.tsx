/** What an officer reads beside the paper: what is asked and why, the answers that it proves, and the decision. */
import { Button } from '@mantine/core';
import '@mantine/core/styles/Button.layer.css';
import type { WireItem, WireRecord } from '../../../contract/record.ts';
import { checklistMessages } from '../../../locales/checklist.ts';
import { fileMessages } from '../../../locales/files.ts';
import { BasisHint } from '../../facts/basis-hint.tsx';
import { Tag } from '../../facts/state-tag.tsx';
import { text } from '../../language/text.ts';
import { ProblemAlert } from '../../page/feedback.tsx';
import { ItemHelp } from '../checklist/item.tsx';
import { ItemPapers } from '../checklist/item-papers.tsx';
import { Validity } from '../checklist/paper-day.tsx';
import { itemWords, remarkLabel } from '../checklist/item-words.ts';
import { seenOf } from '../decisions/decision.ts';
import { failureOf } from '../decisions/use-decisions.ts';
import { ProvenAnswers } from './proven-answers.tsx';
import styles from './review.module.css';
import type { Review } from './use-review.ts';
import { DayForm, RemarkForm } from './verdict-forms.tsx';

interface ItemPanelProps {
  readonly item: WireItem;
  readonly review: Review;
  /** Files were added or removed: the record is read again. */
  readonly onFiles: () => void;
}

export function ItemPanel({ item, review, onFiles }: ItemPanelProps) {
  const { record, decisions, desk, asked } = review;
  const words = itemWords(item);
  const failure = failureOf(decisions, item.id);
  return (
    <div className={styles.panel} data-item-panel>
      <div className={styles.about}>
        {/* A form keeps its own field in view. */}
        <div
          key={`${item.id} ${asked} ${failure === null}`}
          ref={asked === null ? showTop : null}
          className={styles.panelHead}
        >
          <h3 className={styles.panelTitle}>{item.title}</h3>
          <Tag tone={words.tone}>{words.text}</Tag>
        </div>
        {failure !== null && (
          <div className={styles.failure}>
            <p>
              <strong>{text(checklistMessages.decisionNotSaved, { title: item.title })}</strong>
            </p>
            {failure.problem.kind === 'offline' ? (
              <p>{text(checklistMessages.decisionWaits)}</p>
            ) : (
              <ProblemAlert problem={failure.problem} />
            )}
            {typeof failure.decision.body.remark === 'string' && <p>{failure.decision.body.remark}</p>}
            <div className={styles.buttons}>
              <Button size="compact-sm" variant="default" onClick={() => desk.repeat(item.id, seenOf(item))}>
                {text(checklistMessages.sendAgain)}
              </Button>
              <Button size="compact-sm" variant="subtle" onClick={() => desk.discard(item.id)}>
                {text(fileMessages.discard)}
              </Button>
            </div>
          </div>
        )}
        <Verdict item={item} review={review} />
        {item.remark !== null && (
          <p className={styles.remark}>
            <strong>{remarkLabel(item)}:</strong> {item.remark}
          </p>
        )}
        {item.dated && item.files.length > 0 && <Validity item={item} />}
        <ProvenAnswers record={record} item={item} />
        <div className={styles.basis}>
          <ItemHelp help={item.help} />
          <BasisHint of={item} />
        </div>
        {item.editable && <SentByOffice item={item} record={record} onFiles={onFiles} />}
      </div>
    </div>
  );
}

/** Of the panel, when it shows another item, or why a decision was not taken. */
function showTop(head: HTMLElement | null): void {
  const panel = head?.closest('[data-item-panel]');
  if (panel !== null && panel !== undefined) panel.scrollTop = 0;
}

/** An office may add papers that somebody handed in at its desk. */
function SentByOffice({
  item,
  record,
  onFiles,
}: {
  readonly item: WireItem;
  readonly record: WireRecord;
  readonly onFiles: () => void;
}) {
  return (
    <details className={styles.more}>
      <summary>{text(checklistMessages.addMissing, { count: 1 })}</summary>
      <ItemPapers item={item} record={record} offered={[]} onFiles={onFiles} />
    </details>
  );
}

/** The buttons of the decision, or what is asked before it. */
function Verdict({ item, review }: Pick<ItemPanelProps, 'item' | 'review'>) {
  const { asked, may } = review;
  if (asked === 'day') {
    return (
      <DayForm
        key={item.id}
        title={item.title}
        onSave={(issuedOn) => review.decide({ state: 'accepted', issued_on: issuedOn })}
        onCancel={review.cancel}
      />
    );
  }
  if (asked !== null) {
    return (
      <RemarkForm
        key={`${item.id} ${asked}`}
        state={asked}
        draft={review.draftOf(asked)}
        onDraft={(draft) => review.keepDraft(asked, draft)}
        onSave={(remark) => review.decide({ state: asked, remark })}
        onCancel={review.cancel}
      />
    );
  }
  return (
    <div className={styles.buttons}>
      {may.accept && (
        <Button
          size="sm"
          data-accept
          aria-keyshortcuts="a"
          aria-label={text(checklistMessages.acceptItem, { title: item.title })}
          rightSection={<kbd aria-hidden="true" data-key="a" />}
          onClick={review.accept}
        >
          {text(checklistMessages.accept)}
        </Button>
      )}
      {may.return && (
        <Button
          size="sm"
          variant="default"
          data-return
          aria-keyshortcuts="r"
          aria-label={text(checklistMessages.returnItemWithRemark, { title: item.title })}
          rightSection={<kbd aria-hidden="true" data-key="r" />}
          onClick={() => review.ask('returned')}
        >
          {text(checklistMessages.returnWithRemark)}
        </Button>
      )}
      {may.waive && (
        <Button
          size="sm"
          variant="subtle"
          aria-keyshortcuts="w"
          aria-label={text(checklistMessages.waiveItem, { title: item.title })}
          rightSection={<kbd aria-hidden="true" data-key="w" />}
          onClick={() => review.ask('waived')}
        >
          {text(checklistMessages.waive)}
        </Button>
      )}
    </div>
  );
}
