/** Commands in a process of their own, with the module that EXTENSIONS names. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, stopServer } from '../server/server-process.ts';

let folder: string;
let config: string;
let loan: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'munisipyo-extensions-'));
  config = join(folder, 'config');
  cpSync('tests/fixtures/library', config, { recursive: true });
  loan = readFileSync(join(config, 'workflows/loan.yaml'), 'utf8');
});
afterAll(() => rmSync(folder, { recursive: true }));

/** @returns the path of a module with this text */
function moduleOf(text: string): string {
  const path = join(folder, 'extensions.ts');
  writeFileSync(path, text);
  return path;
}

const sound = `export const extensions = [{
  name: 'city-pay',
  effects: [{
    name: 'city-pay',
    input: {
      type: 'object',
      required: ['amount'],
      properties: { amount: { type: 'number', minimum: 1 }, to: { type: 'string', format: 'email' } },
    },
    run: async (): Promise<void> => {},
  }],
}];
`;

/** Writes an effect on a line of its own, below the last step of the workflow. */
function configure(amount: string): void {
  const effect = `    then:\n      - { extension: city-pay, input: { amount: ${amount} } }\n`;
  const lend = '  lend:\n    from: asked\n    to: lent\n    by: { department: desk, can: access }\n';
  writeFileSync(join(config, 'workflows/loan.yaml'), loan.replace(/ {2}lend: .*\n/, lend + effect));
}

function check(extensions: string): { status: number | null; stdout: string; stderr: string } {
  const env = { ...process.env, EXTENSIONS: extensions };
  const { status, stdout, stderr } = spawnSync('src/cli.ts', ['check', config], { encoding: 'utf8', env });
  return { status, stdout, stderr };
}

test('an input of an effect is checked by the schema of the module, with its place', () => {
  const extensions = moduleOf(sound);
  configure('20');
  expect(check(extensions)).toMatchObject({ status: 0, stdout: '' });
  configure('0');
  const wrong = check(extensions);
  expect(wrong.status).toBe(1);
  const lines = readFileSync(join(config, 'workflows/loan.yaml'), 'utf8').split('\n');
  const line = lines.findIndex((text) => text.includes('amount: 0')) + 1;
  const column = (lines[line - 1]?.indexOf('0 }') ?? 0) + 1;
  expect(wrong.stdout + wrong.stderr).toContain(`workflows/loan.yaml:${line}:${column}  effect/bad-input`);
  configure('20, to: nobody');
  expect(check(extensions).stdout).toContain('to must match format "email"');
  expect(check('').stdout).toContain('effect/unknown-extension');
});

test.each([
  ['that does not exist', null, 'Cannot find module'],
  ['that does not parse', 'export const extensions = [', 'EXTENSIONS='],
  [
    'that throws',
    "throw new Error('The key of the gateway is missing.')",
    'The key of the gateway is missing.',
  ],
  [
    'without a list',
    'export const extensions = {}',
    'It must export `extensions`, a list of objects that each have a `name`.',
  ],
  [
    'with an input that is no schema',
    "export const extensions = [{ name: 'a', effects: [{ name: 'pay', input: { type: 'amount' }, run() {} }] }]",
    'The input of the effect "pay" is no JSON Schema: ',
  ],
  [
    'with an effect that cannot run',
    "export const extensions = [{ name: 'a', effects: [{ name: 'pay', input: {} }] }]",
    'In the extension "a", the effect "pay" needs "run", a function.',
  ],
  [
    'with effects that are no list',
    "export const extensions = [{ name: 'a', effects: 'x' }]",
    'In the extension "a", `effects` must be a list.',
  ],
  [
    'with two file stores',
    "export const extensions = ['a', 'b'].map((name) => ({ name, fileStore: {} }))",
    'The extensions "a" and "b" each add a file store. A portal has only one.',
  ],
])('a module %s is refused in one sentence, by check and by start', async (_, text, sentence) => {
  const path = text === null ? join(folder, 'nowhere.ts') : moduleOf(text);
  const { status, stderr } = check(path);
  expect([status, stderr.trim().split('\n')]).toEqual([2, [expect.stringContaining(sentence)]]);
  expect(stderr).toContain(`EXTENSIONS=${path} cannot be used: `);
  const environment = { EXTENSIONS: path, CONFIG_DIR: config };
  const started = await startServer({ dataDirectory: join(folder, 'data'), environment });
  expect(await started.ended).toBe(2);
  expect(started.output()).toContain(stderr.trim());
  expect(started.output().trim().split('\n')).toHaveLength(1);
});

test('a portal whose workflow names the effect of the module starts', async () => {
  configure('20');
  const environment = { EXTENSIONS: moduleOf(sound), CONFIG_DIR: config };
  const started = await startServer({ dataDirectory: join(folder, 'data'), environment });
  expect(started.output()).toContain('Server listening');
  expect(await stopServer(started)).toBe(0);
});
