/** One row of a lookup in its form: adds a new row; changes, retires or restores an existing one. */
import '@mantine/core/styles/Button.layer.css';
import { Button } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Answers } from '../../portal/forms/form-conditions.ts';
import type { FieldTexts } from '../api/problem.ts';
import type { WireForm } from '../../portal/wire/slice.ts';
import type { WireEditedRow, WireLookup } from '../../contract/lookups.ts';
import { useFormOf } from '../data/hooks.ts';
import type { Problem } from '../api/problem.ts';
import { noErrors } from '../forms/errors/errors.ts';
import { RecordForm } from '../forms/record-form.tsx';
import { sayDate } from '../page/dates.ts';
import { requestFocus } from '../page/focus-request.ts';
import { Notice, ProblemAlert, LoadError, Placeholder } from '../page/feedback.tsx';
import { PageHead } from '../page/page-head.tsx';
import { usePortal, useSlice } from '../session/portal-context.ts';
import { Tag } from '../facts/state-tag.tsx';
import { text } from '../language/text.ts';
import type { ScreenProps } from '../router/screen.ts';
import styles from './lookups.module.css';
import { labelOf, rowParameterOf, useLookup, useLookupPages } from './use-lookup.ts';
import { lookupMessages } from '../../locales/lookups.ts';
import { pageMessages } from '../../locales/page.ts';

export function LookupForm({ route, params }: ScreenProps) {
  const name = route.lookup ?? '';
  const { data: lookup, error, mutate } = useLookup(name);
  const { data: form } = useFormOf(lookup?.form ?? null);
  const parameter = rowParameterOf(route);
  const row = lookup?.rows.find(({ value }) => parameter !== null && value === params[parameter]) ?? null;
  const isGone = parameter !== null && lookup !== undefined && row === null;
  const description = form?.schema.description;
  return (
    <>
      <PageHead
        title={row === null ? route.title : labelOf(row)}
        below={row === null ? typeof description === 'string' && description : <RowHead row={row} />}
      />
      {error !== undefined && <LoadError error={error} onRetry={() => void mutate()} />}
      {error === undefined && (lookup === undefined || form === undefined) && <Placeholder />}
      {isGone && (
        <Notice icon={IconSearch} heading={text(pageMessages.gone)}>
          {text(lookupMessages.unknownRow)}
        </Notice>
      )}
      {lookup !== undefined && form !== undefined && !isGone && (
        <Keeping
          key={row?.value ?? ''}
          {...{ title: route.title, lookup, form, row }}
          onKept={(kept) => void mutate(kept, { revalidate: false })}
          onStale={() => void mutate()}
        />
      )}
    </>
  );
}

function RowHead({ row }: { readonly row: WireEditedRow }) {
  const { timeZone } = useSlice();
  return (
    <>
      {row.retired && <Tag tone="neutral">{text(lookupMessages.retired)}</Tag>}
      {row.changed_at !== null && (
        <span>
          {text(lookupMessages.changedByWhom, {
            date: sayDate(row.changed_at, timeZone),
            who: row.changed_by ?? '',
          })}
        </span>
      )}
    </>
  );
}

interface RowFormProps {
  readonly title: string;
  readonly lookup: WireLookup;
  readonly form: WireForm;
  /** Null: a new one. */
  readonly row: WireEditedRow | null;
  readonly onKept: (lookup: WireLookup) => void;
  /** Somebody else changed it first: it is read again. */
  readonly onStale: () => void;
}

function Keeping({ title, lookup, form, row, onKept, onStale }: RowFormProps) {
  const { client } = usePortal();
  const navigate = useNavigate();
  const { list } = useLookupPages(lookup.name);
  const [data, setData] = useState<Answers>(row?.row ?? {});
  const [errors, setErrors] = useState<FieldTexts>(noErrors);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [saving, setSaving] = useState<'no' | 'busy' | 'done'>('no');
  const keep = async (body: { readonly row?: Answers; readonly retired?: boolean }) => {
    setSaving('busy');
    setProblem(null);
    const { name } = lookup;
    const result =
      row === null
        ? await client.send('POST /lookups/:name', { params: { name }, body })
        : await client.send('PATCH /lookups/:name/:value', {
            params: { name, value: row.value },
            body,
            ifMatch: row.version,
          });
    setSaving(result.ok ? 'done' : 'no');
    if (result.ok) {
      onKept(result.value);
      if (row !== null || list === null) return;
      requestFocus();
      void navigate(list.path, { state: { added: body.row?.['label'] } });
    } else if (result.problem.kind === 'fields') setErrors({ ...result.problem.errors });
    else {
      setProblem(result.problem);
      if (result.problem.kind === 'stale') onStale();
    }
  };
  return (
    <>
      <RecordForm
        form={form}
        data={data}
        onChange={(answers) => {
          setSaving('no');
          setData(answers);
        }}
        onSubmit={(answers) => void keep({ row: answers })}
        submitLabel={row === null ? title : text(pageMessages.save)}
        extraErrors={errors}
        busy={saving === 'busy'}
        status={
          <>
            <ProblemAlert problem={problem} />
            {saving === 'done' && <output>{text(lookupMessages.rowSaved)}</output>}
          </>
        }
      />
      {row !== null && (
        <Retiring row={row} busy={saving === 'busy'} onRetire={(retired) => void keep({ retired })} />
      )}
    </>
  );
}

interface RetireButtonProps {
  readonly row: WireEditedRow;
  readonly busy: boolean;
  readonly onRetire: (retired: boolean) => void;
}

function Retiring({ row, busy, onRetire }: RetireButtonProps) {
  return (
    <section className={styles.retiring}>
      <h2 className={styles.heading}>
        {row.retired ? text(lookupMessages.retired) : text(lookupMessages.retireQuestion)}
      </h2>
      <p>{row.retired ? text(lookupMessages.retiredMeaning) : text(lookupMessages.retireConsequence)}</p>
      <Button variant="default" disabled={busy} onClick={() => onRetire(!row.retired)}>
        {row.retired ? text(lookupMessages.offerAgain) : text(lookupMessages.retire)}
      </Button>
    </section>
  );
}
