/** Builds the floor of the pages and serves it compressed, as the portal does. */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { build } from 'vite';

const built = join(import.meta.dirname, '../../../.cache/bench-pages');
const lines = Array.from({ length: 20 }, (_, index) => `Line ${index + 1}`);

export interface ServedFloor {
  readonly address: string;
  stop(): Promise<void>;
}

export async function serveFloor(): Promise<ServedFloor> {
  await build({
    root: import.meta.dirname,
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    publicDir: false,
    build: { outDir: built, emptyOutDir: true },
  });
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    void contentOf(pathname).then(({ type, body }) => {
      response.writeHead(200, { 'content-type': type, 'content-encoding': 'gzip' }).end(gzipSync(body));
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}

async function contentOf(path: string): Promise<{ readonly type: string; readonly body: Buffer | string }> {
  if (path === '/answer.json') return { type: 'application/json', body: JSON.stringify(lines) };
  if (extname(path) === '.js') return { type: 'text/javascript', body: await readFile(join(built, path)) };
  return { type: 'text/html', body: await readFile(join(built, 'index.html')) };
}
