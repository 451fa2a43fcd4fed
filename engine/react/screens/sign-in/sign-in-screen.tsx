/** The sign-in screen: the welcome, and the forms of both steps. */
import { lazy, Suspense, useMemo, useRef, useState } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { accountMessages } from '../../../locales/account.ts';
import type { SignInResult } from '../../session/account.ts';
import { usePortal, usePortalState, useSlice } from '../../session/portal-context.ts';
import { safeNext } from '../../../portal/routing/next-path.ts';
import { forgottenPath, openPages, registrationPath } from '../../router/places.ts';
import type { ScreenProps } from '../../router/screen.ts';
import { Brand } from '../../shell/brand.tsx';
import { ColorScheme } from '../../shell/color-scheme.tsx';
import { Languages } from '../../shell/languages.tsx';
import { text } from '../../language/text.ts';
import { fetchFrame } from '../load-frame.ts';
import { PasskeyButton } from './passkey-button.tsx';
import { CodeForm, SignInForm } from './sign-in-forms.tsx';
import styles from './sign-in.module.css';
import { ticketIn } from './ticket.ts';
import { Welcome } from './welcome.tsx';

// Most portals have no provider: the page does not load Mantine for them.
const ProviderSignIn = lazy(async () => ({
  default: (await import('./provider-sign-in.tsx')).ProviderSignIn,
}));

export function SignInScreen({ route }: Pick<ScreenProps, 'route'>) {
  const { account } = usePortal();
  const slice = useSlice();
  const registration = useMemo(() => registrationPath(slice), [slice]);
  const forgotten = useMemo(() => forgottenPath(slice), [slice]);
  const open = useMemo(() => openPages(slice), [slice]);
  const main = useRef<HTMLElement>(null);
  const errors = usePortalState((state) => state.errors);
  const navigate = useNavigate();
  const [search] = useSearchParams();
  // A failed attempt renders a new form, to clear the password.
  const [attempt, setAttempt] = useState(0);
  // The first step is done, and a code is needed as well.
  const [ticket, setTicket] = useState<string | null>(null);
  const { state, hash } = useLocation();
  const [username, setUsername] = useState(() => usernameIn(state));

  const next = safeNext(search.get('next'));
  async function goOn(result: SignInResult): Promise<void> {
    if (result.outcome === 'in') return navigate(next, { replace: true });
    if (result.outcome === 'second-step') setTicket(result.ticket);
    if (result.outcome === 'over') setTicket(null);
    setAttempt((count) => count + 1);
  }

  async function signIn(name: string, password: string) {
    setUsername(name);
    fetchFrame();
    await goOn(await account.signIn(name, password));
  }

  return (
    <div className={styles.page}>
      <header className={styles.top}>
        <Brand />
        <div className={styles.tools}>
          <Languages />
          <ColorScheme />
        </div>
      </header>
      <main ref={main} className={styles.main} id="main">
        <h1 className={styles.title}>{ticket === null ? route.title : text(accountMessages.codeHeading)}</h1>
        <ErrorList errors={errors} />
        {ticket === null ? (
          <SignInForm key={attempt} username={username} isRetry={attempt > 0} onSignIn={signIn} />
        ) : (
          <CodeForm
            key={attempt}
            onCode={async (code) => goOn(await account.enterCode(ticket, code))}
            onBack={() => setTicket(null)}
          />
        )}
        <PasskeyButton onResult={goOn} />
        {ticket === null && (slice.signIn.providers.length > 0 || ticketIn(hash) !== null) && (
          <Suspense>
            <ProviderSignIn next={next} onResult={goOn} />
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
      <Welcome route={route.name} onSignIn={() => main.current?.querySelector('input')?.focus()} />
    </div>
  );
}

/** Fills in the address after a registration. */
function usernameIn(state: unknown): string {
  const isNamed = typeof state === 'object' && state !== null && 'username' in state;
  return isNamed && typeof state.username === 'string' ? state.username : '';
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
