/** Signing in with a passkey instead of a password. */
import { useState } from 'react';
import { accountMessages } from '../../../locales/account.ts';
import { text } from '../../language/text.ts';
import type { SignInResult } from '../../session/account.ts';
import { usePortal } from '../../session/portal-context.ts';
import { fetchFrame } from '../load-frame.ts';
import styles from './sign-in.module.css';

interface PasskeyButtonProps {
  readonly onResult: (result: SignInResult) => Promise<void>;
}

/** Renders nothing in a browser without passkeys. */
export function PasskeyButton({ onResult }: PasskeyButtonProps) {
  const { account } = usePortal();
  const [isBusy, setIsBusy] = useState(false);
  const [isCancelled, setIsCancelled] = useState(false);
  if (!('PublicKeyCredential' in window)) return null;
  async function signIn() {
    setIsBusy(true);
    setIsCancelled(false);
    fetchFrame();
    const result = await account.signInWithPasskey();
    setIsBusy(false);
    setIsCancelled(result === null);
    if (result !== null) await onResult(result);
  }
  return (
    <div className={styles.passkey}>
      <button type="button" className={styles.other} disabled={isBusy} onClick={() => void signIn()}>
        {text(accountMessages.withPasskey)}
      </button>
      <output>{isCancelled && text(accountMessages.passkeyNotUsed)}</output>
    </div>
  );
}
