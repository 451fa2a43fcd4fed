/** Starts a Chromium for tests and screenshots: the one named, an installed one, else the one from the package. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { chromium, type Browser } from 'playwright-core';

const run = promisify(execFile);

const installed = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** Switches that a container without a screen, and often without a user of its own, needs. */
export const chromiumFlags: readonly string[] = [
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

/** @throws when the browser does not start; a test is never skipped silently. */
export async function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: await findChromium(), args: [...chromiumFlags] });
}

/** Path of the browser that is to be used. */
export async function findChromium(): Promise<string> {
  const named = process.env.CHROMIUM_PATH;
  if (named !== undefined && named !== '') {
    if (!existsSync(named)) throw new Error(`CHROMIUM_PATH names ${named}, which does not exist.`);
    return named;
  }
  for (const name of installed) {
    const path = await which(name);
    if (path !== null) return path;
  }
  return unpackChromium();
}

/** The package unpacks its libraries beside the binary only when it believes to run in a function service. */
async function unpackChromium(): Promise<string> {
  process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs22.x';
  process.env.AWS_LAMBDA_JS_RUNTIME ??= 'nodejs22.x';
  const { default: packaged } = await import('@sparticuz/chromium');
  return packaged.executablePath();
}

async function which(name: string): Promise<string | null> {
  try {
    return (await run('which', [name])).stdout.trim() || null;
  } catch {
    return null;
  }
}
