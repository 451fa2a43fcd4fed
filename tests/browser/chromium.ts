/** Starts Chromium for tests and screenshots: the named one, an installed one, else the one from the package. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium, type Browser } from 'playwright-core';
import { root } from '../architecture/sources.ts';

const run = promisify(execFile);

const installed = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** Switches for a container without a screen, and often without its own user. */
const chromiumFlags: readonly string[] = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
];

interface Found {
  readonly path: string;
  /** The environment for its libraries and fonts. */
  readonly environment: Readonly<Record<string, string>>;
}

/** @throws if the browser does not start; a test is never skipped silently. */
export async function launchChromium(): Promise<Browser> {
  const { path, environment } = await findChromium();
  const inherited = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return chromium.launch({
    executablePath: path,
    args: [...chromiumFlags],
    env: { ...Object.fromEntries(inherited), ...environment },
  });
}

async function findChromium(): Promise<Found> {
  const named = process.env.CHROMIUM_PATH;
  if (named !== undefined && named !== '') {
    if (!existsSync(named)) throw new Error(`CHROMIUM_PATH names ${named}, which does not exist.`);
    return { path: named, environment: {} };
  }
  for (const name of installed) {
    const path = await which(name);
    if (path !== null) return { path, environment: {} };
  }
  return unpackChromium();
}

/** Below the checkout, not in the temporary folder: another account may not run what one account unpacks there. */
async function unpackChromium(): Promise<Found> {
  const { version } = JSON.parse(
    await readFile(join(root, 'node_modules/@sparticuz/chromium/package.json'), 'utf8'),
  );
  const folder = join(root, '.cache', `chromium-${version}`);
  if (!existsSync(join(folder, 'complete'))) {
    await mkdir(folder, { recursive: true });
    // The package unpacks its libraries only if it believes it runs in a function service.
    const service = { AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x', AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' };
    await run(process.execPath, [join(import.meta.dirname, 'unpack-chromium.ts')], {
      env: { ...process.env, ...service, TMPDIR: folder },
    });
  }
  return {
    path: join(folder, 'chromium'),
    environment: { LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'), FONTCONFIG_PATH: join(folder, 'fonts') },
  };
}

async function which(name: string): Promise<string | null> {
  try {
    return (await run('which', [name])).stdout.trim() || null;
  } catch {
    return null;
  }
}
