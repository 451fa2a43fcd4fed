/** The input of a step: answers of a form, accounts, a slot; and the button that runs it. */
import '@mantine/core/styles/Button.layer.css';
import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { Answers } from '../../../portal/forms/form-conditions.ts';
import type { WireAction, WireRecord } from '../../../contract/record.ts';
import type { AccountChoice } from '../../../contract/calendar.ts';
import { useFormOf } from '../../api/hooks.ts';
import { SlotPicker } from '../../calendar/slot-picker.tsx';
import { useReloadCopy } from '../../drafts/use-reload-copy.ts';
import { noErrors } from '../../forms/errors/errors.ts';
import { RecordForm } from '../../forms/lazy-record-form.tsx';
import { withDefaults } from '../../forms/step-schema.ts';
import { ProblemAlert } from '../../page/problem-alert.tsx';
import { Waiting } from '../../page/waiting.tsx';
import { useSlice } from '../../portal-context.ts';
import { text } from '../../text.ts';
import { AccountPicker } from './account-picker.tsx';
import styles from './action-questions.module.css';
import { isGivenUp } from '../status/record-holder.ts';
import type { RecordWrite } from './use-record-write.ts';
import { calendarMessages } from '../../../locales/calendar.ts';
import { recordMessages } from '../../../locales/records.ts';

interface ActionQuestionsProps {
  readonly record: WireRecord;
  readonly action: WireAction;
  readonly write: Pick<RecordWrite, 'problem' | 'isBusy' | 'ready'>;
  /** Runs the step with these answers. */
  readonly onTake: (input: Answers) => void;
  /** Leaves without running it; omitted if there is nothing to return to. */
  readonly onCancel?: () => void;
}

export function ActionQuestions({ record, action, write, onTake, onCancel }: ActionQuestionsProps) {
  const [picked, setPicked] = useState<readonly AccountChoice[]>([]);
  const [slot, setSlot] = useState<string | null>(null);
  const copy = useReloadCopy(`${record.type}.${record.slug}.${action.name}`);
  const [typed, setTyped] = useState<Answers | null>(() => someOf(copy.read()));
  const [isChecked, setIsChecked] = useState(false);
  const { data: form } = useFormOf(action.input);
  const answers = typed ?? (form === undefined ? {} : withDefaults(form, {}));
  const setAnswers = (next: Answers) => {
    setTyped(next);
    copy.write(next);
  };
  const { problem, isBusy } = write;
  const refused = problem?.kind === 'fields' ? problem.errors : noErrors;
  const isDanger = isGivenUp(useSlice(), record, action);
  const isPickMissing = action.pick !== null && picked.length === 0;
  const of = { type: record.type, slug: record.slug, transition: action.name };
  const isSlotMissing = action.books !== null && slot === null;
  const take = (input: Answers) => {
    setIsChecked(true);
    if (isPickMissing || isSlotMissing) return;
    onTake({
      ...input,
      ...(action.pick !== null && { pick: picked.map(({ value }) => value) }),
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
      {action.pick !== null && (
        <AccountPicker
          of={of}
          isMany={action.pick.many}
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
      <Said write={write} hasForm={action.input !== null} />
      {action.input === null ? (
        <Buttons title={action.title} isBusy={isBusy} isDanger={isDanger} onTake={() => take({})}>
          {cancel}
        </Buttons>
      ) : form === undefined ? (
        <Waiting />
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
          extraErrors={refused}
          status={cancel}
        />
      )}
    </div>
  );
}

function someOf(answers: Answers): Answers | null {
  return Object.keys(answers).length === 0 ? null : answers;
}

/** Errors of a form are shown at its questions, all others here. */
function Said({
  write: { problem },
  hasForm,
}: {
  readonly write: Pick<RecordWrite, 'problem'>;
  readonly hasForm: boolean;
}) {
  if (problem?.kind !== 'fields' || !hasForm) return <ProblemAlert problem={problem} />;
  const { needs } = problem.errors;
  return needs === undefined ? null : <ProblemAlert problem={{ ...problem, errors: { needs } }} />;
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
    <div className={styles.buttons}>
      <Button variant="filled" loading={isBusy} data-danger={isDanger || undefined} onClick={onTake}>
        {title}
      </Button>
      {children}
    </div>
  );
}
