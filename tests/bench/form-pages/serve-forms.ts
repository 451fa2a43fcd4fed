/** Builds the page of each library with the versions of `package.json` here, and serves it with our validators. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { compileValidatorCode } from '../../../engine/server/forms/validator-code.ts';
import { formOf } from './form.js';

const here = import.meta.dirname;
const root = join(here, '../../..');
const packages = join(root, 'node_modules');
const built = join(root, '.cache/bench-forms');
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
};

export interface FormPages {
  readonly address: string;
  stop(): Promise<void>;
}

export async function serveForms(sizes: readonly number[]): Promise<FormPages> {
  install();
  await build({
    root: here,
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    publicDir: false,
    resolve: { alias: { react: join(packages, 'react'), 'react-dom': join(packages, 'react-dom') } },
    build: { outDir: built, emptyOutDir: true, assetsInlineLimit: 0, chunkSizeWarningLimit: 5000 },
  });
  const validators = new Map(sizes.map((size) => [`/api/v1/forms/${size}/validator.js`, validatorOf(size)]));
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const path = pathname === '/' ? '/index.html' : pathname;
    const code = validators.get(path);
    const content = code === undefined ? readFile(join(built, path)) : Promise.resolve(code);
    content.then(
      (body) => response.setHeader('content-type', types[extname(path)] ?? 'text/plain').end(body),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}

/** The other libraries are large, so they are installed only for this benchmark. */
function install(): void {
  if (existsSync(join(here, 'node_modules/survey-core'))) return;
  const { status } = spawnSync('npm', ['ci', '--legacy-peer-deps', '--no-audit', '--no-fund'], {
    cwd: here,
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error('The form libraries to compare with cannot be installed.');
}

function validatorOf(size: number): string {
  const none = { conditions: [], factual: [], from: {}, verify: [], filledBy: {} };
  const { schema } = formOf(size);
  return compileValidatorCode({
    hash: String(size),
    title: 'Benchmark',
    schema,
    uiSchema: {},
    steps: [],
    ...none,
  });
}
