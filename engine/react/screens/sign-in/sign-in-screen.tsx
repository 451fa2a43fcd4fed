/** The sign-in page of all accounts. */
import { useMemo, useState } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { fetchFrame } from '../load-frame.ts';
import { usePortal, usePortalState, useSlice } from '../../portal-context.ts';
import { openPages, registrationPath, safeNext } from '../../router/places.ts';
import { Brand } from '../../shell/brand.tsx';
import { Languages } from '../../shell/languages.tsx';
import { text } from '../../text.ts';
import type { ScreenProps } from '../../router/screen.ts';
import { ErrorList, SignInForm } from './sign-in-form.tsx';
import styles from './sign-in.module.css';
import { accountMessages } from '../../../locales/account.ts';

export function SignInScreen({ route }: Pick<ScreenProps, 'route'>) {
  const { account } = usePortal();
  const slice = useSlice();
  const { welcome } = slice;
  const registration = useMemo(() => registrationPath(slice), [slice]);
  const open = useMemo(() => openPages(slice), [slice]);
  const errors = usePortalState((state) => state.errors);
  const navigate = useNavigate();
  const [search] = useSearchParams();
  // A failed attempt renders a new form, to clear the password.
  const [attempt, setAttempt] = useState(0);
  const { state } = useLocation();
  const [username, setUsername] = useState(() => usernameIn(state));

  async function signIn(name: string, password: string) {
    setUsername(name);
    fetchFrame();
    const isIn = await account.signIn(name, password);
    if (isIn) await navigate(safeNext(search.get('next')), { replace: true });
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
