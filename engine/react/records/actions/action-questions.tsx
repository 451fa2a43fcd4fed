/** The questions of a step, its form on a page, and what is shown after it was taken. */
import { Button } from '@mantine/core';
import '@mantine/core/styles/Button.layer.css';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type ComponentProps, type ReactNode, useMemo, useState } from 'react';
import type { AccountChoice } from '../../../contract/calendar.ts';
import type { WireAction, WireRecord } from '../../../contract/record.ts';
import { calendarMessages } from '../../../locales/calendar.ts';
import { recordMessages } from '../../../locales/records.ts';
import type { Answers } from '../../../portal/forms/form-conditions.ts';
import { useFormOf } from '../../data/hooks.ts';
import { SlotPicker } from '../../calendar/slot-picker.tsx';
import { useReloadCopy } from '../../drafts/local-copy.ts';
import { errorsOf, noErrors } from '../../forms/errors/errors.ts';
import { RecordForm } from '../../forms/record-form.tsx';
import { withDefaults } from '../../forms/step-schema.ts';
import { KeptWrites, useKeptSteps, useRefusedInput } from '../../outbox/kept-writes.tsx';
import { ProblemAlert, Placeholder } from '../../page/feedback.tsx';
import { PageHead } from '../../page/page-head.tsx';
import { useSlice } from '../../session/portal-context.ts';
import { text } from '../../language/text.ts';
import { Icon } from '../../theme/icon.tsx';
import { RecordMeta } from '../status/record-head.tsx';
import { isGivenUp } from '../status/record-holder.ts';
import { AccountPicker } from './account-picker.tsx';
import { FieldErrors } from './field-errors.tsx';
import { OwnerPicker } from './owner-picker.tsx';
import styles from './actions.module.css';
import { type RecordWrite, useRecordWrite } from './use-record-write.ts';

interface ActionQuestionsProps {
  readonly record: Pick<WireRecord, 'type' | 'slug' | 'booking' | 'created_at' | 'filed_at' | 'editable'> &
    Partial<Pick<WireRecord, 'form'>>;
  readonly action: WireAction;
  readonly write: Pick<RecordWrite, 'problem' | 'isBusy' | 'ready'>;
  /** Runs the step with these answers. */
  readonly onTake: (input: Answers) => void;
  /** Leaves without running it; omitted if there is nothing to return to. */
  readonly onCancel?: () => void;
  /** Goes to a place of the page that it asks about; omitted if that page is not shown. */
  readonly goTo?: (jump: () => void) => void;
}

export function ActionQuestions(props: ActionQuestionsProps) {
  const { record, action, write, onTake, onCancel, goTo = null } = props;
  const [picked, setPicked] = useState<readonly AccountChoice[]>([]);
  const [filters, setFilters] = useState<Readonly<Record<string, string>>>({});
  const [slot, setSlot] = useState<string | null>(null);
  const copy = useReloadCopy(`${record.type}.${record.slug}.${action.name}`);
  const refusedLater = useRefusedInput(record, action.name);
  const [typed, setTyped] = useState<Answers | null>(
    () => someOf(copy.read()) ?? someOf(withoutChoices(refusedLater)),
  );
  const [isChecked, setIsChecked] = useState(false);
  const { data: form } = useFormOf(action.input);
  const answers = typed ?? (form === undefined ? {} : withDefaults(form, {}));
  const setAnswers = (next: Answers) => {
    setTyped(next);
    copy.write(next);
  };
  const { problem, isBusy } = write;
  const refused = problem?.kind === 'fields' ? problem.errors : noErrors;
  const ofForm = useMemo(
    () => errorsOf(refused, form?.steps.flatMap(({ properties }) => properties) ?? []),
    [form, refused],
  );
  const isDanger = isGivenUp(useSlice(), record, action);
  const owners = action.pick?.owners ?? null;
  const isPickMissing = action.pick !== null && owners === null && picked.length === 0;
  const of = { type: record.type, slug: record.slug, transition: action.name };
  const isSlotMissing = action.books !== null && slot === null;
  const take = (input: Answers) => {
    setIsChecked(true);
    if (isPickMissing || isSlotMissing) return;
    onTake({
      ...input,
      ...(action.pick !== null && { pick: owners === null ? picked.map(({ value }) => value) : filters }),
      ...(slot !== null && { slot }),
    });
  };
  const cancel = onCancel !== undefined && (
    <Button variant="default" onClick={onCancel}>
      {text(recordMessages.leaveStep)}
    </Button>
  );
  return (
    <div className={styles.questions}>
      {owners !== null && (
        <OwnerPicker
          of={of}
          list={owners}
          filters={filters}
          onPick={setFilters}
          error={refused.pick?.[0] ?? null}
        />
      )}
      {action.pick !== null && owners === null && (
        <AccountPicker
          of={of}
          rule={action.pick}
          picked={picked}
          onPick={setPicked}
          error={
            isChecked && isPickMissing ? text(recordMessages.noPersonPicked) : (refused.pick?.[0] ?? null)
          }
        />
      )}
      {action.books !== null && (
        <SlotPicker
          of={of}
          value={slot}
          onChange={setSlot}
          booked={record.booking?.from ?? null}
          error={
            isChecked && isSlotMissing ? text(calendarMessages.noSlotChosen) : (refused.slot?.[0] ?? null)
          }
        />
      )}
      {problem === null || problem.kind === 'fields' ? (
        <Lacks
          key={problem === null ? 'before' : 'refused'}
          errors={problem === null ? (action.unmet ?? noErrors) : problem.errors}
          except={[...Object.keys(ofForm), 'pick', 'slot']}
          record={record}
          takesFocus={problem !== null}
          goTo={goTo}
        />
      ) : (
        <ProblemAlert problem={problem} />
      )}
      {action.input === null ? (
        <Buttons title={action.title} isBusy={isBusy} isDanger={isDanger} onTake={() => take({})}>
          {cancel}
        </Buttons>
      ) : form === undefined ? (
        <Placeholder />
      ) : (
        <RecordForm
          form={form}
          data={answers}
          record={record}
          onChange={setAnswers}
          onSubmit={take}
          submitLabel={action.title}
          busy={isBusy}
          isDanger={isDanger}
          extraErrors={ofForm}
          {...(action.shown !== undefined && { shown: action.shown })}
          status={cancel}
        />
      )}
    </div>
  );
}

