/** One record: title, status, tasks, answers, children and history. */
import { lazy } from 'react';
import { RecordAssessment } from '../../records/assessment/assessment.tsx';
import {
  ChangeAnswers,
  RecordFacts,
  StepAnswers,
  useFactGroups,
} from '../../records/answers/record-facts.tsx';
import { nameOfAnswers } from '../../facts/words.ts';
import { useSlice } from '../../session/portal-context.ts';
import { useIsStaff } from '../../facts/basis-hint.tsx';
import type { WireRecord } from '../../../contract/record.ts';
import { useIsNarrow } from '../../page/use-narrow.ts';
import { LazyPart } from '../../loading/lazy-part.tsx';
import type { RecordPart } from '../../records/loaded-record.tsx';
import { RecordFrame } from '../../records/record-frame.tsx';
import { ReturnedNotice } from '../../records/checklist/item-list.tsx';
import { RecordItems } from '../../records/review/record-items.tsx';
import type { ScreenProps } from '../../router/screen.ts';
import styles from '../screens.module.css';

export { recordReads } from '../../records/record-frame.tsx';

const OwnerCode = lazy(async () => ({
  default: (await import('../../records/documents/owner-code.tsx')).OwnerCode,
}));

export function RecordScreen(props: ScreenProps) {
  return <RecordFrame {...props}>{(part) => <RecordBody {...part} />}</RecordFrame>;
}

export function RecordBody(part: RecordPart) {
  const { record } = part;
  return (
    <>
      <ReturnedNotice record={record} />
      {record.code !== null && (
        <LazyPart>
          <OwnerCode code={record.code} />
        </LazyPart>
      )}
      <RecordAssessment record={record} />
      <RecordItems {...part} />
      <ChangeAnswers record={record} />
      <Filed record={record} />
    </>
  );
}

/** The answers are collapsed on a phone, and below parts, unless an office has to read them now. */
function Filed({ record }: { readonly record: WireRecord }) {
  const slice = useSlice();
  const isNarrow = useIsNarrow();
  const groups = useFactGroups(record);
  const isStaff = useIsStaff();
  if (groups?.length === 0) return <StepAnswers record={record} />;
  const isReading = record.parts.length === 0 || (isStaff && record.waits_for?.who === 'you');
  return (
    <details className={styles.filed} open={!isNarrow && isReading}>
      <summary>{nameOfAnswers(slice, record)}</summary>
      <RecordFacts record={record} />
      <StepAnswers record={record} />
    </details>
  );
}
