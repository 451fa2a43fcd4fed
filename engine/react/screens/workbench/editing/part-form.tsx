/** The form of a part, made from the grammar, with what the check finds at each question. */
import { Button } from '@mantine/core';
import '@mantine/core/styles/Button.layer.css';
import { type FormEvent, useCallback, useEffect, useMemo, useState } from 'react';
import type { FaultModel, PartModel } from '../../../../contract/editing.ts';
import { editingMessages } from '../../../../locales/editing.ts';
import type { Answers } from '../../../../portal/forms/form-conditions.ts';
import type { WireForm } from '../../../../portal/wire/slice.ts';
import { type FieldTexts, type Problem } from '../../../api/problem.ts';
import { QuestionHints } from '../../../forms/fields/frames.tsx';
import { Questions } from '../../../forms/questions/questions.tsx';
import { text } from '../../../language/text.ts';
import { ProblemAlert } from '../../../page/feedback.tsx';
import { usePortal } from '../../../session/portal-context.ts';
import styles from './editing.module.css';
import { Findings, Preview } from './part-preview.tsx';
import { useLook } from './use-look.ts';

interface PartFormProps {
  readonly part: PartModel;
  readonly onKept: (part: PartModel) => void;
}

export function PartForm({ part, onKept }: PartFormProps) {
  const { client } = usePortal();
  const { file, at, edition } = part;
  const [answers, setAnswers] = useState<Answers>(part.answers);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [saving, setSaving] = useState<'no' | 'busy'>('no');
  const isChanged = answers !== part.answers;
  useKeeping(isChanged);
  const form = useMemo(() => formOf(part), [part]);
  const { look, isChecking } = useLook(file, at, answers);
  const faults = look?.faults ?? noFaults;
  const errors = useMemo(() => byField(faults.filter(({ isError }) => isError)), [faults]);
  const hints = useMemo(() => hintsOf(faults), [faults]);
  const change = useCallback((next: Answers) => setAnswers(next), []);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setSaving('busy');
    const result = await client.send('PUT /workbench/draft/part', { body: { file, at, edition, answers } });
    setSaving('no');
    setProblem(result.ok ? null : result.problem);
    if (result.ok) onKept(result.value);
  };
  const elsewhere = faults.filter(({ field }) => field === null);
  return (
    <div className={styles.columns}>
      <form className={styles.form} noValidate aria-label={part.title} onSubmit={(event) => void save(event)}>
        <QuestionHints value={hints}>
          <Questions
            form={form}
            schema={part.schema}
            uiSchema={part.uiSchema}
            answers={answers}
            errors={errors}
            corrected={none}
            isReadOnly={saving === 'busy'}
            onChange={change}
          />
        </QuestionHints>
        <ProblemAlert problem={problem} />
        <div className={styles.save}>
          <Button type="submit" loading={saving === 'busy'} disabled={!isChanged && !part.isNew}>
            {text(editingMessages.save)}
          </Button>
          <output className={styles.quiet}>
            {isChanged && text(editingMessages.unsaved)} {isChecking && text(editingMessages.checking)}
          </output>
        </div>
      </form>
      <div className={styles.beside}>
        <Findings faults={elsewhere} />
        {look !== null && <Preview preview={look.preview} isBroken={faults.some(({ isError }) => isError)} />}
      </div>
    </div>
  );
}

const none: FieldTexts = {};
const noFaults: readonly FaultModel[] = [];

/** The browser asks before somebody leaves what is not kept. */
function useKeeping(isChanged: boolean): void {
  useEffect(() => {
    if (!isChanged) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isChanged]);
}

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
