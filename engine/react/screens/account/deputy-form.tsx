/** Names a deputy: who, in which steps, from which day to which, and why. */
import { Button, Checkbox, Fieldset, NativeSelect, TextInput } from '@mantine/core';
import '@mantine/core/styles/Button.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/Fieldset.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Input.layer.css';
import { IconUser } from '@tabler/icons-react';
import { useState } from 'react';
import { delegationMessages } from '../../../locales/delegations.ts';
import type { Answer } from '../../api/call.ts';
import { useSubmission } from '../../forms/use-submission.ts';
import { text } from '../../language/text.ts';
import { Notice, ProblemAlert } from '../../page/feedback.tsx';
import { usePortal } from '../../session/portal-context.ts';
import formStyles from '../../page/plain-form.module.css';
import styles from './account.module.css';

interface DeputyFormProps {
  readonly choices: Answer<'GET /delegations'>;
  readonly onNamed: () => void;
}

export function DeputyForm({ choices, onNamed }: DeputyFormProps) {
  const { client } = usePortal();
  const { people, today } = choices;
  const blank = { deputy: people[0]?.value ?? '', first_day: today, last_day: today, reason: '' };
  const [answers, setAnswers] = useState(blank);
  /** Null: all of them. */
  const [steps, setSteps] = useState<readonly string[] | null>(null);
  const { submit, errors, problem, isBusy } = useSubmission();
  if (people.length === 0) return <Notice icon={IconUser}>{text(delegationMessages.nobodyElse)}</Notice>;

  const change = (part: Partial<typeof blank>) => setAnswers({ ...answers, ...part });
  const name = async () => {
    const chosen = steps === null ? null : [...steps];
    const result = await client.send('POST /delegations', { body: { ...answers, steps: chosen } });
    if (!result.ok) return result.problem;
    setAnswers(blank);
    setSteps(null);
    onNamed();
    return null;
  };

  return (
    <form className={formStyles.form} data-narrow noValidate onSubmit={(event) => void submit(event, name)}>
      <p>{text(delegationMessages.introduction)}</p>
      <NativeSelect
        size="md"
        name="deputy"
        label={text(delegationMessages.deputy)}
        value={answers.deputy}
        data={[...people]}
        error={errors.deputy?.join('\n')}
        onChange={({ currentTarget }) => change({ deputy: currentTarget.value })}
      />
      <StepChoice
        choices={choices.steps}
        chosen={steps}
        error={errors.steps?.join('\n')}
        onChange={setSteps}
      />
      {(['first_day', 'last_day'] as const).map((day) => (
        <TextInput
          key={day}
          size="md"
          type="date"
          name={day}
          label={text(day === 'first_day' ? delegationMessages.firstDay : delegationMessages.lastDay)}
          required
          withAsterisk={false}
          min={day === 'first_day' ? today : answers.first_day}
          value={answers[day]}
          error={errors[day]?.join('\n')}
          onChange={({ currentTarget }) => change({ [day]: currentTarget.value })}
        />
      ))}
      <TextInput
        size="md"
        name="reason"
        label={text(delegationMessages.reason)}
        required
        withAsterisk={false}
        autoComplete="off"
        maxLength={500}
        value={answers.reason}
        error={errors.reason?.join('\n')}
        onChange={({ currentTarget }) => change({ reason: currentTarget.value })}
      />
      <ProblemAlert problem={problem} />
      <Button type="submit" loading={isBusy}>
        {text(delegationMessages.name)}
      </Button>
    </form>
  );
}

interface StepChoiceProps {
  readonly choices: Answer<'GET /delegations'>['steps'];
  readonly chosen: readonly string[] | null;
  readonly error: string | undefined;
  readonly onChange: (chosen: readonly string[] | null) => void;
}

function StepChoice({ choices, chosen, error, onChange }: StepChoiceProps) {
  return (
    <Fieldset legend={text(delegationMessages.steps)} className={styles.steps ?? ''}>
      <Checkbox
        name="steps"
        label={text(delegationMessages.everyStep)}
        checked={chosen === null}
        error={error}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? null : [])}
      />
      {chosen !== null &&
        choices.map(({ value, label }) => (
          <Checkbox
            key={value}
            label={label}
            checked={chosen.includes(value)}
            onChange={({ currentTarget }) =>
              onChange(currentTarget.checked ? [...chosen, value] : chosen.filter((other) => other !== value))
            }
          />
        ))}
    </Fieldset>
  );
}
