/** E-mail and password, checked before they are sent. */
import '@mantine/core/styles/ActionIcon.layer.css';
import '@mantine/core/styles/Button.layer.css';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/PasswordInput.layer.css';
import '@mantine/core/styles/UnstyledButton.layer.css';
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import styles from './sign-in.module.css';

interface SignInFormProps {
  readonly username: string;
  /** True after a failed attempt: the password is asked again, so it takes the focus. */
  readonly isRetry: boolean;
  readonly onSignIn: (username: string, password: string) => Promise<void>;
}

interface Faults {
  readonly username?: string;
  readonly password?: string;
}

export function SignInForm({ username, isRetry, onSignIn }: SignInFormProps) {
  const [faults, setFaults] = useState<Faults>({});
  const [isShown, setIsShown] = useState(false);
  const password = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isRetry) password.current?.focus();
  }, [isRetry]);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const name = inputOf(form, 'username');
    const word = inputOf(form, 'password');
    const found = faultsOf(name, word);
    setFaults(found);
    if (found.username !== undefined) name.focus();
    else if (found.password !== undefined) word.focus();
    else void onSignIn(name.value.trim(), word.value);
  }

  return (
    <form onSubmit={submit} noValidate className={styles.form}>
      <TextInput
        label="E-mail"
        name="username"
        type="email"
        required
        withAsterisk={false}
        autoComplete="username"
        inputMode="email"
        size="md"
        defaultValue={username}
        error={faults.username}
      />
      <PasswordInput
        ref={password}
        label="Password"
        name="password"
        required
        withAsterisk={false}
        autoComplete="current-password"
        size="md"
        error={faults.password}
        visible={isShown}
        onVisibilityChange={setIsShown}
        visibilityToggleButtonProps={{
          'aria-label': isShown ? 'Hide password' : 'Show password',
          'aria-hidden': false,
          tabIndex: 0,
        }}
      />
      <Button type="submit" size="md" fullWidth>
        Sign in
      </Button>
    </form>
  );
}

function inputOf(form: HTMLFormElement, name: string): HTMLInputElement {
  const input = form.elements.namedItem(name);
  if (!(input instanceof HTMLInputElement)) throw new TypeError(`The form has no input "${name}".`);
  return input;
}

function faultsOf(username: HTMLInputElement, password: HTMLInputElement): Faults {
  const isAddress = username.value.trim() !== '' && !username.validity.typeMismatch;
  return {
    ...(isAddress ? {} : { username: 'Enter your e-mail address, such as name@example.com.' }),
    ...(password.value === '' ? { password: 'Enter your password.' } : {}),
  };
}
