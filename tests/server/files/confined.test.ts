/** Child processes with limits: what a task may use, and what remains after it. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import type { Caller } from '../../../engine/server/sandbox/fair-queue.ts';
import { confine, type Confinement } from '../../../engine/server/sandbox/run-confined.ts';
import { whileConnected } from '../../../engine/server/http/connections.ts';
import type { Task } from '../../../engine/server/sandbox/task.ts';

const module = new URL('./confined-tasks.ts', import.meta.url).href;
const task = <Input, Output>(name: string): Task<Input, Output> => ({ module, name });
const limits: Confinement = {
  children: 1,
  memory: 256,
  seconds: 20,
  waiting: { each: 2, all: 3 },
  idleSeconds: 60,
};
/** The tasks of one caller. */
const confineFor = (most: Confinement, caller: Caller = { name: 'somebody' }) => {
  const run = confine(() => most);
  return <Input, Output>(one: Task<Input, Output>, input: Input, by: Caller = caller) => run(one, input, by);
};

test('a task that takes too much native memory or time ends alone, and the next one runs', async () => {
  const run = confineFor({ ...limits, seconds: 3 });
  await expect(run(task('fillMemory'), 2000)).rejects.toMatchObject({ name: 'ConfinedError' });
  expect(await run(task('fillMemory'), 50)).toBe(50);
  await expect(run(task('runForEver'), null)).rejects.toMatchObject({ name: 'ConfinedError' });
  expect(await run(task('double'), 21)).toBe(42);
});

test('a child is used again, also after a task that threw, and knows no secret of the server', async () => {
  process.env['DEMO_PASSWORD'] = 'not-for-children';
  const run = confineFor(limits);
  const first = await run(task('whereAmI'), null);
  await expect(run(task('fail'), 'no such font')).rejects.toThrow('no such font');
  expect(await run(task('whereAmI'), null)).toBe(first);
  expect(first).not.toBe(process.pid);
  expect(await run(task('secretOf'), 'DEMO_PASSWORD')).toBeNull();
  delete process.env['DEMO_PASSWORD'];
});

test('tasks wait for a free child, and too many of them are refused at once', async () => {
  const run = confineFor(limits);
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

test('callers take turns, and one who has many tasks waiting is refused alone', async () => {
  const run = confineFor(limits);
  const ended: string[] = [];
  const started = ['a', 'a', 'a', 'a', 'b', 'c'].map((name, index) =>
    run<number, number>(task('double'), index, { name }).then(
      () => ended.push(name),
      (error: { of?: string }) => ended.push(`${name} refused: ${error.of}`),
    ),
  );
  await Promise.all(started);
  expect(ended).toEqual(['a refused: caller', 'c refused: all', 'a', 'a', 'b', 'a']);
});

test('a task whose caller leaves while it waits never runs, and makes room', async () => {
  const run = confineFor({ ...limits, waiting: { each: 1, all: 1 } });
  const first = run<number, number>(task('double'), 1);
  const leaving = new AbortController();
  const second = run(task('double'), 2, { name: 'b', signal: leaving.signal });
  leaving.abort();
  await expect(second).rejects.toMatchObject({ name: 'CallerLeftError' });
  expect(await Promise.all([first, run<number, number>(task('double'), 3)])).toEqual([2, 6]);
  await expect(run(task('double'), 4, { name: 'b', signal: leaving.signal })).rejects.toMatchObject({
    name: 'CallerLeftError',
  });
});

test('a caller leaves by closing the connection, also after all of the request has arrived', async () => {
  const [began, left] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const server = createServer((incoming) => {
    void whileConnected(incoming, async (signal) => {
      began.resolve();
      await once(signal, 'abort');
      left.resolve();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const client = request({ port, host: '127.0.0.1', method: 'PATCH' }).on('error', () => {});
  client.end('all of it');
  await began.promise;
  client.destroy();
  await expect(left.promise).resolves.toBeUndefined();
  server.close();
});

test('a child that has nothing to do ends', async () => {
  const run = confineFor({ ...limits, idleSeconds: 0 });
  const pid = await run<null, number>(task('whereAmI'), null);
  await expect.poll(() => isRunning(pid)).toBe(false);
});

test('a child ends with its parent, also when that is killed in the middle of a task that never ends', async () => {
  const pool = new URL('../../../engine/server/sandbox/run-confined.ts', import.meta.url).href;
  const script = `
    const { confine } = await import(${JSON.stringify(pool)});
    const run = confine(() => (${JSON.stringify(limits)}));
    const module = ${JSON.stringify(module)};
    console.log(await run({ module, name: 'whereAmI' }, null, { name: 'somebody' }));
    void run({ module, name: 'runForEver' }, null, { name: 'somebody' });`;
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
  // A process whose exit code nobody reads stays in the process list.
  const stat = `/proc/${pid}/stat`;
  return !existsSync(stat) || !/\) Z /.test(readFileSync(stat, 'utf8'));
}
