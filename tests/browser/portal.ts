/** Runs the real portal for a test: the command, or only its server; an empty database, a free port. */
import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LiveApplication } from '../../engine/server/kernel/create-application.ts';
import type { Portal } from '../../engine/portal/model/portal.ts';
import { ensureBuilt } from '../../engine/command/start/build-browser.ts';
import { root } from '../architecture/sources.ts';
import { openPortalServer } from '../server/portal-server.ts';

export { root };
export const password = 'correct horse battery';

export interface ServedPortal {
  readonly address: string;
  stop(): Promise<void>;
}

export interface RunningPortal extends ServedPortal {
  readonly dataDirectory: string;
  readonly process: ChildProcess;
  /** The output of the portal so far. */
  output(): string;
}

/** Runs the server in the test's process, in a fraction of the time; for tests that need no separate process. */
export async function servePortal(
  portal?: Portal,
): Promise<ServedPortal & { readonly application: LiveApplication }> {
  await ensureBuilt({ root, say: () => {} });
  const { origin, close, application } = await openPortalServer(portal, { DEMO_PASSWORD: password });
  return { address: origin, stop: close, application };
}

/**
 * Starts the portal and waits until it serves. Launch the browser first, not in parallel: if that fails, nothing
 * would stop a starting portal.
 * @param environment added to the test's own; `CONFIG_DIR` names another configuration
 * @throws if it ends before it serves, with its output
 */
export async function startPortal(
  environment: Readonly<Record<string, string>> = {},
): Promise<RunningPortal> {
  const dataDirectory = environment.DATA_DIR ?? mkdtempSync(join(tmpdir(), 'portal-'));
  // The database's own account needs access to it.
  chmodSync(dataDirectory, 0o755);
  const port = String(await freePort());
  const child = spawn(process.execPath, [join(root, 'src/cli.ts'), 'start'], {
    cwd: root,
    env: { ...process.env, PORT: port, DATA_DIR: dataDirectory, DEMO_PASSWORD: password, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const address = `http://127.0.0.1:${port}`;
  await untilServing(address, child, () => printed);
  return {
    address,
    dataDirectory,
    process: child,
    output: () => printed,
    stop: async () => {
      await ended(child);
      if (environment.DATA_DIR === undefined) rmSync(dataDirectory, { recursive: true, force: true });
    },
  };
}

async function untilServing(address: string, child: ChildProcess, printed: () => string): Promise<void> {
  const deadline = Date.now() + 120_000;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`The portal ended with ${child.exitCode}:\n${printed()}`);
    if (await answers(`${address}/healthz`)) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  child.kill('SIGKILL');
  throw new Error(`The portal did not serve within two minutes:\n${printed()}`);
}

async function answers(address: string): Promise<boolean> {
  try {
    return (await fetch(address)).ok;
  } catch {
    return false;
  }
}

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
