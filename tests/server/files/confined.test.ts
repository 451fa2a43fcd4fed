/** Child processes with limits: what a task may take, and what is left of them after it. */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { confine, type Confinement } from '../../../engine/server/confined/run-confined.ts';
import type { Task } from '../../../engine/server/confined/task.ts';

const module = new URL('./confined-tasks.ts', import.meta.url).href;
const task = <Input, Output>(name: string): Task<Input, Output> => ({ module, name });
const limits: Confinement = { children: 1, memory: 256, seconds: 20, waiting: 2, idleSeconds: 60 };

test('a task that takes too much native memory or time ends alone, and the next one runs', async () => {
  const run = confine({ ...limits, seconds: 3 });
  await expect(run(task('fillMemory'), 2000)).rejects.toMatchObject({ name: 'ConfinedError' });
  expect(await run(task('fillMemory'), 50)).toBe(50);
  await expect(run(task('runForEver'), null)).rejects.toMatchObject({ name: 'ConfinedError' });
  expect(await run(task('double'), 21)).toBe(42);
});

test('a child is used again, also after a task that threw, and knows no secret of the server', async () => {
  process.env['DEMO_PASSWORD'] = 'not-for-children';
  const run = confine(limits);
  const first = await run(task('whereAmI'), null);
  await expect(run(task('fail'), 'no such font')).rejects.toThrow('no such font');
  expect(await run(task('whereAmI'), null)).toBe(first);
  expect(first).not.toBe(process.pid);
  expect(await run(task('secretOf'), 'DEMO_PASSWORD')).toBeNull();
  delete process.env['DEMO_PASSWORD'];
});

test('tasks wait for a free child, and too many of them are refused at once', async () => {
  const run = confine(limits);
  const results = await Promise.allSettled(
    [1, 2, 3, 4].map((number) => run<number, number>(task('double'), number)),
  );
  expect(results.map((one) => (one.status === 'fulfilled' ? one.value : one.reason.name))).toEqual([
    2,
    4,
    6,
    'TooBusyError',
  ]);
});

test('a child that has nothing to do ends', async () => {
  const run = confine({ ...limits, idleSeconds: 0 });
  const pid = await run<null, number>(task('whereAmI'), null);
  await expect.poll(() => isRunning(pid)).toBe(false);
});

test('a child ends with its parent, also when that is killed in the middle of a task that never ends', async () => {
  const pool = new URL('../../../engine/server/confined/run-confined.ts', import.meta.url).href;
  const script = `
    const { confine } = await import(${JSON.stringify(pool)});
    const run = confine(${JSON.stringify(limits)});
    const module = ${JSON.stringify(module)};
    console.log(await run({ module, name: 'whereAmI' }, null));
    void run({ module, name: 'runForEver' }, null);`;
  const parent = execFile(process.execPath, ['--input-type=module', '-e', script]);
  const said = Promise.withResolvers<string>();
  parent.stdout?.once('data', (data) => said.resolve(String(data)));
  const pid = Number(await said.promise);
  parent.kill('SIGKILL');
  await expect.poll(() => isRunning(pid)).toBe(false);
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  // Where nobody asks how it ended, it stays in the list of processes.
  const stat = `/proc/${pid}/stat`;
  return !existsSync(stat) || !/\) Z /.test(readFileSync(stat, 'utf8'));
}
