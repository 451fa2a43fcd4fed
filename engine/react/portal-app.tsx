/** The whole portal: theme, session, router, and what appears above every page. */
import { IconAlertTriangle } from '@tabler/icons-react';
import { StrictMode, useCallback, useEffect } from 'react';
import { RouterProvider } from 'react-router-dom';
import { pageMessages } from '../locales/page.ts';
import { PrimaryButton } from './page/buttons.tsx';
import { useKeptFocus } from './page/focus-request.ts';
import { Modal } from './page/modal.tsx';
import styles from './portal-app.module.css';
import { PortalContext, type PortalServices, usePortal, usePortalState } from './session/portal-context.ts';
import type { PortalRouter } from './router/portal-router.tsx';
import type { ErrorDialog as Dialog } from './session/store.ts';
import { text } from './language/text.ts';
import { Icon } from './theme/icon.tsx';
import { ThemeProvider } from './theme/theme.tsx';

interface PortalAppProps {
  readonly services: PortalServices;
  readonly router: PortalRouter;
}

export function PortalApp({ services, router }: PortalAppProps) {
  useKeptFocus();
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
  // What draws a page is loaded before: a transition would only draw it in many small pieces.
  return <RouterProvider key={language} router={router} useTransitions={false} />;
}

function Dialogs() {
  const { store } = usePortal();
  const dialog = usePortalState((state) => state.dialog);
  const close = useCallback(() => store.change((draft) => void (draft.dialog = null)), [store]);
  if (dialog === null) return null;
  return <ErrorDialog dialog={dialog} onClose={close} />;
}

interface ErrorDialogProps {
  readonly dialog: Dialog;
  readonly onClose: () => void;
}

function ErrorDialog({ dialog, onClose }: ErrorDialogProps) {
  useEffect(() => {
    if (dialog.closesAfter === null) return;
    const timer = setTimeout(onClose, dialog.closesAfter);
    return () => clearTimeout(timer);
  }, [dialog, onClose]);
  return (
    <Modal title={dialog.title} onClose={onClose}>
      <div className={styles.body}>
        <span className={styles.icon} data-icon="error">
          <Icon of={IconAlertTriangle} size={40} />
        </span>
        <p className={styles.text}>{dialog.text}</p>
        <PrimaryButton type="button" onClick={onClose}>
          {dialog.button}
        </PrimaryButton>
      </div>
    </Modal>
  );
}

function Loading() {
  const isLoading = usePortalState((state) => state.loader);
  const size = usePortalState((state) => Number(state.slice.constants.loaderSize ?? 75));
  if (!isLoading) return null;
  return (
    <output className={styles.overlay} data-loading>
      <span data-spoken>{text(pageMessages.loadingOverlay)}</span>
      <svg className={styles.dots} width={size} height={size} viewBox="0 0 75 75" aria-hidden="true">
        <circle cx="11" cy="37" r="10" />
        <circle cx="37" cy="37" r="10" />
        <circle cx="63" cy="37" r="10" />
      </svg>
    </output>
  );
}
