/** The forms of account screens: their fields, their checks and what is wrong with the answers. */
import { Button, PasswordInput, TextInput } from '@mantine/core';
import '@mantine/core/styles/ActionIcon.layer.css';
import '@mantine/core/styles/Button.layer.css';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/PasswordInput.layer.css';
import { type FormEvent, type ReactNode, useState } from 'react';
import { accountMessages } from '../../../locales/account.ts';
import { formMessages } from '../../../locales/forms.ts';
import { lengthOfPassword, PASSWORD_MINIMUM } from '../../../portal/access/password-length.ts';
import type { Result } from '../../api/client.ts';
import type { FieldTexts } from '../../api/problem.ts';
import { useSubmission } from '../../forms/use-submission.ts';
import { ProblemAlert } from '../../page/feedback.tsx';
import { text } from '../../language/text.ts';
import formStyles from '../../page/plain-form.module.css';

export function EmailField({ label, error }: { readonly label: string; readonly error: string | undefined }) {
  return (
    <TextInput
      size="md"
      label={label}
      name="username"
      type="email"
      required
      withAsterisk={false}
      autoComplete="username"
      error={error}
    />
  );
}

export function PresentPassword({ error }: { readonly error: string | undefined }) {
  return (
    <PasswordInput
      size="md"
      visibilityToggleButtonProps={{ 'aria-label': text(accountMessages.togglePassword) }}
      label={text(accountMessages.presentPassword)}
      name="current"
      required
      withAsterisk={false}
      autoComplete="current-password"
      error={error}
    />
  );
}

export function NewPassword({ errors }: { readonly errors: Readonly<Record<string, string>> }) {
  return (
    <>
      <PasswordInput
        size="md"
        visibilityToggleButtonProps={{ 'aria-label': text(accountMessages.togglePassword) }}
        label={text(accountMessages.newPassword)}
        description={text(accountMessages.newPasswordHint, {
          count: PASSWORD_MINIMUM,
        })}
        name="password"
        required
        withAsterisk={false}
        minLength={PASSWORD_MINIMUM}
        autoComplete="new-password"
        error={errors.password}
      />
      <PasswordInput
        size="md"
        visibilityToggleButtonProps={{ 'aria-label': text(accountMessages.togglePassword) }}
        label={text(accountMessages.newPasswordAgain)}
        name="again"
        required
        withAsterisk={false}
        autoComplete="new-password"
        error={errors.again}
      />
    </>
  );
}

type Errors = Readonly<Record<string, string>>;

interface AccountFormProps<T> {
  readonly intro?: string;
  readonly button: string;
  readonly send: (data: FormData) => Promise<Result<T>>;
  readonly children: (errors: Errors) => ReactNode;
  /** Shown on success. */
  readonly done?: string;
  readonly onDone?: (answer: T) => Promise<void>;
}

export function AccountForm<T>({ intro, button, send, children, done, onDone }: AccountFormProps<T>) {
  const { submit, errors, problem, isBusy } = useSubmission();
  const [isDone, setIsDone] = useState(false);

  function submitData(event: FormEvent<HTMLFormElement>): Promise<void> {
    const form = event.currentTarget;
    const data = new FormData(form);
    setIsDone(false);
    return submit(event, async () => {
      const faults = faultsOf(form, data);
      // As the server would refuse them.
      if (Object.keys(faults).length > 0) return { kind: 'fields', status: 422, errors: faults };
      const result = await send(data);
      if (!result.ok) return result.problem;
      form.reset();
      setIsDone(true);
      await onDone?.(result.value);
      return null;
    });
  }

  return (
    <form className={formStyles.form} data-narrow noValidate onSubmit={(event) => void submitData(event)}>
      {intro !== undefined && <p>{intro}</p>}
      {children(Object.fromEntries(Object.entries(errors).map(([name, lines]) => [name, lines.join('\n')])))}
      <ProblemAlert problem={problem} />
      {isDone && done !== undefined && <output className={formStyles.done}>{done}</output>}
      <Button type="submit" loading={isBusy}>
        {button}
      </Button>
    </form>
  );
}

interface PasswordFormProps<T> {
  readonly intro: string;
  readonly button: string;
  readonly send: (body: { readonly current: string }) => Promise<Result<T>>;
  readonly onDone: (answer: T) => void;
}

/** Asks for the password before it sends. */
export function PasswordForm<T>({ intro, button, send, onDone }: PasswordFormProps<T>) {
  return (
    <AccountForm
      intro={intro}
      button={button}
      send={(data) => send({ current: fieldOf(data, 'current') })}
      onDone={async (answer) => onDone(answer)}
    >
      {(errors) => <PresentPassword error={errors.current} />}
    </AccountForm>
  );
}

export function fieldOf(data: FormData, name: string): string {
  const value = data.get(name);
  return typeof value === 'string' ? value : '';
}

function faultsOf(form: HTMLFormElement, data: FormData): FieldTexts {
  const faults: Record<string, readonly string[]> = {};
  const username = form.elements.namedItem('username');
  const isAddress = !(username instanceof HTMLInputElement) || username.validity.valid;
  if (!isAddress) faults.username = [text(formMessages.notAnEmailAddress)];
  if (data.has('current') && fieldOf(data, 'current') === '')
    faults.current = [text(accountMessages.presentPasswordMissing)];
  if (data.has('password') && lengthOfPassword(fieldOf(data, 'password')) < PASSWORD_MINIMUM)
    faults.password = [text(accountMessages.newPasswordTooShort, { count: PASSWORD_MINIMUM })];
  if (fieldOf(data, 'password') !== fieldOf(data, 'again'))
    faults.again = [text(accountMessages.passwordsDiffer)];
  return faults;
}
