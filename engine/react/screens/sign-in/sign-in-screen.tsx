/** The sign-in screen: the welcome, the form, and its second step. */
import {
  type ComponentProps,
  type FormEvent,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { accountMessages } from '../../../locales/account.ts';
import { PrimaryButton } from '../../page/buttons.tsx';
import { usePortal, usePortalState, useSlice } from '../../session/portal-context.ts';
import { safeNext } from '../../../portal/routing/next-path.ts';
import { forgottenPath, openPages, registrationPath } from '../../router/places.ts';
import type { ScreenProps } from '../../router/screen.ts';
import { Brand } from '../../shell/brand.tsx';
import { Languages } from '../../shell/languages.tsx';
import { text } from '../../language/text.ts';
import { Icon } from '../../theme/icons.tsx';
import { fetchFrame } from '../load-frame.ts';
import styles from './sign-in.module.css';
import { ticketIn } from './ticket.ts';

// Most portals have no provider: the page does not load Mantine for them.
const ProviderSignIn = lazy(async () => ({
  default: (await import('./provider-sign-in.tsx')).ProviderSignIn,
}));

export function SignInScreen({ route }: Pick<ScreenProps, 'route'>) {
  const { account } = usePortal();
  const slice = useSlice();
  const { welcome } = slice;
  const registration = useMemo(() => registrationPath(slice), [slice]);
  const forgotten = useMemo(() => forgottenPath(slice), [slice]);
  const open = useMemo(() => openPages(slice), [slice]);
  const errors = usePortalState((state) => state.errors);
  const navigate = useNavigate();
  const [search] = useSearchParams();
  // A failed attempt renders a new form, to clear the password.
  const [attempt, setAttempt] = useState(0);
  const { state, hash } = useLocation();
  const [username, setUsername] = useState(() => usernameIn(state));

  const next = safeNext(search.get('next'));
  const goOn = async () => navigate(next, { replace: true });

  async function signIn(name: string, password: string) {
    setUsername(name);
    fetchFrame();
    const isIn = await account.signIn(name, password);
    if (isIn) await goOn();
    else setAttempt((count) => count + 1);
  }

  return (
    <div className={styles.page}>
      <aside className={styles.welcome} aria-label={text(accountMessages.whatPortalOffers)}>
        <p className={styles.heading}>{welcome.heading}</p>
        <ul className={styles.points}>
          {welcome.points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      </aside>
      <header className={styles.top}>
        <Brand />
        <Languages />
      </header>
      <main className={styles.main} id="main">
        <h1 className={styles.title}>{route.title}</h1>
        <ErrorList errors={errors} />
        <SignInForm key={attempt} username={username} isRetry={attempt > 0} onSignIn={signIn} />
        {(slice.signIn.providers.length > 0 || ticketIn(hash) !== null) && (
          <Suspense>
            <ProviderSignIn next={next} onSignedIn={goOn} />
          </Suspense>
        )}
        {forgotten !== null && (
          <p className={styles.register}>
            <Link to={forgotten}>{text(accountMessages.forgottenPassword)}</Link>
          </p>
        )}
        {registration !== null && (
          <p className={styles.register}>
            {text(accountMessages.noAccountYet)}{' '}
            <Link to={registration}>{text(accountMessages.register)}</Link>
          </p>
        )}
        {open.length > 0 && (
          <ul className={styles.open} aria-label={text(accountMessages.publicPages)}>
            {open.map(({ label, path }) => (
              <li key={path}>
                <Link to={path}>{label}</Link>
              </li>
            ))}
          </ul>
        )}
      </main>
    </div>
  );
}

/** Fills in the address after a registration. */
function usernameIn(state: unknown): string {
  const isNamed = typeof state === 'object' && state !== null && 'username' in state;
  return isNamed && typeof state.username === 'string' ? state.username : '';
}

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

function SignInForm({ username, isRetry, onSignIn }: SignInFormProps) {
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

function ErrorList({ errors }: { readonly errors: readonly string[] }) {
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
