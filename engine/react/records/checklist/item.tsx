/** One item of a checklist with its papers. */
import { TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.layer.css';
import { type RefObject, useRef, useState } from 'react';
import type { OfferedPaper } from '../../../contract/files.ts';
import type { WireItem, WireRecord } from '../../../contract/record.ts';
import { checklistMessages } from '../../../locales/checklist.ts';
import { formMessages } from '../../../locales/forms.ts';
import type { State } from '../../../portal/model/workflow.ts';
import { BasisHint, useIsStaff } from '../../facts/basis-hint.tsx';
import { Tag } from '../../facts/state-tag.tsx';
import { FileList, OfferedFiles } from '../../files/file-list.tsx';
import { UploadField } from '../../files/upload-field.tsx';
import { sayDate } from '../../page/dates.ts';
import { useSlice } from '../../session/portal-context.ts';
import { text } from '../../language/text.ts';
import type { RecordWrite } from '../actions/use-record-write.ts';
import styles from './checklist.module.css';
import { Review } from './review.tsx';

interface ItemWords {
  readonly text: string;
  readonly tone: State['tone'];
}

/** Computed on use, because the language is not known earlier. */
const wordsByState = {
  missing: { text: () => text(checklistMessages.stateMissing), tone: 'neutral' },
  filed: { text: () => text(checklistMessages.stateFiled), tone: 'info' },
  accepted: { text: () => text(checklistMessages.stateAccepted), tone: 'good' },
  returned: { text: () => text(checklistMessages.stateReturnedToYou), tone: 'warning' },
  waived: { text: () => text(checklistMessages.stateWaived), tone: 'neutral' },
  'asked-again': { text: () => text(checklistMessages.askedAgain), tone: 'warning' },
  expired: { text: () => text(checklistMessages.stateExpired), tone: 'bad' },
} as const satisfies Record<WireItem['state'], { text: () => string; tone: ItemWords['tone'] }>;

function itemWords(item: WireItem): ItemWords {
  if (item.state === 'missing' && item.evidence === 'inspection')
    return { text: text(checklistMessages.stateInspectionDue), tone: 'neutral' };
  if (item.state === 'returned' && !item.editable)
    return { text: text(checklistMessages.stateReturned), tone: 'warning' };
  const { text: say, tone } = wordsByState[item.state];
  return { text: say(), tone };
}

function ItemHelp({ help }: { readonly help: string | null }) {
  const isStaff = useIsStaff();
  if (help === null) return null;
  if (!isStaff) return <p className={styles.help}>{help}</p>;
  return (
    <details className={styles.told}>
      <summary>{text(checklistMessages.howAskedFor)}</summary>
      <p className={styles.help}>{help}</p>
    </details>
  );
}

interface ItemProps {
  readonly item: WireItem;
  readonly record: WireRecord;
  /** Files sent elsewhere for the same paper. */
  readonly offered: readonly OfferedPaper[];
  readonly write: RecordWrite;
  /** Files were added or removed: the record is read again. */
  readonly onFiles: () => void;
}

export function Item({ item, record, offered, write, onFiles }: ItemProps) {
  const words = itemWords(item);
  const isStaff = useIsStaff();
  const waits = waitsForMe(item, record);
  const [isOpen, setIsOpen] = useState(waits);
  const [last, setLast] = useState({ state: item.state, waits });
  if (last.state !== item.state || last.waits !== waits) {
    setLast({ state: item.state, waits });
    // An item closes when the office accepts it, and opens when the office returns it.
    if (item.state === 'accepted' || item.state === 'waived') setIsOpen(false);
    else if (waits && !last.waits) setIsOpen(true);
  }
  return (
    <li className={styles.item} data-item={item.id} tabIndex={-1} aria-label={`${item.title}: ${words.text}`}>
      <details open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
        <summary className={styles.head}>
          <h3 className={styles.title}>
            {item.title}
            {item.optional && <span className={styles.optional}> {text(formMessages.optional)}</span>}
          </h3>
          <Tag tone={words.tone}>{words.text}</Tag>
        </summary>
        <div className={styles.body}>
          <ItemHelp help={item.help} />
          {item.source !== null && isReason(item) && !isStaff && (
            <p className={styles.source}>{text(checklistMessages.whyAskedFor, { source: item.source })}</p>
          )}
          <BasisHint of={item} />
          {item.remark !== null && (
            <p className={styles.remark}>
              <strong>{remarkLabel(item)}:</strong> {item.remark}
            </p>
          )}
          {item.evidence === 'inspection' && !record.review.accept && (
            <p className={styles.help}>
              {isStaff
                ? text(checklistMessages.inspectedOnSite)
                : text(checklistMessages.inspectedOnSiteNothingNeeded)}
            </p>
          )}
          <ItemPapers item={item} record={record} offered={offered} onFiles={onFiles} />
          <Review item={item} record={record} write={write} />
        </div>
      </details>
    </li>
  );
}

function remarkLabel({ state }: WireItem): string {
  if (state === 'asked-again') return text(checklistMessages.askedAgain);
  return state === 'waived' ? text(checklistMessages.waiverReason) : text(checklistMessages.officeRemark);
}

/** Open from the start if this visitor must act on it. Other items are one line until opened. */
function waitsForMe(item: WireItem, record: WireRecord): boolean {
  if (record.review.accept)
    return (
      ['filed', 'returned', 'asked-again'].includes(item.state) ||
      (item.state === 'missing' && !item.optional)
    );
  return item.editable && item.state !== 'filed' && item.state !== 'accepted' && item.state !== 'waived';
}

/** Practice elsewhere and assumptions are for the office to weigh; applicants see the law. */
function isReason({ certainty }: WireItem): boolean {
  return certainty === 'law' || certainty === null;
}

interface ItemPapersProps {
  readonly item: WireItem;
  readonly record: WireRecord;
  /** Files sent elsewhere for the same paper. */
  readonly offered: readonly OfferedPaper[];
  /** Files were added or removed: the record is read again. */
  readonly onFiles: () => void;
}

function ItemPapers({ item, record, offered, onFiles }: ItemPapersProps) {
  const field = useRef<HTMLInputElement>(null);
  const day = usePaperDay(item, field);
  const target = { record: `${record.type}/${record.slug}`, item: item.id, title: item.title };
  const { uploads: limits } = useSlice();
  const accepts = item.accepts.length > 0 ? item.accepts : limits.accepts;
  const canSend = item.editable && item.evidence === 'file';
  return (
    <>
      <FileList files={item.files} isEditable={item.editable} onChange={onFiles} />
      {item.dated && item.files.length > 0 && <Validity item={item} />}
      {canSend && day.isAsked && (
        <TextInput
          ref={field}
          type="date"
          className={styles.day}
          label={text(checklistMessages.dateOnPaper)}
          description={text(checklistMessages.dateOnPaperHelp)}
          aria-label={`${text(checklistMessages.dateOnPaper)}: ${item.title}`}
          value={day.value}
          onChange={(event) => day.set(event.currentTarget.value)}
          error={day.isMissing ? text(checklistMessages.dateOnPaperMissing) : undefined}
        />
      )}
      {item.editable && item.files.length === 0 && (
        <OfferedFiles {...target} offered={offered} day={day} onDone={onFiles} />
      )}
      {canSend && (
        <UploadField
          place={{
            record: target.record,
            item: target.item,
            ...(day.value !== '' && { issued_on: day.value }),
          }}
          title={item.title}
          rule={{ accepts, maxBytes: limits.maxBytes }}
          hasFiles={item.files.length > 0}
          allow={() => day.require()}
          onDone={onFiles}
        />
      )}
    </>
  );
}

/** Asked once: files added to a paper share its date; a returned or expired paper gets a new one. */
function usePaperDay(
  { dated, state, issued_on: issuedOn }: WireItem,
  field: RefObject<HTMLInputElement | null>,
) {
  const isAsked = dated && (issuedOn === null || ['returned', 'expired', 'asked-again'].includes(state));
  const [value, setValue] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  return {
    isAsked,
    value: isAsked ? value : (issuedOn ?? ''),
    isMissing,
    set(day: string) {
      setValue(day);
      setIsMissing(false);
    },
    /** Decides whether the date is present or not required. If not, the field shows the error. */
    require(): boolean {
      const isThere = !isAsked || value !== '';
      setIsMissing(!isThere);
      if (!isThere) field.current?.focus();
      return isThere;
    },
  };
}

function Validity({ item: { issued_on: issuedOn, valid_until: until } }: { readonly item: WireItem }) {
  const { timeZone } = useSlice();
  if (issuedOn === null) return <p className={styles.help}>{text(checklistMessages.dateOnPaperUnknown)}</p>;
  const date = sayDate(issuedOn, timeZone);
  return (
    <p className={styles.help}>
      {until === null
        ? text(checklistMessages.paperIssued, { date })
        : text(checklistMessages.paperIssuedValidUntil, { date, until: sayDate(until, timeZone) })}
    </p>
  );
}
