/** The server of a simulated town, in a thread of its own: people who work do not take its time. */
import { parentPort, workerData } from 'node:worker_threads';
import type { Portal } from '../../portal/portal.ts';
import { openAuditKey } from '../../server/audit/audit-key.ts';
import { createApplication } from '../../server/create-application.ts';
import { joinEmbedded } from '../../server/database/embedded/join-embedded.ts';
import { createServer } from '../../server/server.ts';
import { readSettings } from '../../server/settings.ts';
import { clockOf } from './clock.ts';

export interface TownData {
  readonly portal: Portal;
  /** DATA_DIR, in which the database runs. */
  readonly directory: string;
  readonly clock: SharedArrayBuffer;
}

const { portal, directory, clock } = workerData as TownData;
const settings = readSettings({ DATA_DIR: directory, NODE_ENV: 'production' });
const database = await joinEmbedded(directory);
if (database === null) throw new Error('The town has no database.');
const auditKey = await openAuditKey(settings, database);
const { now } = clockOf(clock);
const application = await createApplication({ settings, database, portal, auditKey, now });
const server = await createServer(application, { isLogging: false });
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origin
parentPort?.postMessage(await server.listen({ host: '127.0.0.1', port: 0 }));
parentPort?.once('message', async () => {
  await server.close();
  await database.end();
  parentPort?.close();
});
