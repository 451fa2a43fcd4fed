/** Signing in with a provider: a button for each, and the end of the way back. */
import { Button, Stack } from '@mantine/core';
import '@mantine/core/styles/Button.layer.css';
import '@mantine/core/styles/Loader.layer.css';
import '@mantine/core/styles/Stack.layer.css';
import { useEffect, useId, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { providerMessages } from '../../../locales/providers.ts';
import { text } from '../../language/text.ts';
import type { SignInResult } from '../../session/account.ts';
import { usePortal, useSlice } from '../../session/portal-context.ts';
import styles from './sign-in.module.css';
import { ticketIn } from './ticket.ts';

interface ProviderSignInProps {
  /** The path to open afterwards. */
  readonly next: string;
  readonly onResult: (result: SignInResult) => Promise<void>;
}

export function ProviderSignIn({ next, onResult }: ProviderSignInProps) {
  const { account } = usePortal();
  const { providers, isPasswordless } = useSlice().signIn;
  const [busy, setBusy] = useState<string | null>(null);
  const heading = useId();
  const arrival = useTicket(onResult);

  // A browser may keep the page as it was, for those who turn back at the provider.
  useEffect(() => {
    const stay = () => setBusy(null);
    window.addEventListener('pageshow', stay);
    return () => window.removeEventListener('pageshow', stay);
  }, []);

  async function leave(provider: string) {
    setBusy(provider);
    const address = await account.leaveForProvider({ provider, next, again: arrival === 'refused' });
    // The button stays busy until the browser has left the page.
    if (address === null) setBusy(null);
    else window.location.assign(address);
  }

  if (providers.length === 0) return null;
  return (
    <section aria-labelledby={heading} className={styles.providers}>
      <h2 id={heading} className={styles.otherWays}>
        {text(providerMessages.otherWays)}
      </h2>
      {isPasswordless && <p>{text(providerMessages.somePasswordless)}</p>}
      <Stack gap="sm">
        {providers.map(({ key, title }) => (
          <Button
            key={key}
            variant="default"
            size="md"
            fullWidth
            className={styles.provider ?? ''}
            loading={busy === key || arrival === 'running'}
            disabled={busy !== null && busy !== key}
            onClick={() => void leave(key)}
          >
            {text(providerMessages.signInWith, { provider: title })}
          </Button>
        ))}
      </Stack>
    </section>
  );
}

/** Exchanges the ticket in the address once. After a refusal, the person may want to be another one. */
function useTicket(onResult: ProviderSignInProps['onResult']): 'none' | 'running' | 'refused' {
  const { account } = usePortal();
  const { hash, pathname, search } = useLocation();
  const navigate = useNavigate();
  const [arrival, setArrival] = useState<'none' | 'running' | 'refused'>('none');
  const taken = useRef<string | null>(null);
  const ticket = ticketIn(hash);
  useEffect(() => {
    if (ticket === null || taken.current === ticket) return;
    taken.current = ticket;
    setArrival('running');
    void (async () => {
      // The ticket is spent in a moment, and must not stay in the history.
      await navigate(pathname + search, { replace: true });
      const result = await account.signInWithTicket(ticket);
      const isRefused = result.outcome === 'refused' || result.outcome === 'over';
      setArrival(isRefused ? 'refused' : 'none');
      if (!isRefused) await onResult(result);
    })();
  }, [ticket, pathname, search, account, navigate, onResult]);
  return arrival;
}
