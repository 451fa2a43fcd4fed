/** The library in production, with its own folder, and the command line beside it. */
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  makeFolder,
  ROOT,
  shareDatabase,
  type Started,
  startServer,
  stopServer,
} from '../server/server-process.ts';
import { runIn } from './run-command.ts';

const production = { NODE_ENV: 'production', PUBLIC_URL: 'http://127.0.0.1:1' };

export async function openProduction() {
  const folder = await makeFolder();
  const config = join(folder, 'config');
  const data = join(folder, 'data');
  cpSync(join(ROOT, 'tests/fixtures/library'), config, { recursive: true });
  const start = (): Promise<Started> =>
    startServer({
      dataDirectory: data,
      environment: { CONFIG_DIR: config, ...production },
    });
  let server = await start();
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, CONFIG_DIR: config, DATA_DIR: data };
  const runAs = (account: string, ...words: string[]) =>
    runIn(folder, words, { CONFIG_DIR: config, DATA_DIR: data, AUTHOR_ACCOUNT: account });
  return {
    /** As typed. */
    run: (...words: string[]) => runAs('', ...words),
    /** As the workbench runs it for an account. */
    runAs,
    /** In a process beside others, with a password as its input. @returns the exit code, and what it says */
    runBeside(...words: string[]): Promise<{ readonly status: number; readonly said: string }> {
      const { promise, resolve } = Promise.withResolvers<{
        readonly status: number;
        readonly said: string;
      }>();
      const child = execFile(
        join(ROOT, 'src/cli.ts'),
        words,
        { env, cwd: folder },
        (_error, stdout, stderr) => resolve({ status: child.exitCode ?? -1, said: stdout + stderr }),
      );
      child.stdin?.end('kettle ladder cloud\n');
      return promise;
    },
    edit(name: string, from: string, to: string): void {
      const path = join(config, name);
      writeFileSync(path, readFileSync(path, 'utf8').replace(from, to));
    },
    write(name: string, text: string): void {
      mkdirSync(dirname(join(config, name)), { recursive: true });
      writeFileSync(join(config, name), text);
    },
    /** Of its first page. */
    async title(): Promise<string> {
      // A kept connection may have ended while a command ran, and nobody here has noticed.
      const page = await (await fetch(server.address, { headers: { connection: 'close' } })).text();
      return /<title>([^<]*)/.exec(page)?.[1] ?? page;
    },
    output: () => server.output(),
    /** Brings the time of a version that waits forward to now. @returns the time that it waited for */
    async bringForward(name: string): Promise<Date | null | undefined> {
      const { database } = await shareDatabase(data);
      const text = 'UPDATE wished_versions SET due = now() WHERE number = $1 RETURNING old.due';
      const [row] = await database.query<{ due: Date | null }>(text, [name.slice(1)]);
      await database.end();
      return row?.due;
    },
    async restart(): Promise<void> {
      await stopServer(server);
      server = await start();
    },
    async close(): Promise<void> {
      await stopServer(server);
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
