/** The checklist screen: the papers of a record, and its form. */
import { useEffect, useMemo, useState } from 'react';
import { checklistMessages } from '../../../locales/checklist.ts';
import type { WireForm } from '../../../portal/wire/slice.ts';
import { nameOfAnswers } from '../../facts/words.ts';
import { useFormOf } from '../../data/hooks.ts';
import { localCopy } from '../../drafts/local-copy.ts';
import { DraftNotice, SaveStatus, useDraftKeeper } from '../../drafts/save-status.tsx';
import { errorsOf } from '../../forms/errors/errors.ts';
import { RecordForm } from '../../forms/record-form.tsx';
import { withFixed } from '../../forms/step-schema.ts';
import { Placeholder } from '../../page/feedback.tsx';
import { usePortal, useSession, useSlice } from '../../session/portal-context.ts';
import {
  ChangeAnswers,
  RecordFacts,
  StepAnswers,
  VerifiedNote,
} from '../../records/answers/record-facts.tsx';
import { RecordAssessment } from '../../records/assessment/assessment.tsx';
import styles from '../../records/parts/part-rows.module.css';
import { ReturnedNotice } from '../../records/checklist/item-list.tsx';
import type { RecordPart } from '../../records/loaded-record.tsx';
import { RecordFrame } from '../../records/record-frame.tsx';
import { isReviewed, RecordItems, ReviewSplit } from '../../records/review/record-items.tsx';
import type { ScreenProps } from '../../router/screen.ts';
import { text } from '../../language/text.ts';

export function ChecklistScreen(props: ScreenProps) {
  const { departments } = useSlice();
  const { department } = useSession();
  const mayReview = departments[department ?? '']?.kind !== 'citizen';
  // While the record is read. If it fails, the page says so where the papers would be.
  useEffect(() => {
    if (mayReview) void ReviewSplit.prepare().catch(() => {});
  }, [mayReview]);
  return (
    <RecordFrame {...props}>
      {(part) => (
        <>
          <ReturnedNotice record={part.record} />
          {/* Who reviews the papers reads the answers beside them. */}
          {isReviewed(part.record) && <RecordItems {...part} />}
          <RecordAssessment record={part.record} />
          <ChecklistForm {...part} />
          {!isReviewed(part.record) && <RecordItems {...part} />}
          <StepAnswers record={part.record} />
        </>
      )}
    </RecordFrame>
  );
}

function ChecklistForm(part: RecordPart) {
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
          {asked === undefined ? <Placeholder /> : <Filling key={record.slug} {...part} form={asked} />}
        </section>
      )}
    </>
  );
}

function Filling({ record, onChange, setForm, form }: RecordPart & { readonly form: WireForm }) {
  const { client } = usePortal();
  const { keeper: me, department } = useSession();
  const { type, slug } = record;
  const [state, keeper] = useDraftKeeper({
    client,
    type,
    parent: record.parent,
    record,
    copyOf: () => localCopy(`${me}.${type}.${slug}`),
    defaults: {},
    onCreate: () => {},
  });
  const [tries, setTries] = useState(0);
  const shown = useMemo(() => withFixed(form, record.verified), [form, record.verified]);
  const asked = useMemo(() => shown.steps.flatMap(({ properties }) => properties), [shown]);
  const saved = state.record;
  useEffect(() => {
    if (saved !== null && saved.version > record.version) onChange(saved);
  }, [onChange, record.version, saved]);
  // An action uses the typed answers, not those saved before.
  useEffect(() => {
    const tryAgain = () => setTries((count) => count + 1);
    setForm({
      save: async () => {
        const kept = await keeper.save();
        if (kept === null) tryAgain();
        return kept;
      },
      refuse: (errors) => {
        const own = errorsOf(errors, asked);
        keeper.refuse(own);
        if (Object.keys(own).length > 0) tryAgain();
        return Object.fromEntries(Object.entries(errors).filter(([path]) => !Object.hasOwn(own, path)));
      },
    });
    return () => setForm(null);
  }, [asked, keeper, setForm]);
  return (
    <RecordForm
      form={shown}
      intro={
        <>
          <DraftNotice saving={state.saving} isMerged={state.isMerged} />
          <VerifiedNote record={record} />
        </>
      }
      data={state.data}
      record={record}
      shown={record.shown}
      onChange={keeper.change}
      onSubmit={() => void keeper.save()}
      submitLabel={null}
      extraErrors={state.refused}
      tries={tries}
      isDraft
      isAside={record.actions.length > 0}
      filler={department}
      status={<SaveStatus saving={state.saving} questions={shown.schema} />}
    />
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
