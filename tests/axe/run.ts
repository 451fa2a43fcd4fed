/**
 * `npm run test:axe`: opens every page of every department, and prints what is wrong by kind of screen. Exits with 1 if
 * anything is. Without `AXE_ADDRESS` it fills a demonstration of its own and starts the portal over it.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { readPortal } from '../../engine/command/read-portal.ts';
import type { Portal } from '../../engine/portal/model/portal.ts';
import { root } from '../architecture/sources.ts';
import { launchChromium } from '../browser/chromium.ts';
import { startPortal } from '../browser/portal.ts';
import { openBrowser } from '../server/portal-server.ts';
import { type Crawled, crawl, type OpenedPage } from './crawl.ts';

const { values } = parseArgs({
  options: {
    department: { type: 'string', multiple: true },
    screen: { type: 'string', multiple: true },
    share: { type: 'string', default: '1/1' },
    sample: { type: 'boolean', default: false },
  },
});

interface Served {
  readonly address: string;
  stop(): Promise<void>;
}

const portal = await readPortal();
if (portal === null) process.exit(1);
const served = await serve();
const browser = await launchChromium();
try {
  const departments = values.department ?? ['signed-out', ...Object.keys(portal.departments)];
  const all: Crawled[] = [];
  for (const department of departments) all.push(await crawlAs(department, { portal, browser, served }));
  process.exitCode = printSummary(all) ? 0 : 1;
} finally {
  await browser.close();
  await served.stop();
}

async function serve(): Promise<Served> {
  const { AXE_ADDRESS } = process.env;
  if (AXE_ADDRESS !== undefined) return { address: AXE_ADDRESS, stop: async () => {} };
  const folder = await mkdtemp(join(tmpdir(), 'axe-'));
  const environment = { DATA_DIR: folder, DEMO_PASSWORD: passwordOfDemonstration() };
  await promisify(execFile)(process.execPath, [join(root, 'src/cli.ts'), 'demo'], {
    cwd: root,
    env: { ...process.env, ...environment },
  });
  const started = await startPortal(environment);
  return {
    address: started.address,
    stop: async () => {
      await started.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function passwordOfDemonstration(): string {
  return process.env.DEMO_PASSWORD ?? 'seven quiet lanterns';
}

interface Place {
  readonly portal: Portal;
  readonly browser: Browser;
  readonly served: Served;
}

async function crawlAs(department: string, { portal: running, browser: opened, served: at }: Place) {
  const isSignedOut = department === 'signed-out';
  const token = isSignedOut ? null : await signIn(running, at.address, department);
  const localStorage = token === null ? [] : [{ name: 'portal.token', value: token }];
  const context = await opened.newContext({
    baseURL: at.address,
    storageState: { cookies: [], origins: [{ origin: at.address, localStorage }] },
  });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => problems.push(error.stack ?? error.message));
  await page.goto('/');
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  const [part = 1, parts = 1] = values.share.split('/').map(Number);
  const found = await crawl(page, {
    portal: running,
    department: isSignedOut ? null : department,
    problems,
    share: [part, parts],
    isSample: values.sample,
    ...(values.screen !== undefined && { screens: new Set(values.screen) }),
    say: (one) => printFaults(department, one),
  });
  await context.close();
  console.log(
    `${department}: ${found.opened.length} pages inspected, ${found.unlinked.length} without a record or a link`,
  );
  return found;
}

/** Accounts of a department with units are named after both. */
async function signIn(running: Portal, address: string, department: string): Promise<string> {
  const unit = running.departments[department]?.demonstrationUnit;
  const { domain } = running.demonstration;
  for (const name of [department, ...(unit === undefined ? [] : [`${department}-${unit}`])]) {
    const session = openBrowser(address);
    const answer = await session.signIn(`${name}@${domain}`, passwordOfDemonstration());
    if (answer.ok && session.token !== null) return session.token;
  }
  throw new Error(`The demonstration account of ${department} does not sign in.`);
}

function printFaults(department: string, { path, faults }: OpenedPage): void {
  for (const { view, what } of faults)
    console.log(`${department} ${path} (${view})\n  ${what.slice(0, 600)}`);
}

/** @returns whether nothing is wrong */
function printSummary(all: readonly Crawled[]): boolean {
  const opened = all.flatMap((one) => one.opened);
  const kinds = Map.groupBy(opened, ({ screen }) => screen);
  const rows = [...kinds]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([kind, pages]) => [kind, ...counts(pages)]);
  const table = [['SCREEN', 'PAGES', 'VIEWS', 'FAULTS'], ...rows, ['all', ...counts(opened)]];
  for (const line of table)
    console.log(
      line
        .map((cell) => String(cell).padEnd(12))
        .join('')
        .trimEnd(),
    );
  return opened.length > 0 && opened.every(({ faults }) => faults.length === 0);
}

function counts(pages: readonly OpenedPage[]): number[] {
  return [
    pages.length,
    pages.reduce((sum, { views }) => sum + views, 0),
    pages.reduce((sum, { faults }) => sum + faults.length, 0),
  ];
}
