/** The form for name and password, with its errors. */
import {
  type ComponentProps,
  type FormEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { accountMessages } from '../../../locales/account.ts';
import { PrimaryButton } from '../../page/primary-button.tsx';
import { usePortalState } from '../../portal-context.ts';
import { text } from '../../text.ts';
import { Icon } from '../../theme/icons.tsx';
import styles from './sign-in.module.css';

interface SignInFormProps {
  readonly username: string;
  /** True after a failed attempt: the empty password field takes the focus. */
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
  // A dialog over the form keeps the focus until it closes.
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

interface FieldProps extends Omit<ComponentProps<'input'>, 'className' | 'id'> {
  readonly label: string;
  readonly fault: string | undefined;
  /** Inside the input, at its end. */
  readonly tool?: ReactNode;
}

function Field({ label, fault, tool, ...input }: FieldProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <div className={styles.line}>
        <input
          {...input}
          id={id}
          className={styles.input}
          {...(fault !== undefined && { 'aria-invalid': true, 'aria-describedby': `${id}-fault` })}
        />
        {tool}
      </div>
      {fault !== undefined && (
        <p id={`${id}-fault`} className={styles.fault}>
          {fault}
        </p>
      )}
    </div>
  );
}

export function ErrorList({ errors }: { readonly errors: readonly string[] }) {
  if (errors.length === 0) return null;
  return (
    <div className={styles.alert} role="alert">
      <ul>
        {errors.map((error) => (
          <li key={error}>{error}</li>
        ))}
      </ul>
    </div>
  );
}
