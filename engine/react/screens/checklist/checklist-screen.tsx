/** The checklist screen: the papers of a record, and its form. */
import { useEffect } from 'react';
import { checklistMessages } from '../../../locales/checklist.ts';
import type { WireForm } from '../../../portal/wire/slice.ts';
import { nameOfAnswers } from '../../facts/words.ts';
import { useFormOf } from '../../data/hooks.ts';
import { LazyPart } from '../../loading/lazy-part.tsx';
import { onUse } from '../../loading/on-use.tsx';
import { Placeholder } from '../../page/feedback.tsx';
import { useSession, useSlice } from '../../session/portal-context.ts';
import { ChangeAnswers, RecordFacts, StepAnswers } from '../../records/answers/record-facts.tsx';
import { RecordAssessment } from '../../records/assessment/assessment.tsx';
import styles from '../../records/parts/part-rows.module.css';
import { ReturnedNotice } from '../../records/checklist/item-list.tsx';
import type { RecordPart } from '../../records/loaded-record.tsx';
import { RecordFrame } from '../../records/record-frame.tsx';
import { isReviewed, RecordItems, ReviewSplit } from '../../records/review/record-items.tsx';
import type { ScreenProps } from '../../router/screen.ts';
import { text } from '../../language/text.ts';

export { recordReads } from '../../records/record-frame.tsx';

const ChecklistForm = onUse(async () => (await import('./checklist-form.tsx')).ChecklistForm);

export function ChecklistScreen(props: ScreenProps) {
  const { departments } = useSlice();
  const { department } = useSession();
  const mayReview = departments[department ?? '']?.kind !== 'requester';
  // While the record is read. If it fails, the page says so where the papers would be.
  useEffect(() => {
    void (mayReview ? ReviewSplit : ChecklistForm).prepare().catch(() => {});
  }, [mayReview]);
  return (
    <RecordFrame {...props}>
      {(part) => (
        <>
          <ReturnedNotice record={part.record} />
          {/* Who reviews the papers reads the answers beside them. */}
          {isReviewed(part.record) && <RecordItems {...part} />}
          <RecordAssessment record={part.record} />
          <ChecklistAnswers {...part} />
          {!isReviewed(part.record) && <RecordItems {...part} />}
          <StepAnswers record={part.record} />
        </>
      )}
    </RecordFrame>
  );
}

function ChecklistAnswers(part: RecordPart) {
  const { record } = part;
  const slice = useSlice();
  const { slug: me, department } = useSession();
  const { data: form } = useFormOf(record.form);
  if (record.form === null) return null;
  const isOwn = record.owner === me;
  const asked = form === undefined ? undefined : formOfFiller(form, isOwn ? null : (department ?? ''));
  const isAsked = record.editable && asked !== null;
  const except = isAsked ? asked?.steps.flatMap(({ properties }) => properties) : [];
  return (
    <>
      {/* The person who fills in sees the answers of others beside it. */}
      {!(isAsked && isOwn && except === undefined) && Object.keys(record.data).length > 0 && (
        <section className={styles.checklistSection}>
          <RecordFacts record={record} except={except} heading={nameOfAnswers(slice, record)} />
          {!isOwn && <ChangeAnswers record={record} />}
        </section>
      )}
      {isAsked && (isOwn || asked !== undefined) && (
        <section className={styles.checklistSection}>
          {/* Steps have their own headings. */}
          {!(isOwn && asked !== undefined && asked.steps.length > 1) && (
            <h2 className={styles.checklistHeading}>
              {isOwn ? text(checklistMessages.yourAnswers) : text(checklistMessages.officeAnswers)}
            </h2>
          )}
          {asked === undefined ? (
            <Placeholder />
          ) : (
            <LazyPart waiting={<Placeholder />}>
              <ChecklistForm key={record.slug} {...part} form={asked} />
            </LazyPart>
          )}
        </section>
      )}
    </>
  );
}

/**
 * The part of a form that somebody fills in; null: nothing.
 * @param filler a department fills in its own questions; null: the owner, for all others
 */
export function formOfFiller(form: WireForm, filler: string | null): WireForm | null {
  const isMine = (name: string) =>
    filler === null ? form.filledBy[name] === undefined : form.filledBy[name]?.includes(filler) === true;
  const asked = form.steps.map((step) => ({ ...step, properties: step.properties.filter(isMine) }));
  const some = asked.filter(({ properties }) => properties.length > 0);
  // Values of a parent record are read-only.
  const isAsked = some.some(({ properties }) => properties.some((name) => form.from[name] === undefined));
  return isAsked ? { ...form, steps: some } : null;
}
