/** Opens the queue beside a server that listens: its start costs nobody time, and its library is read only then. */
import type { Application } from '../../server/application.ts';

/** @returns what ends it in order */
export function openJobs(application: Application, log: (error: unknown) => void): () => Promise<void> {
  const opening = open(application, log);
  opening.catch(log);
  return async () => {
    const close = await opening.catch(() => null);
    await close?.();
  };
}

async function open(application: Application, log: (error: unknown) => void): Promise<() => Promise<void>> {
  const { startJobs } = await import('../../server/jobs/start-jobs.ts');
  const { createHandlers } = await import('../../server/jobs/handlers.ts');
  const { handlers, close } = createHandlers(application, log);
  const jobs = startJobs(application.database, { handlers, log });
  return async () => {
    await jobs.stop();
    close();
  };
}
