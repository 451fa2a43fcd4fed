/** Changes an existing record: its current answers, saved with one button. */
import { useMemo, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import type { Answers } from '../../../portal/forms/form-conditions.ts';
import type { FieldTexts } from '../../api/problem.ts';
import type { WireForm } from '../../../portal/wire/slice.ts';
import type { WireRecord } from '../../../contract/record.ts';
import { useFormOf, useRecord } from '../../data/hooks.ts';
import type { Problem } from '../../api/problem.ts';
import { differences, withoutEmptied } from '../../drafts/differences.ts';
import { useReloadCopy } from '../../drafts/local-copy.ts';
import { noErrors } from '../../forms/errors/errors.ts';
import { RecordForm } from '../../forms/record-form.tsx';
import { questionsFor, withFixed } from '../../forms/step-schema.ts';
import { PageHead } from '../../page/page-head.tsx';
import { Fallback, Placeholder, ProblemAlert } from '../../page/feedback.tsx';
import { usePortal, useSession } from '../../session/portal-context.ts';
import { RecordFacts, VerifiedNote } from '../../records/answers/record-facts.tsx';
import { usePageOf } from '../../records/links/pages.ts';
import { RecordMeta } from '../../records/status/record-head.tsx';
import { text } from '../../language/text.ts';
import { formMessages } from '../../../locales/forms.ts';

interface ChangePageProps {
  readonly title: string;
  readonly type: string;
  readonly slug: string;
}

export function ChangePage({ title, type, slug }: ChangePageProps) {
  const { data: record, error, mutate } = useRecord(type, slug);
  if (record === undefined) {
    return (
      <>
        <PageHead title={title} />
        <Fallback error={error} retry={mutate} isAll />
      </>
    );
  }
  return (
    <>
      <PageHead title={title} below={<RecordMeta record={record} />} />
      {record.editable ? (
        <ChangeAnswers
          key={record.slug}
          record={record}
          onChange={(changed) => void mutate(changed, { revalidate: false })}
        />
      ) : (
        <RecordFacts record={record} />
      )}
    </>
  );
}

interface ChangeAnswersProps {
  readonly record: WireRecord;
  readonly onChange: (record: WireRecord) => void;
  /** Required answers may be missing: they are checked when the record is sent. */
  readonly isDraft?: boolean;
}

/** The answers of a record in a form with a save button; also used on pages that show more of the record. */
function ChangeAnswers(props: ChangeAnswersProps) {
  const { data: form } = useFormOf(props.record.form);
  if (props.record.form === null) return null;
  return form === undefined ? <Placeholder /> : <Changing {...props} form={form} />;
}

function Saved({ record }: { readonly record: WireRecord }) {
  const { pathname } = useLocation();
  const page = usePageOf()(record);
  return (
    <output>
      {text(formMessages.answersSaved)}{' '}
      {page !== null && page !== pathname && <Link to={page}>{text(formMessages.followFiling)}</Link>}
    </output>
  );
}

function Changing({
  record,
  onChange,
  isDraft = false,
  form,
}: ChangeAnswersProps & { readonly form: WireForm }) {
  const { client } = usePortal();
  const { department } = useSession();
  const shown = useMemo(() => withFixed(form, record.verified), [form, record.verified]);
  const copy = useReloadCopy(`${record.type}.${record.slug}.change`);
  const [data, setData] = useState<Answers>(() => withoutEmptied({ ...record.data, ...copy.read() }));
  const [errors, setErrors] = useState<FieldTexts>(noErrors);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [saving, setSaving] = useState<'no' | 'busy' | 'done'>('no');
  const save = async (answers: Answers) => {
    setSaving('busy');
    setProblem(null);
    // Answers that no step asks this person for stay unchanged: they are absent because nobody asked.
    const asked = questionsFor(form, department);
    const changed = Object.fromEntries(
      Object.entries(differences(record.data, answers)).filter(([name]) => asked.has(name)),
    );
    const result = await client.send('PATCH /records/:type/:slug', {
      params: { type: record.type, slug: record.slug },
      body: { data: changed },
      ifMatch: record.version,
    });
    setSaving(result.ok ? 'done' : 'no');
    if (result.ok) {
      copy.write({});
      return onChange(result.value);
    }
    if (result.problem.kind === 'fields') return setErrors({ ...result.problem.errors });
    if (result.problem.kind === 'stale' && result.problem.current !== null) onChange(result.problem.current);
    setProblem(result.problem);
  };
  return (
    <>
      <ProblemAlert problem={problem} />
      <VerifiedNote record={record} />
      <RecordForm
        form={shown}
        data={data}
        record={record}
        shown={record.shown}
        onChange={(answers) => {
          setSaving('no');
          setData(answers);
          copy.write(differences(record.data, answers));
        }}
        onSubmit={(answers) => void save(answers)}
        submitLabel={text(formMessages.saveAnswers)}
        extraErrors={errors}
        busy={saving === 'busy'}
        isDraft={isDraft}
        filler={department}
        status={saving === 'done' && <Saved record={record} />}
      />
    </>
  );
}
