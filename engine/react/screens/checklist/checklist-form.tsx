/** The kind's own questions above its items: filled in by the owner while that is his turn, read by everyone else. */
import { useEffect } from 'react';
import type { WireForm } from '../../../portal/slice.ts';
import { useFormOf } from '../../api/hooks.ts';
import { localCopy } from '../../drafts/local-copy.ts';
import { SaveStatus } from '../../drafts/save-status.tsx';
import { useDraftKeeper } from '../../drafts/use-draft-keeper.ts';
import { RecordForm } from '../../forms/lazy-record-form.tsx';
import { Waiting } from '../../page/waiting.tsx';
import { usePortal, useSession } from '../../portal-context.ts';
import { RecordFacts } from '../../records/record-facts.tsx';
import type { RecordPart } from '../../records/loaded-record.tsx';
import { text } from '../../text.ts';
import styles from './checklist.module.css';

export function ChecklistForm(part: RecordPart) {
  const { record } = part;
  const { data: form } = useFormOf(record.form);
  if (record.form === null) return null;
  if (!record.editable) {
    if (Object.keys(record.data).length === 0) return null;
    return (
      <section className={styles.section}>
        <RecordFacts record={record} />
      </section>
    );
  }
  return (
    <section className={styles.section}>
      <h2 className={styles.heading}>{text('Your answers')}</h2>
      {form === undefined ? <Waiting /> : <Filling key={record.slug} {...part} form={form} />}
    </section>
  );
}

function Filling({ record, onChange, setPrepare, form }: RecordPart & { readonly form: WireForm }) {
  const { client } = usePortal();
  const { slug: me } = useSession();
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
  const saved = state.record;
  useEffect(() => {
    if (saved !== null && saved.version > record.version) onChange(saved);
  }, [onChange, record.version, saved]);
  // An action is taken on what was typed, not on what was saved before.
  useEffect(() => {
    setPrepare(() => keeper.save());
    return () => setPrepare(null);
  }, [keeper, setPrepare]);
  return (
    <RecordForm
      form={form}
      data={state.data}
      shown={record.shown}
      onChange={keeper.change}
      onSubmit={() => void keeper.save()}
      submitLabel={text('Save my answers')}
      extraErrors={state.refused}
      isDraft
      status={<SaveStatus saving={state.saving} />}
    />
  );
}
