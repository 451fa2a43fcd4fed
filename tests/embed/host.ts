/** Another application that serves a portal below its own pages: the example of docs/develop/embedding.md. */
import { fastify, type FastifyInstance } from 'fastify';
import { loadPortal } from '../../engine/config/load.ts';
import { collectAdditions, type Extension } from '../../engine/extension/extension.ts';
import { type Database, openPortal } from '../../engine/server/index.ts';

/** @param database remains the caller's @param extensions of this town */
export async function startHost(
  database: Database,
  {
    config,
    data,
    extensions,
  }: { readonly config: string; readonly data: string; readonly extensions: readonly Extension[] },
): Promise<FastifyInstance> {
  const additions = collectAdditions(extensions);
  const { portal, diagnostics } = await loadPortal(config, { additions });
  if (portal === null) throw new Error(JSON.stringify(diagnostics));
  const hosted = await openPortal({
    portal,
    database,
    additions,
    environment: { DATA_DIR: data },
    apiPrefix: '/permits/api',
  });
  const host = fastify();
  host.get('/about', async () => ({ city: 'Malay' }));
  await hosted.mount(host);
  await host.listen({ host: '127.0.0.1', port: 0 });
  return host;
}
