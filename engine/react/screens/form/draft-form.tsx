/** Fills in a draft: saves while the user types, files it when complete, then shows what happens next. */
import { useEffect, useState } from 'react';
import { validateAnswers } from '../../../portal/forms/form-verdict.ts';
import type { WireForm } from '../../../portal/wire/slice.ts';
import type { PrefilledAnswers } from '../../../contract/records.ts';
import type { WireRecord } from '../../../contract/record.ts';
import { useFormOf } from '../../api/hooks.ts';
import { DraftNotice } from '../../drafts/draft-notice.tsx';
import type { DraftKeeper } from '../../drafts/draft-keeper.ts';
import { localCopy } from '../../drafts/local-copy.ts';
import { SaveStatus } from '../../drafts/save-status.tsx';
import { useDraftKeeper } from '../../drafts/use-draft-keeper.ts';
import { tellErrors } from '../../forms/errors/errors.ts';
import { RecordForm } from '../../forms/lazy-record-form.tsx';
import { withDefaults } from '../../forms/step-schema.ts';
import { useLatestForm } from '../../forms/use-latest-form.ts';
import { useValidator } from '../../forms/validator.ts';
import { PageHead } from '../../page/page-head.tsx';
import { ProblemAlert } from '../../page/problem-alert.tsx';
import { Trouble } from '../../page/trouble.tsx';
import { Waiting } from '../../page/waiting.tsx';
import { usePortal, useSession, useSlice } from '../../portal-context.ts';

import { TransitionForm } from '../../records/actions/transition-form.tsx';
import { Filed } from './filed.tsx';
import { Resumed, TakenOver } from './resumed.tsx';
import { useFiling, useFilingLabel, useSettle } from './use-filing.ts';
import { usePrefilled } from './use-found-draft.ts';

interface DraftFormProps {
  readonly title: string;
  readonly type: string;
  readonly parent: string | null;
  /** Null creates a new one. */
  readonly record: WireRecord | null;
  /** The draft existed before this visit. */
  readonly isResumed: boolean;
  readonly onCreate: (record: WireRecord) => void;
  /** Leaves this draft unchanged and creates another. */
  readonly onAnother: () => void;
}

const nothing = Object.freeze({});

/** The storage key of the typed text on this device; null: of a new draft. */
export function copyKey(
  {
    account,
    type,
    parent,
  }: { readonly account: string; readonly type: string; readonly parent: string | null },
  slug: string | null,
): string {
  return [account, type, parent ?? '', slug ?? 'new'].join('.');
}

export function DraftForm(props: DraftFormProps) {
  const { recordTypes } = useSlice();
  const hash = props.record?.form ?? recordTypes[props.type]?.form ?? null;
  const { data: form, error, mutate } = useFormOf(hash);
  const prefilled = usePrefilled(props.record === null ? props.type : null);
  if (form !== undefined && prefilled !== null) {
    return <Filling {...props} firstForm={form} prefilled={prefilled} />;
  }
  return (
    <>
      <PageHead title={props.title} />
      {error === undefined ? <Waiting /> : <Trouble error={error} onRetry={() => void mutate()} />}
    </>
  );
}

interface FillingProps extends DraftFormProps {
  readonly firstForm: WireForm;
  readonly prefilled: PrefilledAnswers;
}

function Filling(props: FillingProps) {
  const { title, type, parent, record, onCreate, firstForm, prefilled } = props;
  const { client } = usePortal();
  const slice = useSlice();
  const { slug: account, department } = useSession();
  const [hash, setHash] = useState(record?.form ?? firstForm.hash);
  const form = useLatestForm(hash) ?? firstForm;
  const defaults = withDefaults(firstForm, prefilled.data);
  const [state, keeper] = useDraftKeeper({
    client,
    type,
    parent,
    record,
    onCreate,
    copyOf: (slug) => localCopy(copyKey({ account, type, parent }, slug)),
    defaults,
  });
  useJudge(keeper, form);
  // Answers decide which questions apply: the form of the saved record may differ.
  if (state.record?.form != null && state.record.form !== hash) setHash(state.record.form);
  const settle = useSettle(keeper, form.hash);
  const filing = useFiling(keeper, slice);
  const label = useFilingLabel(type, state.record);
  const [round, setRound] = useState(0);
  if (filing.filed !== null) return <Filed record={filing.filed} />;
  if (state.record?.editable === false) return <Filed record={state.record} />;
  if (filing.asks !== null) return <TransitionForm {...filing.asks} title={title} onTaken={filing.finish} />;
  const { description } = form.schema;
  const startAgain = () => {
    keeper.change(withDefaults(firstForm, {}));
    setRound(round + 1);
  };
  return (
    <>
      <PageHead title={title} {...(typeof description === 'string' && { below: description })} />
      <DraftNotice saving={state.saving} isMerged={state.isMerged} />
      <RecordForm
        key={round}
        form={form}
        data={state.data}
        record={state.record}
        shown={state.record?.shown ?? nothing}
        onChange={keeper.change}
        onSubmit={filing.file}
        submitLabel={label}
        extraErrors={filing.errors}
        busy={filing.isBusy}
        filler={department}
        settle={settle}
        intro={
          round === 0 && (
            <>
              {props.isResumed && state.record !== null && (
                <Resumed record={state.record} onEmpty={startAgain} onAnother={props.onAnother} />
              )}
              <TakenOver from={prefilled.from} />
            </>
          )
        }
        status={
          <>
            <SaveStatus saving={state.saving} questions={form.schema} />
            <ProblemAlert problem={filing.problem} />
          </>
        }
      />
    </>
  );
}

/** Passes errors in half-typed answers to the draft. */
function useJudge(keeper: DraftKeeper, form: WireForm): void {
  const validator = useValidator(form.hash);
  useEffect(() => {
    if (validator === null) return;
    keeper.judgeBy((answers) =>
      tellErrors(validateAnswers(form, answers, { check: validator.check, draft: true })),
    );
  }, [keeper, form, validator]);
}
