/** `munisipyo start`: reads, builds, opens and listens, and closes everything in order. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { openDemonstration, refuseDemonstration } from '../../server/accounts/demonstration.ts';
import { claimKey } from '../../server/audit/anchors.ts';
import { anchorNow, type Note } from '../../server/audit/audit-job.ts';
import { openAuditKey } from '../../server/history/audit-key.ts';
import type { EditedRow } from '../../portal/model/edited-row.ts';
import { createApplication } from '../../server/kernel/create-application.ts';
import { openDatabase } from '../../server/database/open-database.ts';
import { originOf } from '../../server/mail/messages.ts';
import { keepFilesPrivate } from '../../server/process/data-directory.ts';
import { exitCodeOf, explainFault } from '../../server/kernel/explain-fault.ts';
import { StartError } from '../../server/process/start-error.ts';
import { closeServer } from '../../server/bootstrap/close-server.ts';
import { createServer } from '../../server/bootstrap/server.ts';
import { openJobs } from '../../server/bootstrap/open-jobs.ts';
import { readServedSettings, type Settings } from '../../server/kernel/settings.ts';
import { loadExtensions } from '../load-extensions.ts';
import { openDesk } from '../editing/open-desk.ts';
import { ensureBuilt } from './build-browser.ts';
import { chooseConfiguration, readFolder } from './choose-configuration.ts';
import { createPortalCache } from '../../config/cache/portal-cache.ts';
import { createCompilerThread } from './compiler-thread.ts';
import { followConfiguration } from './follow-configuration.ts';
import { applyWhatIsDue } from './apply-due.ts';
import { followVersions } from './follow-versions.ts';
import { retryFolder } from './retry-folder.ts';
import { listenForStop } from './stop-request.ts';

const ROOT = join(import.meta.dirname, '../../..');
/** For each part of the server. */
const PART_LIMIT_MS = 12_000;
const END_LIMIT_MS = 2000;

/** What was opened. It is closed in reverse order. */
type Closers = (() => Promise<unknown>)[];

/** Runs until it is asked to stop. @returns the exit code. */
export async function start(environment: NodeJS.ProcessEnv = process.env): Promise<number> {
  const stopping = listenForStop(say);
  const closers: Closers = [];
  try {
    const settings = readServedSettings(environment);
    await run(settings, closers, stopping.signal);
    return await stopping.asked;
  } catch (error) {
    if (stopping.signal.aborted) return 0;
    say(explainFault(error) ?? (error as Error).stack ?? String(error));
    return exitCodeOf(error);
  } finally {
    for (const close of closers.toReversed()) await closeInTime(close);
    stopping.dispose();
    // Whatever is still open now waits for something that never comes.
    setTimeout(() => process.exit(), END_LIMIT_MS).unref();
  }
}

async function run(settings: Settings, closers: Closers, signal: AbortSignal): Promise<void> {
  const { dataDirectory } = settings;
  const additions = await loadExtensions(settings.extensions);
  const cache = createPortalCache({ root: ROOT, dataDirectory, additions });
  const folder = await readFolder(settings, cache);
  await ensureBuilt({ root: ROOT, say, signal });
  keepFilesPrivate();
  signal.throwIfAborted();
  const database = await openDatabase(settings, say);
  closers.push(() => database.end());
  if (settings.isProduction) await refuseDemonstration(database);
  signal.throwIfAborted();
  const auditKey = await openAuditKey(settings, database);
  await claimKey(database, auditKey);
  const choosing = { database, settings, cache, auditKey, say };
  const { portal, read, files, instead } = await chooseConfiguration(choosing, folder);
  const compiler = createCompilerThread(settings.extensions);
  closers.push(() => compiler.close());
  const desk = openDesk({ settings, files: files.current });
  closers.push(() => desk.close());
  const parts = {
    settings,
    editing: desk,
    additions,
    database,
    portal,
    auditKey,
    compileRows: (rows: readonly EditedRow[]) => compiler.withRows(files.current(), rows),
    files: files.current,
  };
  const application = await createApplication(parts);
  if (application.rows !== undefined) closers.push(await application.rows.follow(sayError));
  closers.push(await followVersions(application, { files, compiler, say }));
  closers.push(applyWhatIsDue(application, say));
  const hints: string[] = [];
  await openDemonstration(application, (line) => hints.push(line));
  if (instead !== null) {
    const refused = folder instanceof StartError ? null : folder.portal;
    closers.push(retryFolder(application, { files, compiler, say, portal: refused, instead }));
  }
  if (!settings.isProduction)
    closers.push(followConfiguration(application, { files, compiler, current: read, say }));
  const server = await createServer(application);
  const note: Note = (level, fields, message) => server.log[level](fields, message);
  closers.push(() => anchorNow(application, note));
  closers.push(() => closeServer(server));
  if (instead !== null) server.log.warn({ version: instead.number }, 'the folder cannot be put in force');
  await listen(server, settings);
  const log = (error: unknown): void => server.log.error({ err: error }, 'work of the queue');
  closers.push(openJobs(application, log, note));
  // The end never waits for a database that does not respond.
  closers.push(async () => database.doubt());
  for (const hint of hints) say(hint);
  say(`${portal.title} is served at ${originOf({ ...settings, port: portOf(server) })}`);
  cache.keep();
}

function sayError(error: unknown): void {
  say(`Rows that were kept could not be put in force: ${String(error)}`);
}

async function listen(server: FastifyInstance, { host, port }: Settings): Promise<void> {
  try {
    await server.listen({ host, port });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') {
      throw new StartError(
        `The port ${port} on ${host} is in use. Stop what uses it, or choose another PORT.`,
      );
    }
    if (code === 'EACCES' || code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      throw new StartError(`Cannot listen on ${host} port ${port}: ${message}. Choose another HOST or PORT.`);
    }
    throw error;
  }
}

/** A port of 0 means any. */
function portOf(server: FastifyInstance): number {
  const [address] = server.addresses();
  return typeof address === 'object' ? address.port : 0;
}

/** A part that waits for a database that does not respond must not keep the process alive. */
async function closeInTime(close: () => Promise<unknown>): Promise<void> {
  const closed = close().catch((error: unknown) => say(explainFault(error) ?? String(error)));
  await Promise.race([closed, sleep(PART_LIMIT_MS, undefined, { ref: false })]);
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
