/** A checklist: what is to be paid, the kind's form, then what is asked, item by item; the owner sends papers, the office accepts or returns them. */
import { RecordAssessment } from '../../records/assessment.tsx';
import { RecordFrame } from '../../records/record-frame.tsx';
import type { ScreenProps } from '../screen.ts';
import { ChecklistForm } from './checklist-form.tsx';
import { ItemList } from './item-list.tsx';
import { ReturnedNotice } from './returned-notice.tsx';

export function ChecklistScreen(props: ScreenProps) {
  return (
    <RecordFrame {...props}>
      {(part) => (
        <>
          <ReturnedNotice record={part.record} />
          <RecordAssessment record={part.record} />
          <ChecklistForm {...part} />
          <ItemList {...part} />
        </>
      )}
    </RecordFrame>
  );
}
