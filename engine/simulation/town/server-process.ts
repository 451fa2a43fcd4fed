/** One server of a simulated town, as its own process that may be killed at any moment. Started by `Servers`. */
import type { Portal } from '../../portal/model/portal.ts';
import { createApplication } from '../../server/kernel/create-application.ts';
import { openAuditKey } from '../../server/history/audit-key.ts';
import { openDatabase } from '../../server/database/open-database.ts';
import { joinEmbedded } from '../../server/database/embedded/open-embedded.ts';
import { createServer } from '../../server/bootstrap/server.ts';
import { readSettings } from '../../server/kernel/settings.ts';
import { openJobs } from '../../server/bootstrap/open-jobs.ts';

export type ToServer =
  | {
      readonly is: 'begin';
      readonly portal: Portal;
      readonly environment: Readonly<Record<string, string>>;
      readonly ahead: number;
      /** Whether it processes jobs of the queue. */
      readonly hasQueue: boolean;
    }
  | { readonly is: 'time'; readonly ahead: number }
  | { readonly is: 'end' };

export type FromServer =
  { readonly is: 'listening'; readonly address: string } | { readonly is: 'time'; readonly ahead: number };

let ahead = 0;

process.on('message', (message: ToServer) => {
  if (message.is === 'begin') void begin(message);
  else if (message.is === 'time') {
    ahead = message.ahead;
    tell({ is: 'time', ahead });
  }
});
// The parent process is gone.
process.on('disconnect', () => process.exit(0));

async function begin({
  environment,
  portal,
  ahead: now,
  hasQueue,
}: Extract<ToServer, { is: 'begin' }>): Promise<void> {
  ahead = now;
  // People write their own address into the header that a proxy writes.
  const settings = readSettings({ ...environment, NODE_ENV: 'production', TRUST_PROXY: '1' });
  const database =
    settings.databaseUrl === null ? await joinEmbedded(settings.dataDirectory) : await openDatabase(settings);
  if (database === null) throw new Error('The town has no database.');
  const application = await createApplication({
    settings,
    database,
    portal,
    auditKey: await openAuditKey(settings, database),
    now: () => new Date(Date.now() + ahead),
  });
  const server = await createServer(application, { isLogging: false });
  const address = await server.listen({ host: '127.0.0.1', port: 0 });
  const endJobs = hasQueue
    ? openJobs(
        application,
        () => {},
        () => {},
      )
    : null;
  process.on('message', (message: ToServer) => {
    if (message.is !== 'end') return;
    void (async () => {
      await endJobs?.();
      await server.close();
      await database.end();
      process.exit(0);
    })();
  });
  tell({ is: 'listening', address });
}

function tell(message: FromServer): void {
  process.send?.(message);
}
