/** The papers of an item: what was sent, the date on it, and the fields to send more. */
import { useState } from 'react';
import type { OfferedPaper } from '../../../contract/files.ts';
import type { WireItem, WireRecord } from '../../../contract/record.ts';
import { FileList, OfferedFiles } from '../../files/file-list.tsx';
import { UploadField } from '../../files/upload-field.tsx';
import { useSlice } from '../../session/portal-context.ts';
import { PaperDay } from './paper-day.tsx';

/** A paper that came back is sent anew, with all its pages. */
const replacedStates: ReadonlySet<WireItem['state']> = new Set(['returned', 'expired', 'asked-again']);

interface ItemPapersProps {
  readonly item: WireItem;
  readonly record: WireRecord;
  /** Files sent elsewhere for the same paper. */
  readonly offered: readonly OfferedPaper[];
  /** Files were added or removed: the record is read again. */
  readonly onFiles: () => void;
}

export function ItemPapers({ item, record, offered, onFiles }: ItemPapersProps) {
  const target = { record: `${record.type}/${record.slug}`, item: item.id, title: item.title };
  const [day, setDay] = useState('');
  const { uploads: limits } = useSlice();
  const accepts = item.accepts.length > 0 ? item.accepts : limits.accepts;
  const canSend = item.editable && item.evidence === 'file';
  return (
    <>
      <FileList files={item.files} isEditable={item.editable} onChange={onFiles} />
      {item.dated && <PaperDay item={item} record={record} onType={setDay} onSaved={onFiles} />}
      {item.editable && item.files.length === 0 && (
        <OfferedFiles {...target} offered={offered} onDone={onFiles} />
      )}
      {canSend && (
        <UploadField
          place={{ record: target.record, item: target.item, ...(day !== '' && { issued_on: day }) }}
          title={item.title}
          rule={{ accepts, maxBytes: limits.maxBytes }}
          hasFiles={item.files.length > 0}
          replaces={replacedStates.has(item.state)}
          onDone={onFiles}
        />
      )}
    </>
  );
}
