/** The questions above the items: editable for the side whose turn it is, read-only for everyone else. */
import { useEffect, useMemo, useState } from 'react';
import type { WireForm } from '../../../portal/wire/slice.ts';
import { useFormOf } from '../../api/hooks.ts';
import { localCopy } from '../../drafts/local-copy.ts';
import { SaveStatus } from '../../drafts/save-status.tsx';
import { useDraftKeeper } from '../../drafts/use-draft-keeper.ts';
import { RecordForm } from '../../forms/lazy-record-form.tsx';
import { Waiting } from '../../page/waiting.tsx';
import { usePortal, useSession } from '../../portal-context.ts';
import { ChangeAnswers } from '../../records/answers/change-answers.tsx';
import { RecordFacts, VerifiedNote } from '../../records/answers/record-facts.tsx';
import type { RecordPart } from '../../records/loaded-record.tsx';
import { withFixed } from '../../forms/step-schema.ts';
import { text } from '../../text.ts';
import { formOfFiller } from '../../records/checklist/form-of-filler.ts';
import styles from '../../records/checklist/checklist.module.css';
import { checklistMessages } from '../../../locales/checklist.ts';
import { recordMessages } from '../../../locales/records.ts';

export function ChecklistForm(part: RecordPart) {
  const { record } = part;
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
        <section className={styles.section}>
          <RecordFacts record={record} except={except} heading={text(recordMessages.filedAnswers)} />
          {!isOwn && <ChangeAnswers record={record} />}
        </section>
      )}
      {isAsked && (isOwn || asked !== undefined) && (
        <section className={styles.section}>
          {/* Steps have their own headings. */}
          {!(isOwn && asked !== undefined && asked.steps.length > 1) && (
            <h2 className={styles.heading}>
              {isOwn ? text(checklistMessages.yourAnswers) : text(checklistMessages.officeAnswers)}
            </h2>
          )}
          {asked === undefined ? <Waiting /> : <Filling key={record.slug} {...part} form={asked} />}
        </section>
      )}
    </>
  );
}

function Filling({ record, onChange, setPrepare, form }: RecordPart & { readonly form: WireForm }) {
  const { client } = usePortal();
  const { slug: me, department } = useSession();
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
  const saved = state.record;
  useEffect(() => {
    if (saved !== null && saved.version > record.version) onChange(saved);
  }, [onChange, record.version, saved]);
  // An action uses the typed answers, not those saved before.
  useEffect(() => {
    setPrepare(async () => {
      const kept = await keeper.save();
      if (kept === null) setTries((count) => count + 1);
      return kept;
    });
    return () => setPrepare(null);
  }, [keeper, setPrepare]);
  const shown = useMemo(() => withFixed(form, record.verified), [form, record.verified]);
  return (
    <RecordForm
      form={shown}
      intro={<VerifiedNote record={record} />}
      data={state.data}
      record={record}
      shown={record.shown}
      onChange={keeper.change}
      onSubmit={() => void keeper.save()}
      submitLabel={text(checklistMessages.saveAnswers)}
      extraErrors={state.refused}
      tries={tries}
      isDraft
      isAside={record.actions.length > 0}
      filler={department}
      status={<SaveStatus saving={state.saving} questions={shown.schema} />}
    />
  );
}
