/** Signs out and goes to the sign-in page; on failure it returns to the previous page. */
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { usePortal } from '../../session/portal-context.ts';
import { PageHead } from '../../page/page-head.tsx';
import { signInPath } from '../../router/places.ts';
import type { ScreenProps } from '../../router/screen.ts';

export function SignOutScreen({ route }: ScreenProps) {
  const { account, store } = usePortal();
  const navigate = useNavigate();
  const isAsked = useRef(false);
  useEffect(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    void leave();

    async function leave() {
      const isOut = store.get().session.record === null || (await account.signOut());
      if (isOut) await navigate(signInPath(store.get().slice), { replace: true });
      else await navigate(-1);
    }
  }, [account, navigate, store]);
  return <PageHead title={route.title} />;
}
