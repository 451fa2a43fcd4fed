/** The whole application: theme, services, router, and overlays. */
import { StrictMode, useCallback } from 'react';
import { RouterProvider } from 'react-router-dom';
import { PortalContext, usePortal, usePortalState, type PortalServices } from './portal-context.ts';
import type { PortalRouter } from './router/portal-router.tsx';
import { ErrorDialog } from './shell/error-dialog.tsx';
import { Loading } from './shell/loading.tsx';
import { ThemeProvider } from './theme/provider.tsx';

interface PortalAppProps {
  readonly services: PortalServices;
  readonly router: PortalRouter;
}

export function PortalApp({ services, router }: PortalAppProps) {
  return (
    <StrictMode>
      <PortalContext value={services}>
        <ThemeProvider>
          <Pages router={router} />
          <Loading />
          <Dialogs />
        </ThemeProvider>
      </PortalContext>
    </StrictMode>
  );
}

/** Another language makes every page a new one. */
function Pages({ router }: Pick<PortalAppProps, 'router'>) {
  const language = usePortalState((state) => state.slice.language);
  return <RouterProvider key={language} router={router} />;
}

function Dialogs() {
  const { store } = usePortal();
  const dialog = usePortalState((state) => state.dialog);
  const close = useCallback(() => store.change((draft) => void (draft.dialog = null)), [store]);
  if (dialog === null) return null;
  return <ErrorDialog dialog={dialog} onClose={close} />;
}
