/** The test command: runs every suite in order, and prints the true totals as its last line. */
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
  readonly run: (say: Say) => Promise<Totals>;
}

type Say = (text: string) => void;

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

/** These are independent, so they run in parallel; the tests need the build, and the whole machine. */
const CHECKS: readonly Suite[] = [
  { title: 'Types', run: (say) => countCommand('tsc', ['--noEmit', '-p', '.'], say) },
  { title: 'Lint', run: (say) => countCommand('oxlint', ['--deny-warnings', '.'], say) },
  { title: 'Format', run: (say) => countCommand('prettier', ['--check', '--log-level', 'warn', '.'], say) },
  { title: 'Build', run: countBuild },
];

let passed = 0;
let failed = 0;
const checks = CHECKS.map((suite) => {
  let said = '';
  const totals = timed(suite, (text) => (said += text));
  return { ...suite, totals, said: () => said };
});
for (const { title, totals, said } of checks) {
  console.log(`\n— ${title}`);
  const counted = await totals;
  process.stdout.write(said());
  add(title, counted);
}
console.log('\n— Tests');
add('Tests', await timed({ title: 'Tests', run: countVitest }, (text) => process.stdout.write(text)));
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

interface Timed extends Totals {
  readonly seconds: number;
}

async function timed({ run }: Suite, say: Say): Promise<Timed> {
  const since = performance.now();
  const totals = await run(say);
  return { ...totals, seconds: (performance.now() - since) / 1000 };
}

function add(title: string, totals: Timed): void {
  passed += totals.passed;
  failed += totals.failed;
  const counts = `${totals.passed} passed, ${totals.failed} failed`;
  console.log(`${title}: ${counts} (${totals.seconds.toFixed(1)} s)`);
}

/** A command without tests counts as one test. */
async function countCommand(name: string, args: readonly string[], say: Say): Promise<Totals> {
  return countOne((await runTool(name, args, say)) === 0);
}

async function countBuild(say: Say): Promise<Totals> {
  try {
    await ensureBuilt({ root: ROOT, say: (line) => say(`${line}\n`) });
    return countOne(true);
  } catch (error) {
    say(`${(error as Error).message}\n`);
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
  // A file that fails to load or to set up has no failed test to count.
  const unloaded = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.every(({ status }) => status !== 'failed'),
  ).length;
  const counted = report.numFailedTests + unloaded;
  if (report.numPendingTests > 0) console.log(`${report.numPendingTests} skipped; the reasons stand above.`);
  return { passed: report.numPassedTests, failed: code !== 0 && counted === 0 ? 1 : counted };
}

/** Runs a tool of this checkout with the same Node. @param say receives its output; null: it prints directly */
async function runTool(name: string, args: readonly string[], say: Say | null = null): Promise<number> {
  const bin = join(ROOT, 'node_modules', '.bin');
  const env = { ...process.env, PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}` };
  const out = say === null ? 'inherit' : 'pipe';
  const child = spawn(join(bin, name), args, { cwd: ROOT, env, stdio: ['ignore', out, out] });
  child.stdout?.on('data', (text: Buffer) => say?.(text.toString()));
  child.stderr?.on('data', (text: Buffer) => say?.(text.toString()));
  return new Promise((resolve) => {
    child.once('close', (code) => resolve(code ?? 1));
    child.once('error', (error) => {
      (say ?? console.log)(`${name} does not run: ${error.message}\n`);
      resolve(1);
    });
  });
}

function countOne(isPassed: boolean): Totals {
  return isPassed ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}
