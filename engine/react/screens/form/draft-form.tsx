/** Fills in a draft: saves while it is typed, files it when all is there, then says what happens next. */
import type { ReactNode } from 'react';
import type { WireForm } from '../../../portal/slice.ts';
import type { WireRecord } from '../../../portal/wire.ts';
import { useFormOf } from '../../api/hooks.ts';
import { localCopy } from '../../drafts/local-copy.ts';
import { SaveStatus } from '../../drafts/save-status.tsx';
import { useDraftKeeper } from '../../drafts/use-draft-keeper.ts';
import { RecordForm } from '../../forms/lazy-record-form.tsx';
import { withDefaults } from '../../forms/step-schema.ts';
import { PageHead } from '../../page/page-head.tsx';
import { ProblemAlert } from '../../page/problem-alert.tsx';
import { Trouble } from '../../page/trouble.tsx';
import { Waiting } from '../../page/waiting.tsx';
import { usePortal, useSession, useSlice } from '../../portal-context.ts';
import { Filed } from './filed.tsx';
import { filingOf } from './filing.ts';
import { useFiling } from './use-filing.ts';

interface DraftFormProps {
  readonly title: string;
  readonly type: string;
  readonly parent: string | null;
  /** Null begins a new one. */
  readonly record: WireRecord | null;
  readonly onCreate: (record: WireRecord) => void;
  readonly note: ReactNode;
}

const nothing = Object.freeze({});

export function DraftForm(props: DraftFormProps) {
  const { recordTypes } = useSlice();
  const hash = props.record?.form ?? recordTypes[props.type]?.form ?? null;
  const { data: form, error, mutate } = useFormOf(hash);
  if (form !== undefined) return <Filling {...props} firstForm={form} />;
  return (
    <>
      <PageHead title={props.title} />
      {error === undefined ? <Waiting /> : <Trouble error={error} onRetry={() => void mutate()} />}
    </>
  );
}

function Filling(props: DraftFormProps & { readonly firstForm: WireForm }) {
  const { title, type, parent, record, onCreate, note, firstForm } = props;
  const { client } = usePortal();
  const slice = useSlice();
  const { slug: account } = useSession();
  const [state, keeper] = useDraftKeeper({
    client,
    type,
    parent,
    record,
    onCreate,
    copyOf: (slug) => localCopy([account, type, parent ?? '', slug ?? 'new'].join('.')),
    defaults: withDefaults(firstForm, {}),
  });
  // Answers decide which questions follow: the form of the saved record may ask others.
  const { data: newer } = useFormOf(state.record?.form ?? null);
  const form = newer ?? firstForm;
  const filing = useFiling(keeper, slice);
  if (filing.filed !== null) return <Filed record={filing.filed} />;
  const { description } = form.schema;
  return (
    <>
      <PageHead title={title} {...(typeof description === 'string' && { below: description })} />
      {note}
      <ProblemAlert problem={filing.problem} />
      <RecordForm
        form={form}
        data={state.data}
        shown={state.record?.shown ?? nothing}
        onChange={keeper.change}
        onSubmit={filing.file}
        submitLabel={filingOf(slice, state.record)?.title ?? 'Send'}
        extraErrors={filing.errors}
        busy={filing.isBusy}
        status={<SaveStatus saving={state.saving} />}
      />
    </>
  );
}
