/** The answers that an action asks for. */
import { useState } from 'react';
import type { Answers } from '../../portal/form-conditions.ts';
import { useFormOf } from '../api/hooks.ts';
import type { Problem } from '../api/problem.ts';
import { RecordForm } from '../forms/lazy-record-form.tsx';
import { Waiting } from '../page/waiting.tsx';

interface ActionInputProps {
  readonly hash: string;
  readonly button: string;
  readonly isBusy: boolean;
  readonly problem: Problem | null;
  readonly onTake: (input: Answers) => Promise<void>;
}

const noErrors = {};

export function ActionInput({ hash, button, isBusy, problem, onTake }: ActionInputProps) {
  const { data: form } = useFormOf(hash);
  const [answers, setAnswers] = useState<Answers>({});
  if (form === undefined) return <Waiting />;
  return (
    <RecordForm
      form={form}
      data={answers}
      onChange={setAnswers}
      onSubmit={(input) => void onTake(input)}
      submitLabel={button}
      busy={isBusy}
      extraErrors={problem?.kind === 'fields' ? problem.errors : noErrors}
    />
  );
}