/** People and times are chosen again: what is free has changed. */
function withoutChoices({ pick: _pick, slot: _slot, ...answers }: Answers): Answers {
  return answers;
}

function someOf(answers: Answers): Answers | null {
  return Object.keys(answers).length === 0 ? null : answers;
}

interface LacksProps extends ComponentProps<typeof FieldErrors> {
  /** Shown where they are asked. */
  readonly except: readonly string[];
}

/** What the step lacks besides its own answers: from the start, and after it was refused. */
function Lacks({ errors, except, ...props }: LacksProps) {
  const others = Object.entries(errors).filter(([path]) => !except.includes(path));
  return others.length === 0 ? null : <FieldErrors {...props} errors={Object.fromEntries(others)} />;
}

interface ButtonsProps {
  readonly title: string;
  readonly isBusy: boolean;
  readonly isDanger: boolean;
  readonly onTake: () => void;
  readonly children: ReactNode;
}

function Buttons({ title, isBusy, isDanger, onTake, children }: ButtonsProps) {
  return (
    <div className={styles.actionQuestionsButtons}>
      <Button variant="filled" loading={isBusy} data-danger={isDanger || undefined} onClick={onTake}>
        {title}
      </Button>
      {children}
    </div>
  );
}

interface ActionResultProps {
  readonly record: Pick<WireRecord, 'type' | 'state' | 'quorum'>;
  readonly action: WireAction;
}

export function ActionResult({ record, action }: ActionResultProps) {
  const { recordTypes } = useSlice();
  const state = action.to === undefined ? undefined : recordTypes[record.type]?.states[action.to];
  if (state === undefined || action.to === record.state) return null;
  const shared = record.quorum?.steps.find(({ name }) => name === action.name);
  if (shared !== undefined && shared.given + 1 < shared.needed) {
    const { given, needed } = shared;
    return <p>{text(recordMessages.needsSeveral, { needed, given: given + 1 })}</p>;
  }
  if (!state.isFinal) return <p>{text(recordMessages.stateAfterwards, { state: state.title })}</p>;
  return (
    <p className={styles.final}>
      <Icon of={IconAlertTriangle} size={18} />
      <span>{text(recordMessages.finalStateAfterwards, { state: state.title })}</span>
    </p>
  );
}

interface TransitionFormProps {
  readonly title: string;
  readonly record: WireRecord;
  readonly action: WireAction;
  /** Called with the record after the step. */
  readonly onTaken: (record: WireRecord) => void;
  /** Called with a newer record if somebody else changed it first. */
  readonly onNewer?: (record: WireRecord) => void;
}

export function TransitionForm({ title, record, action, onTaken, onNewer = onTaken }: TransitionFormProps) {
  const write = useRecordWrite(record, (newer, came) => (came === 'of-this' ? onTaken : onNewer)(newer));
  const isKept = useKeptSteps(record).has(action.name);
  return (
    <>
      <PageHead title={title} below={<RecordMeta record={record} />} />
      <KeptWrites line={`${record.type}/${record.slug}`} />
      {!isKept && (
        <div className={styles.dialogStep}>
          <ActionResult record={record} action={action} />
          <ActionQuestions
            record={record}
            action={action}
            write={write}
            onTake={(input) => void write.take(action.name, input)}
          />
        </div>
      )}
    </>
  );
}
