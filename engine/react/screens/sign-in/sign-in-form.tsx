/** E-mail and password, checked before they are sent. */
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { PrimaryButton } from '../../page/primary-button.tsx';
import { usePortalState } from '../../portal-context.ts';
import { Icon } from '../../theme/icons.tsx';
import { text } from '../../text.ts';
import { Field } from './field.tsx';
import styles from './sign-in.module.css';
import { accountMessages } from '../../../locales/account.ts';

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
  const isCovered = usePortalState(({ dialog }) => dialog !== null);
  // A dialog over the form keeps the focus until it is closed.
  useEffect(() => {
    if (isRetry && !isCovered) password.current?.focus();
  }, [isRetry, isCovered]);

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
      <Field
        label={text(accountMessages.emailAddress)}
        name="username"
        type="email"
        required
        autoComplete="username"
        defaultValue={username}
        fault={faults.username}
      />
      <Field
        ref={password}
        label={text(accountMessages.password)}
        name="password"
        type={isShown ? 'text' : 'password'}
        required
        autoComplete="current-password"
        fault={faults.password}
        tool={
          <button
            type="button"
            className={styles.reveal}
            aria-label={isShown ? text(accountMessages.hidePassword) : text(accountMessages.showPassword)}
            aria-pressed={isShown}
            onClick={() => setIsShown(!isShown)}
          >
            <Icon name={isShown ? 'hidden' : 'shown'} size={20} />
          </button>
        }
      />
      <PrimaryButton type="submit">{text(accountMessages.signIn)}</PrimaryButton>
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
    ...(isAddress ? {} : { username: text(accountMessages.signInEmailInvalid) }),
    ...(password.value === '' ? { password: text(accountMessages.passwordMissing) } : {}),
  };
}
