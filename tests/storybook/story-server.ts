/** Builds the Storybook, and serves the resulting files from one folder to one test. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../browser/portal.ts';

const run = promisify(execFile);

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

export interface ServedStories {
  readonly address: string;
  readonly stories: readonly ListedStory[];
  stop(): void;
}

export interface ListedStory {
  readonly id: string;
  readonly title: string;
  readonly name: string;
  readonly importPath: string;
  /** `desk`: a phone shows something else. */
  readonly tags: readonly string[];
}

/** @throws if Storybook does not build, with its output */
export async function serveStories(): Promise<ServedStories> {
  const folder = mkdtempSync(join(tmpdir(), 'stories-'));
  const storybook = join(root, 'node_modules/storybook/dist/bin/dispatcher.js');
  await run(process.execPath, [storybook, 'build', '--output-dir', folder, '--quiet'], {
    cwd: root,
    env: { ...process.env, STORYBOOK_DISABLE_TELEMETRY: '1' },
  });
  const { entries } = JSON.parse(await readFile(join(folder, 'index.json'), 'utf8')) as {
    readonly entries: Readonly<Record<string, ListedStory & { readonly type: 'story' | 'docs' }>>;
  };
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://stories');
    readFile(join(folder, normalize(pathname))).then(
      (bytes) => response.setHeader('Content-Type', types[extname(pathname)] ?? '').end(bytes),
      () => response.writeHead(404).end(),
    );
  });
  return {
    address: await listen(server),
    stories: Object.values(entries).filter(({ type }) => type === 'story'),
    stop: () => {
      server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function listen(server: Server): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (address === null || typeof address === 'string') return reject(new Error('No port.'));
      resolve(`http://127.0.0.1:${address.port}`);
    });
  });
}
