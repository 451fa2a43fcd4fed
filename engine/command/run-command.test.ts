/** The help texts of commands. */
import { beforeEach, expect, test, vi } from 'vitest';
import { commands } from './commands.ts';
import { runCommand } from './run-command.ts';

const said = { output: '', error: '' };

beforeEach(() => {
  Object.assign(said, { output: '', error: '' });
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean((said.output += String(text))));
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => Boolean((said.error += String(text))));
});

test.each([
  ['--help', 'check'],
  ['help', 'check'],
  ['check', '--help'],
  ['check', 'config', '-h'],
])('%s %s shows how `check` is used', async (...words) => {
  expect(await runCommand(words)).toBe(0);
  expect(said.output).toMatch(/^Usage: munisipyo check /);
  expect(said.error).toBe('');
});

// Commands that load a whole server take seconds.
const quick = Object.keys(commands).filter((name) => name !== 'simulate');

test.each(quick)('`%s` says how it is used when it is asked', async (name) => {
  expect(await runCommand([name, '--help'])).toBe(0);
  expect(said.output).toMatch(new RegExp(`^Usage: munisipyo ${name}\\b`));
});

test('help without a command lists them all', async () => {
  expect(await runCommand(['help'])).toBe(0);
  for (const name of Object.keys(commands)) expect(said.output).toContain(`  ${name}`);
});

test('help for a command that there is not is wrong use', async () => {
  expect(await runCommand(['help', 'chek'])).toBe(2);
  expect(said).toMatchObject({ output: '', error: expect.stringMatching(/^There is no command "chek"\.\n/) });
});
