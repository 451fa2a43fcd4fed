/** The papers of one item: files, files from other records, a new file, and the date on it. */
import '@mantine/core/styles/Input.layer.css';
import { TextInput } from '@mantine/core';
import { useRef, useState, type RefObject } from 'react';
import type { OfferedPaper } from '../../../contract/files.ts';
import type { WireItem, WireRecord } from '../../../contract/record.ts';
import { FileList } from '../../files/file-list.tsx';
import { OfferedFiles } from '../../files/offered-files.tsx';
import { UploadField } from '../../files/upload-field.tsx';
import { sayDate } from '../../page/dates.ts';
import { useSlice } from '../../portal-context.ts';
import { text } from '../../text.ts';
import styles from './checklist.module.css';
import { checklistMessages } from '../../../locales/checklist.ts';

interface ItemPapersProps {
  readonly item: WireItem;
  readonly record: WireRecord;
  /** Files sent elsewhere for the same paper. */
  readonly offered: readonly OfferedPaper[];
  /** Files were added or removed: the record is read again. */
  readonly onFiles: () => void;
}

export function ItemPapers({ item, record, offered, onFiles }: ItemPapersProps) {
  const field = useRef<HTMLInputElement>(null);
  const day = usePaperDay(item, field);
  const target = { record: `${record.type}/${record.slug}`, item: item.id, title: item.title };
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
          {...target}
          accepts={item.accepts}
          hasFiles={item.files.length > 0}
          day={day}
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
