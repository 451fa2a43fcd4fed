/** The browser's entry: starts the portal and mounts it. */
import { createRoot } from 'react-dom/client';
import { PortalApp } from '../engine/react/portal-app.tsx';
import { startPortal } from '../engine/react/start.ts';
import { text } from '../engine/react/language/text.ts';
import { problemMessages } from '../engine/locales/problems.ts';

const place = document.getElementById('root') ?? document.body.appendChild(document.createElement('div'));

// Without a top-level await, which would keep the files of the first page apart.
void mountPortal();

async function mountPortal(): Promise<void> {
  try {
    const { services, router } = await startPortal();
    createRoot(place).render(<PortalApp services={services} router={router} />);
  } catch {
    document.getElementById('first-paint')?.remove();
    place.textContent = text(problemMessages.portalUnreachable);
  }
}
