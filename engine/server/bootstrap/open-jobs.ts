/** Starts the queue after the server listens and loads its library only then. It must not delay the start. */
import type { Application } from '../kernel/application.ts';
import type { Note } from '../audit/audit-job.ts';
import { isAwayError } from '../database/availability.ts';

const CONNECTIONS = 4;

/** @returns a function that stops it in order */
export function openJobs(
  application: Application,
  log: (error: unknown) => void,
  note: Note,
): () => Promise<void> {
  // A database that is away has already been reported once.
  const logOther = (error: unknown): void => {
    if (!isAwayError(error)) log(error);
  };
  const opening = open(application, logOther, note);
  opening.catch(logOther);
  return async () => {
    const close = await opening.catch(() => null);
    await close?.();
  };
}

async function open(
  application: Application,
  log: (error: unknown) => void,
  note: Note,
): Promise<() => Promise<void>> {
  const { startJobs } = await import('../jobs/start-jobs.ts');
  const { createHandlers } = await import('./handlers.ts');
  // Background work may be slow, and must not take connections from requests.
  const database = application.database.beside(CONNECTIONS);
  const { handlers, close } = createHandlers({ ...application, database }, log, note);
  const { timeZone } = application.portal();
  const jobs = startJobs(database, { handlers, log, timeZone });
  return async () => {
    await jobs.stop();
    close();
    await database.end();
  };
}
