/** The questions of a checklist: saved while they are answered, and sent with its papers. */
import { useEffect, useMemo, useState } from 'react';
import type { WireForm } from '../../../portal/wire/slice.ts';
import { localCopy } from '../../drafts/local-copy.ts';
import { DraftNotice, SaveStatus, useDraftKeeper } from '../../drafts/save-status.tsx';
import { errorsOf } from '../../forms/errors/errors.ts';
import { RecordForm } from '../../forms/record-form.tsx';
import { withFixed } from '../../forms/step-schema.ts';
import { usePortal, useSession } from '../../session/portal-context.ts';
import { VerifiedNote } from '../../records/answers/record-facts.tsx';
import type { RecordPart } from '../../records/loaded-record.tsx';

interface ChecklistFormProps extends RecordPart {
  /** What this visitor fills in. */
  readonly form: WireForm;
}

export function ChecklistForm({ record, onChange, setForm, form }: ChecklistFormProps) {
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
