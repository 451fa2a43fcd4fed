/** The one test command: every suite in order, and as its last line the true totals. */
import { spawn } from 'node:child_process';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { ensureBuilt } from '../engine/command/start/build-browser.ts';

interface Totals {
  readonly passed: number;
  readonly failed: number;
}

interface Suite {
  readonly title: string;
  readonly run: () => Promise<Totals>;
}

interface FileReport {
  readonly status: string;
  readonly assertionResults: readonly { readonly status: string }[];
}

interface VitestReport {
  readonly success: boolean;
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly testResults: readonly FileReport[];
}

const ROOT = join(import.meta.dirname, '..');
const REPORT = join(ROOT, '.cache', 'vitest.json');

const SUITES: readonly Suite[] = [
  { title: 'Types', run: () => countCommand('tsc', ['--noEmit', '-p', '.']) },
  { title: 'Lint', run: () => countCommand('oxlint', ['--deny-warnings', '.']) },
  { title: 'Format', run: () => countCommand('prettier', ['--check', '--log-level', 'warn', '.']) },
  { title: 'Build', run: countBuild },
  { title: 'Tests', run: countVitest },
];

let passed = 0;
let failed = 0;
for (const suite of SUITES) {
  const since = performance.now();
  console.log(`\n— ${suite.title}`);
  const totals = await suite.run();
  passed += totals.passed;
  failed += totals.failed;
  const seconds = ((performance.now() - since) / 1000).toFixed(1);
  console.log(`${suite.title}: ${totals.passed} passed, ${totals.failed} failed (${seconds} s)`);
}
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

/** A command without tests of its own counts as one. */
async function countCommand(name: string, args: readonly string[]): Promise<Totals> {
  return countOne((await runTool(name, args)) === 0);
}

async function countBuild(): Promise<Totals> {
  try {
    await ensureBuilt({ root: ROOT, say: console.log });
    return countOne(true);
  } catch (error) {
    console.log((error as Error).message);
    return countOne(false);
  }
}

async function countVitest(): Promise<Totals> {
  await mkdir(join(ROOT, '.cache'), { recursive: true });
  await rm(REPORT, { force: true });
  const code = await runTool('vitest', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${REPORT}`,
  ]);
  const text = await readFile(REPORT, 'utf8').catch(() => null);
  if (text === null) return countOne(false);
  const report = JSON.parse(text) as VitestReport;
  // A file that cannot be loaded, or be set up, has no failed test to count.
  const unloaded = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.every(({ status }) => status !== 'failed'),
  ).length;
  const counted = report.numFailedTests + unloaded;
  if (report.numPendingTests > 0) console.log(`${report.numPendingTests} skipped; the reasons stand above.`);
  return { passed: report.numPassedTests, failed: code !== 0 && counted === 0 ? 1 : counted };
}

/** Runs a tool of this checkout, on its own Node. */
async function runTool(name: string, args: readonly string[]): Promise<number> {
  const bin = join(ROOT, 'node_modules', '.bin');
  const env = { ...process.env, PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}` };
  const child = spawn(join(bin, name), args, { cwd: ROOT, env, stdio: ['ignore', 'inherit', 'inherit'] });
  return new Promise((resolve) => {
    child.once('close', (code) => resolve(code ?? 1));
    child.once('error', (error) => {
      console.log(`${name} does not run: ${error.message}`);
      resolve(1);
    });
  });
}

function countOne(isPassed: boolean): Totals {
  return isPassed ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}
