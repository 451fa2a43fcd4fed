/** The library in production, with its own folder, and the command line beside it. */
import { execFile, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolder, ROOT, type Started, startServer, stopServer } from '../server/server-process.ts';

const production = { NODE_ENV: 'production', PUBLIC_URL: 'http://127.0.0.1:1' };

export async function openProduction() {
  const folder = await makeFolder();
  const config = join(folder, 'config');
  cpSync(join(ROOT, 'tests/fixtures/library'), config, { recursive: true });
  const start = (): Promise<Started> =>
    startServer({
      dataDirectory: join(folder, 'data'),
      environment: { CONFIG_DIR: config, ...production },
    });
  let server = await start();
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, CONFIG_DIR: config, DATA_DIR: join(folder, 'data') };
  const program = join(ROOT, 'src/cli.ts');
  const runAs = (account: string, ...words: string[]) => {
    const { status, stdout, stderr } = spawnSync(program, words, {
      encoding: 'utf8',
      // The password of a new account.
      input: 'kettle ladder cloud\n',
      env: { ...env, AUTHOR_ACCOUNT: account },
      cwd: folder,
    });
    return { status, stdout, stderr };
  };
  return {
    /** As typed. */
    run: (...words: string[]) => runAs('', ...words),
    /** As the workbench runs it for an account. */
    runAs,
    /** Beside others. @returns the exit code, and what it says */
    runBeside(...words: string[]): Promise<{ readonly status: number; readonly said: string }> {
      const { promise, resolve } = Promise.withResolvers<{
        readonly status: number;
        readonly said: string;
      }>();
      const child = execFile(program, words, { env, cwd: folder }, (_error, stdout, stderr) =>
        resolve({ status: child.exitCode ?? -1, said: stdout + stderr }),
      );
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
