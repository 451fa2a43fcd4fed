/** The forms of signing in: e-mail address and password, and the code of the second step. */
import { IconEye, IconEyeOff } from '@tabler/icons-react';
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
import { text } from '../../language/text.ts';
import { Jump, PrimaryButton } from '../../page/buttons.tsx';
import { usePortalState } from '../../session/portal-context.ts';
import { Icon } from '../../theme/icon.tsx';
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
            <Icon of={isShown ? IconEyeOff : IconEye} size={20} />
          </button>
        }
      />
      <PrimaryButton type="submit">{text(accountMessages.signIn)}</PrimaryButton>
    </form>
  );
}

interface CodeFormProps {
  readonly onCode: (code: string) => Promise<void>;
  readonly onBack: () => void;
}

/** The second step: a code of the authenticator app, or a recovery code. */
export function CodeForm({ onCode, onBack }: CodeFormProps) {
  const [fault, setFault] = useState<string | undefined>();
  const code = useRef<HTMLInputElement>(null);
  const isCovered = usePortalState(({ dialog }) => dialog !== null);
  useEffect(() => {
    if (!isCovered) code.current?.focus();
  }, [isCovered]);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const input = inputOf(event.currentTarget, 'code');
    if (input.value.trim() !== '') return void onCode(input.value.trim());
    setFault(text(accountMessages.codeMissing));
    input.focus();
  }

  return (
    <form onSubmit={submit} noValidate className={styles.form}>
      <p>{text(accountMessages.codeOrRecovery)}</p>
      <Field
        ref={code}
        label={text(accountMessages.code)}
        name="code"
        required
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        fault={fault}
      />
      <PrimaryButton type="submit">{text(accountMessages.signIn)}</PrimaryButton>
      <Jump onClick={onBack}>{text(accountMessages.backToSignIn)}</Jump>
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
    <div>
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
