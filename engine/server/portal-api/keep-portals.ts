/** Keeps each configuration that was in force, so that it can be said later under which rules a step was taken. */
import type { FastifyInstance } from 'fastify';
import type { Application } from '../application.ts';

export function registerPortalKeeping(server: FastifyInstance, application: Application): void {
  const keep = async (): Promise<void> => {
    const portal = application.portal();
    await application.database.query(
      'INSERT INTO portals (hash, body) VALUES ($1, $2) ON CONFLICT DO NOTHING',
      [portal.hash, JSON.stringify(portal)],
    );
  };
  const keepLater = (): void => {
    keep().catch((error: unknown) => server.log.error({ err: error }, 'the configuration was not kept'));
  };
  const stop = application.onPortalChange(keepLater);
  server.addHook('onReady', keep);
  server.addHook('onClose', async () => stop());
}
