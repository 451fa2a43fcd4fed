/** Opens the queue beside a server that listens: its start costs nobody time, and its library is read only then. */
import type { Application } from '../../server/application.ts';
import { isAwayError } from '../../server/database/away.ts';

const CONNECTIONS = 4;

/** @returns what ends it in order */
export function openJobs(application: Application, log: (error: unknown) => void): () => Promise<void> {
  // A database that is away has been reported already, once.
  const logOther = (error: unknown): void => {
    if (!isAwayError(error)) log(error);
  };
  const opening = open(application, logOther);
  opening.catch(logOther);
  return async () => {
    const close = await opening.catch(() => null);
    await close?.();
  };
}

async function open(application: Application, log: (error: unknown) => void): Promise<() => Promise<void>> {
  const { startJobs } = await import('../../server/jobs/start-jobs.ts');
  const { createHandlers } = await import('../../server/jobs/handlers.ts');
  // Work that nobody waits for takes its time, and no connection from requests.
  const database = application.database.beside(CONNECTIONS);
  const { handlers, close } = createHandlers({ ...application, database }, log);
  const jobs = startJobs(database, { handlers, log });
  return async () => {
    await jobs.stop();
    close();
    await database.end();
  };
}
