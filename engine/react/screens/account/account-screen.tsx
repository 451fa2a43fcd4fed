/** The account screen: changes the credentials and the password. */
import { Button, PasswordInput, TextInput } from '@mantine/core';
import '@mantine/core/styles/ActionIcon.layer.css';
import '@mantine/core/styles/Button.layer.css';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/PasswordInput.layer.css';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { accountMessages } from '../../../locales/account.ts';
import { formMessages } from '../../../locales/forms.ts';
import { lengthOfPassword, PASSWORD_MINIMUM } from '../../../portal/access/password-length.ts';
import type { Result } from '../../api/client.ts';
import type { Problem } from '../../api/problem.ts';
import { Notice, ProblemAlert } from '../../page/feedback.tsx';
import { PageHead } from '../../page/page-head.tsx';
import { usePortal } from '../../portal-context.ts';
import { signInPath } from '../../router/places.ts';
import type { ScreenProps } from '../../router/screen.ts';
import { sessionOf } from '../../session/user.ts';
import { text } from '../../text.ts';
import styles from './account.module.css';

export function AccountScreen({ route }: ScreenProps) {
  return (
    <>
      <PageHead title={route.title} />
      <Form does={route.does} />
    </>
  );
}

function Form({ does }: { readonly does: string | null }) {
  if (does === 'credentials') return <CredentialsForm />;
  if (does === 'password') return <PasswordForm />;
  return <Notice icon="clock">{text(accountMessages.nothingToChange)}</Notice>;
}

function PresentPassword({ error }: { readonly error: string | undefined }) {
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

function NewPassword({ errors }: { readonly errors: Readonly<Record<string, string>> }) {
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

export function PasswordForm() {
  const { client } = usePortal();
  return (
    <AccountForm
      intro={text(accountMessages.newPasswordIntroduction)}
      button={text(accountMessages.changePassword)}
      done={text(accountMessages.passwordChanged)}
      send={(data) => {
        const [current, password] = [fieldOf(data, 'current'), fieldOf(data, 'password')];
        return client.send('POST /password', { body: { current, password } });
      }}
    >
      {(errors) => (
        <>
          <PresentPassword error={errors.current} />
          <NewPassword errors={errors} />
        </>
      )}
    </AccountForm>
  );
}

export function CredentialsForm() {
  const { client, store, account } = usePortal();
  const navigate = useNavigate();
  return (
    <AccountForm
      intro={text(accountMessages.credentialsIntroduction)}
      button={text(accountMessages.saveCredentials)}
      send={(data) => {
        const username = fieldOf(data, 'username').trim();
        const [current, password] = [fieldOf(data, 'current'), fieldOf(data, 'password')];
        return client.send('POST /credentials', { body: { current, username, password } });
      }}
      onDone={async (record) => {
        client.tokens.write(record.token);
        store.change((draft) => void Object.assign(draft, { session: sessionOf(record, record.token) }));
        await account.reloadSlice();
        await navigate(signInPath(store.get().slice));
      }}
    >
      {(errors) => (
        <>
          <PresentPassword error={errors.current} />
          <TextInput
            size="md"
            label={text(accountMessages.newEmailAddress)}
            name="username"
            type="email"
            required
            withAsterisk={false}
            autoComplete="username"
            error={errors.username}
          />
          <NewPassword errors={errors} />
        </>
      )}
    </AccountForm>
  );
}

export type Errors = Readonly<Record<string, string>>;

interface AccountFormProps<T> {
  readonly intro: string;
  readonly button: string;
  readonly send: (data: FormData) => Promise<Result<T>>;
  readonly children: (errors: Errors) => ReactNode;
  /** Shown on success. */
  readonly done?: string;
  readonly onDone?: (answer: T) => Promise<void>;
}

export function AccountForm<T>({ intro, button, send, children, done, onDone }: AccountFormProps<T>) {
  const [errors, setErrors] = useState<Errors>({});
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [isDone, setIsDone] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    setIsDone(false);
    setProblem(null);
    const faults = faultsOf(form, data);
    setErrors(faults);
    if (Object.keys(faults).length > 0) return focusFirst(form, faults);
    setIsBusy(true);
    const result = await send(data);
    setIsBusy(false);
    if (result.ok) {
      form.reset();
      setIsDone(true);
      await onDone?.(result.value);
      return;
    }
    if (result.problem.kind !== 'fields') return setProblem(result.problem);
    const answered = Object.entries(result.problem.errors).map(
      ([name, lines]) => [name, lines.join('\n')] as const,
    );
    const known = answered.filter(([name]) => form.elements.namedItem(name) !== null);
    setErrors(Object.fromEntries(known));
    if (known.length < answered.length) setProblem(result.problem);
    else focusFirst(form, Object.fromEntries(known));
  }

  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <p>{intro}</p>
      {children(errors)}
      <ProblemAlert problem={problem} />
      {isDone && done !== undefined && <output className={styles.done}>{done}</output>}
      <Button type="submit" loading={isBusy} className={styles.button ?? ''}>
        {button}
      </Button>
    </form>
  );
}

export function fieldOf(data: FormData, name: string): string {
  const value = data.get(name);
  return typeof value === 'string' ? value : '';
}

function faultsOf(form: HTMLFormElement, data: FormData): Errors {
  const faults: Record<string, string> = {};
  const username = form.elements.namedItem('username');
  const isAddress = !(username instanceof HTMLInputElement) || username.validity.valid;
  if (!isAddress) faults.username = text(formMessages.notAnEmailAddress);
  if (data.has('current') && fieldOf(data, 'current') === '')
    faults.current = text(accountMessages.presentPasswordMissing);
  if (lengthOfPassword(fieldOf(data, 'password')) < PASSWORD_MINIMUM)
    faults.password = text(accountMessages.newPasswordTooShort, { count: PASSWORD_MINIMUM });
  if (fieldOf(data, 'password') !== fieldOf(data, 'again'))
    faults.again = text(accountMessages.passwordsDiffer);
  return faults;
}

function focusFirst(form: HTMLFormElement, faults: Errors): void {
  const first = [...form.elements].find(
    (element) => element instanceof HTMLInputElement && element.name in faults,
  );
  if (first instanceof HTMLElement) first.focus();
}
