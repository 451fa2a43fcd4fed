/** One record: what it is, how it stands, its answers, what stands below it, and its history. */
import { RecordAssessment } from '../../records/assessment.tsx';
import { RecordFrame } from '../../records/record-frame.tsx';
import { RecordFacts } from '../../records/record-facts.tsx';
import type { ScreenProps } from '../screen.ts';

export function RecordScreen(props: ScreenProps) {
  return (
    <RecordFrame {...props}>
      {({ record }) => (
        <>
          <RecordAssessment record={record} />
          <RecordFacts record={record} />
        </>
      )}
    </RecordFrame>
  );
}
