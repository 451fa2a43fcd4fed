/** Another application that serves a portal below its own pages: what docs/develop/embedding.md shows. */
import { fastify, type FastifyInstance } from 'fastify';
import { loadPortal } from '../../engine/config/load.ts';
import type { Database } from '../../engine/server/database/database.ts';
import { openPortal } from '../../engine/server/open-portal.ts';

/** @param database stays the caller's */
export async function startHost(
  database: Database,
  { config, data, page }: { readonly config: string; readonly data: string; readonly page: boolean },
): Promise<FastifyInstance> {
  const { portal, diagnostics } = await loadPortal(config);
  if (portal === null) throw new Error(JSON.stringify(diagnostics));
  const hosted = await openPortal({
    portal,
    database,
    environment: { DATA_DIR: data },
    apiPrefix: '/permits/api',
  });
  const host = fastify();
  host.get('/about', async () => ({ city: 'Malay' }));
  await hosted.mount(host, page);
  await host.listen({ host: '127.0.0.1', port: 0 });
  return host;
}
