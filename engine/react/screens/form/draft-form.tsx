/** The form of a draft: saved while it is filled in, then filed. */
import { Button } from '@mantine/core';
import '@mantine/core/styles/Button.layer.css';
import { memo, useEffect, useMemo, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import type { WireRecord } from '../../../contract/record.ts';
import type { PrefilledAnswers } from '../../../contract/records.ts';
import { draftMessages } from '../../../locales/drafts.ts';
import { formMessages } from '../../../locales/forms.ts';
import { startMessages } from '../../../locales/start.ts';
import type { Answers } from '../../../portal/forms/form-conditions.ts';
import { propertiesOf } from '../../../portal/forms/form-levels.ts';
import { validateAnswers } from '../../../portal/forms/form-verdict.ts';
import { isMapping } from '../../../portal/values/is-mapping.ts';
import type { WireForm } from '../../../portal/wire/slice.ts';
import { useFormOf } from '../../data/hooks.ts';
import type { DraftKeeper } from '../../drafts/draft-keeper.ts';
import { formerNamesIn } from '../../drafts/form-changes.ts';
import { FormNotice } from '../../drafts/form-notice.tsx';
import { localCopy } from '../../drafts/local-copy.ts';
import { DraftNotice, SaveStatus, useDraftKeeper } from '../../drafts/save-status.tsx';
import { tellErrors } from '../../forms/errors/errors.ts';
import { QuestionHints } from '../../forms/fields/frames.tsx';
import { RecordForm } from '../../forms/record-form.tsx';
import { withDefaults } from '../../forms/step-schema.ts';
import { useValidator } from '../../forms/validator.ts';
import { LazyPart } from '../../loading/lazy-part.tsx';
import { sayMoment } from '../../page/dates.ts';
import { Fallback, Placeholder, ProblemAlert } from '../../page/feedback.tsx';
import { Modal } from '../../page/modal.tsx';
import { PageHead } from '../../page/page-head.tsx';
import { usePortal, usePortalState, useSession, useSlice } from '../../session/portal-context.ts';
import { TransitionForm } from '../../records/actions/steps-on-use.tsx';
import { useTwinHint } from '../../records/status/twin.tsx';
import { show } from '../../language/tell.ts';
import { startPathOf } from '../../router/places.ts';
import { text } from '../../language/text.ts';
import { Filed } from './filed.tsx';
import styles from '../screens.module.css';
import { KeptFiling, useKeptFiling } from './kept-filing.tsx';
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
      <Fallback error={error} retry={mutate} isAll />
    </>
  );
}

interface DraftQuestionsProps extends DraftFormProps {
  readonly firstForm: WireForm;
  readonly prefilled: PrefilledAnswers;
}

function Filling(props: DraftQuestionsProps) {
  const { title, type, parent, record, onCreate, firstForm, prefilled } = props;
  const { client } = usePortal();
  const slice = useSlice();
  const { keeper: account, department } = useSession();
  const [hash, setHash] = useState(record?.form ?? firstForm.hash);
  const form = useLatestForm(hash) ?? firstForm;
  const { state: visit } = useLocation();
  const defaults = withDefaults(firstForm, { ...prefilled.data, ...answersIn(visit) });
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
  useEffect(
    () => keeper.ask(new Set(Object.keys(propertiesOf(form.schema))), formerNamesIn(form)),
    [keeper, form],
  );
  // Answers decide which questions apply: the form of the saved record may differ.
  if (state.record?.form != null && state.record.form !== hash) setHash(state.record.form);
  const edition = usePortalState(({ reported }) => reported) ?? slice.hash;
  const settle = useSettle(keeper, form.hash);
  const filing = useFiling(keeper, slice);
  const twin = useTwinHint(state.record);
  const hints = useMemo(() => (twin === null ? nothing : { [twin.field]: twin.hint }), [twin]);
  const label = useFilingLabel(type, state.record);
  const isKept = useKeptFiling(state.record, {
    onFiled: (filed) => {
      keeper.replace(filed);
      filing.finish(filed);
    },
    onLeft: keeper.release,
  });
  const [round, setRound] = useState(0);
  if (filing.filed !== null) return <Filed record={filing.filed} />;
  if (state.record?.editable === false) return <Filed record={state.record} />;
  if (isKept && state.record !== null) return <KeptFiling title={title} record={state.record} />;
  if (filing.asks !== null) {
    return (
      <LazyPart waiting={<Placeholder />}>
        <TransitionForm {...filing.asks} title={title} onTaken={filing.finish} />
      </LazyPart>
    );
  }
  const startAgain = () => {
    keeper.change(withDefaults(firstForm, {}));
    setRound(round + 1);
  };
  return (
    <>
      <FormHead title={title} type={type} description={form.schema.description} />
      <DraftNotice saving={state.saving} isMerged={state.isMerged} />
      <FormNotice before={firstForm} form={form} data={state.data} />
      <QuestionHints value={hints}>
        <RecordForm
          key={round}
          form={form}
          edition={edition}
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
      </QuestionHints>
    </>
  );
}

