/** A checklist: fees, the kind's form, then the items. The owner sends papers, the office accepts or returns them. */
import { RecordAssessment } from '../../records/assessment/assessment.tsx';
import { RecordFrame } from '../../records/record-frame.tsx';
import type { ScreenProps } from '../../router/screen.ts';
import { ChecklistForm } from './checklist-form.tsx';
import { ItemList } from '../../records/checklist/item-list.tsx';
import { ReturnedNotice } from '../../records/checklist/returned-notice.tsx';

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
