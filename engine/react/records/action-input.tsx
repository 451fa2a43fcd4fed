/** The answers that an action asks for: one text for each property of its form. */
import '@mantine/core/styles/Input.layer.css';
import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useFormOf } from '../api/hooks.ts';
import { Waiting } from '../page/waiting.tsx';
import { inputFields } from './input-fields.ts';

interface ActionInputProps {
  readonly hash: string;
  readonly button: string;
  readonly isBusy: boolean;
  readonly onTake: (input: Readonly<Record<string, unknown>>) => Promise<void>;
}

export function ActionInput({ hash, button, isBusy, onTake }: ActionInputProps) {
  const { data: form } = useFormOf(hash);
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [isChecked, setIsChecked] = useState(false);
  if (form === undefined) return <Waiting />;
  const fields = inputFields(form);
  const missing = fields.filter(({ name, isRequired }) => isRequired && (values[name] ?? '').trim() === '');
  const take = () => {
    setIsChecked(true);
    if (missing.length === 0) void onTake(values);
  };
  return (
    <>
      {fields.map((field) => (
        <Textarea
          key={field.name}
          label={field.title}
          description={field.help}
          autosize={false}
          rows={3}
          value={values[field.name] ?? ''}
          onChange={(event) => setValues({ ...values, [field.name]: event.currentTarget.value })}
          error={
            isChecked && missing.includes(field) ? 'Write a sentence: the other side reads it.' : undefined
          }
        />
      ))}
      <Button loading={isBusy} onClick={take}>
        {button}
      </Button>
    </>
  );
}