interface FormHeadProps extends Pick<DraftFormProps, 'title' | 'type'> {
  /** Of the form, as its schema has it. */
  readonly description: unknown;
}

/** An answer does not draw it again. */
const FormHead = memo(function FormHead({ title, type, description }: FormHeadProps) {
  const start = startPathOf(useSlice(), type);
  return (
    <PageHead
      title={title}
      below={
        <>
          {typeof description === 'string' && description}{' '}
          {start !== null && <Link to={start}>{text(startMessages.whatDoYouNeed)}</Link>}
        </>
      }
    />
  );
});

/** The answers that a start page passes on. They are checked like typed ones. */
export function answersIn(state: unknown): Answers {
  return isMapping(state) && isMapping(state.answers) ? state.answers : nothing;
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

interface ResumedProps {
  readonly record: WireRecord;
  readonly onEmpty: () => void;
  readonly onAnother: () => void;
}

function Resumed({ record, onEmpty, onAnother }: ResumedProps) {
  const { timeZone } = useSlice();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <div className={styles.note}>
      <p>
        {text(draftMessages.resumed, {
          moment: sayMoment(record.created_at, timeZone),
        })}
      </p>
      <Button variant="default" size="compact-sm" onClick={() => setIsAsking(true)}>
        {text(draftMessages.startAgain)}
      </Button>
      {isAsking && (
        <Modal title={text(draftMessages.startAgainQuestion)} onClose={() => setIsAsking(false)}>
          <div className={styles.choice}>
            <p>{text(draftMessages.startAgainChoices)}</p>
            <Button onClick={onAnother}>{text(draftMessages.keepAndBeginAnother)}</Button>
            <Button variant="outline" color="red" data-danger onClick={onEmpty}>
              {text(draftMessages.emptyDraft)}
            </Button>
            <Button variant="default" onClick={() => setIsAsking(false)}>
              {text(draftMessages.continueDraft)}
            </Button>
          </div>
        </Modal>
      )}
    </div>
  );
}

function TakenOver({ from }: Pick<PrefilledAnswers, 'from'>) {
  const { recordTypes } = useSlice();
  if (from.length === 0) return null;
  const names = from.map(({ type, number }) => {
    const title = recordTypes[type]?.title ?? type;
    return number === null ? title : `${title} ${number}`;
  });
  return <p className={styles.taken}>{text(formMessages.answersTakenOver, { names: show(names) })}</p>;
}

/** @returns undefined until the first form has loaded; null: the record has no form */
function useLatestForm(hash: string | null): WireForm | null | undefined {
  const { data } = useFormOf(hash);
  const validator = useValidator(data?.hash ?? null);
  const [latest, setLatest] = useState<WireForm | undefined>(undefined);
  const isReady = data !== undefined && (latest === undefined || validator !== null);
  if (isReady && data !== latest) setLatest(data);
  if (hash === null) return null;
  return isReady ? data : latest;
}
