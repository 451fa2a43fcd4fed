/** The form of a part, made from the grammar, with what the check finds at each question. */
import { Button } from '@mantine/core';
import '@mantine/core/styles/Button.layer.css';
import { useMemo, useState } from 'react';
import type { FaultModel, PartModel } from '../../../../contract/editing.ts';
import { editingMessages } from '../../../../locales/editing.ts';
import type { WireForm } from '../../../../portal/wire/slice.ts';
import { type FieldTexts, type Problem } from '../../../api/problem.ts';
import { QuestionHints } from '../../../forms/fields/frames.tsx';
import { Questions } from '../../../forms/questions/questions.tsx';
import { text } from '../../../language/text.ts';
import { ProblemAlert } from '../../../page/feedback.tsx';
import { usePortal } from '../../../session/portal-context.ts';
import { ConditionEditor } from '../conditions/condition-editor.tsx';
import styles from './editing.module.css';
import { LeaveQuestion } from './leave-question.tsx';
import { Findings, Preview } from './part-preview.tsx';
import { useLook } from './use-look.ts';
import { useTyped } from './use-typed.ts';

interface PartFormProps {
  readonly part: PartModel;
  readonly onKept: (part: PartModel) => void;
}

/** Of one place: another place has a form of its own. */
export function PartForm({ part: newest, onKept }: PartFormProps) {
  const { client } = usePortal();
  const { part, answers, isChanged, change, discard } = useTyped(newest);
  const { file, at, edition } = part;
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isSaving, setIsSaving] = useState(false);
  const form = useMemo(() => formOf(part), [part]);
  const { look, isChecking } = useLook(file, at, answers);
  const faults = look?.faults ?? noFaults;
  const errors = useMemo(() => byField(faults.filter(({ isError }) => isError)), [faults]);
  const hints = useMemo(() => hintsOf(faults), [faults]);
  const keep = async (): Promise<boolean> => {
    setIsSaving(true);
    const result = await client.send('PUT /workbench/draft/part', { body: { file, at, edition, answers } });
    setIsSaving(false);
    setProblem(result.ok ? null : result.problem);
    if (result.ok) {
      discard();
      onKept(result.value);
    }
    return result.ok;
  };
  const elsewhere = faults.filter(({ field }) => field === null);
  return (
    <div className={styles.columns}>
      <form
        className={styles.form}
        noValidate
        aria-label={part.title}
        onSubmit={(event) => {
          event.preventDefault();
          void keep();
        }}
      >
        <QuestionHints value={hints}>
          <Questions
            form={form}
            schema={part.schema}
            uiSchema={part.uiSchema}
            answers={answers}
            errors={errors}
            corrected={none}
            isReadOnly={isSaving}
            onChange={change}
          />
        </QuestionHints>
        {part.conditions.map((condition) => (
          <ConditionEditor
            key={condition.field}
            file={file}
            condition={condition}
            value={answers[condition.field]}
            faults={faults.filter(({ field }) => field === condition.field)}
            words={look?.conditions.find(({ field }) => field === condition.field)?.words ?? null}
            isReadOnly={isSaving}
            onChange={(next) => change({ ...answers, [condition.field]: next })}
          />
        ))}
        <ProblemAlert problem={problem} />
        <div className={styles.save}>
          <Button type="submit" loading={isSaving} disabled={!isChanged && !part.isNew}>
            {text(editingMessages.save)}
          </Button>
          <output className={styles.quiet}>
            {isChanged && text(editingMessages.unsaved)} {isChecking && text(editingMessages.checking)}
          </output>
        </div>
      </form>
      <LeaveQuestion isChanged={isChanged} isBusy={isSaving} onKeep={keep} onDiscard={discard} />
      <div className={styles.beside}>
        <Findings faults={elsewhere} />
        {look !== null && <Preview preview={look.preview} isBroken={faults.some(({ isError }) => isError)} />}
      </div>
    </div>
  );
}

const none: FieldTexts = {};
const noFaults: readonly FaultModel[] = [];

function formOf({ title, edition, schema, uiSchema }: PartModel): WireForm {
  const rules = { steps: [], conditions: [], from: {}, verify: [], filledBy: {} };
  return { hash: edition, title, schema, uiSchema, ...rules };
}

function byField(faults: readonly FaultModel[]): FieldTexts {
  const named = Map.groupBy(faults, ({ field }) => field);
  return Object.fromEntries(
    [...named].flatMap(([field, found]) =>
      field === null ? [] : [[field, found.map(({ message }) => message)] as const],
    ),
  );
}

function hintsOf(faults: readonly FaultModel[]): Readonly<Record<string, string>> {
  const warnings = byField(faults.filter(({ isError }) => !isError));
  return Object.fromEntries(Object.entries(warnings).map(([field, lines]) => [field, lines.join(' ')]));
}
