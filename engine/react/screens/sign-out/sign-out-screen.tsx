/** Signs out and goes to the sign-in page. It asks first if something is not sent yet; on failure it goes back. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { usePortal } from '../../session/portal-context.ts';
import { outboxOf } from '../../outbox/outbox.ts';
import { PageHead } from '../../page/page-head.tsx';
import { signInPath } from '../../router/places.ts';
import type { ScreenProps } from '../../router/screen.ts';
import { UnsentQuestion } from './unsent-question.tsx';

export function SignOutScreen({ route }: ScreenProps) {
  const { account, store } = usePortal();
  const navigate = useNavigate();
  const isAsked = useRef(false);
  const [unsent, setUnsent] = useState(() => outboxOf(store.get().session.keeper).get().writes);
  const leave = useCallback(async () => {
    if (isAsked.current) return;
    isAsked.current = true;
    const isOut = store.get().session.record === null || (await account.signOut());
    if (isOut) await navigate(signInPath(store.get().slice), { replace: true });
    else await navigate(-1);
  }, [account, navigate, store]);
  useEffect(() => {
    if (unsent.length === 0) void leave();
  }, [leave, unsent]);
  return (
    <>
      <PageHead title={route.title} />
      {unsent.length > 0 && <UnsentQuestion writes={unsent} onLeave={() => setUnsent([])} />}
    </>
  );
}
