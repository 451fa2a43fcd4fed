/** One record: what it is, how it stands, its answers, what stands below it, and its history. */
import { RecordAssessment } from '../../records/assessment.tsx';
import { ChangeAnswers } from '../../records/change-answers.tsx';
import type { WireRecord } from '../../../portal/wire.ts';
import { useIsNarrow } from '../../page/use-narrow.ts';
import { RecordFrame } from '../../records/record-frame.tsx';
import { RecordFacts, useFactGroups } from '../../records/record-facts.tsx';
import { text } from '../../text.ts';
import type { ScreenProps } from '../screen.ts';
import styles from './record.module.css';

export function RecordScreen(props: ScreenProps) {
  return (
    <RecordFrame {...props}>
      {({ record }) => (
        <>
          <RecordAssessment record={record} />
          <ChangeAnswers record={record} />
          <Filed record={record} />
        </>
      )}
    </RecordFrame>
  );
}

/** On a phone what was answered stays folded: how it stands and what happened come first. */
function Filed({ record }: { readonly record: WireRecord }) {
  const isNarrow = useIsNarrow();
  const groups = useFactGroups(record);
  if (groups?.length === 0) return null;
  return (
    <details className={styles.filed} open={!isNarrow}>
      <summary>{text('What was filed')}</summary>
      <RecordFacts record={record} />
    </details>
  );
}
