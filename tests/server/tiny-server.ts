/** The server over the tiny portal with its own database, in the test's process. */
import type { FastifyInstance } from 'fastify';
import { loadPortal } from '../../engine/config/load.ts';
import { createApplication } from '../../engine/server/kernel/create-application.ts';
import { openTestDatabase, testAuditKey } from '../../engine/server/database/testing.ts';
import { createServer } from '../../engine/server/bootstrap/server.ts';
import { readSettings } from '../../engine/server/kernel/settings.ts';
import { TINY } from './server-process.ts';

export interface TinyServer {
  readonly server: FastifyInstance;
  close(): Promise<void>;
}

/** @param environment variables as an operator sets them. */
export async function openTinyServer(
  distDirectory: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<TinyServer> {
  const { portal } = await loadPortal(TINY);
  if (!portal) throw new Error('The tiny portal is not sound.');
  const database = await openTestDatabase();
  const application = await createApplication({
    settings: readSettings(environment),
    database,
    portal,
    auditKey: testAuditKey,
  });
  const server = await createServer(application, { distDirectory, isLogging: false });
  return {
    server,
    async close() {
      await server.close();
      await database.end();
    },
  };
}
