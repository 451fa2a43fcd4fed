/** Runs a command of `munisipyo` in a process of its own: the compiler must not delay requests. */
import { spawn } from 'node:child_process';
import type { CommandResult } from '../../server/kernel/editing-desk.ts';

/** Most characters of output that are kept. */
const MOST_OUTPUT = 2_000_000;
/** Milliseconds after which a process that was told to end is killed. */
const LAST = 5000;

interface ApartOptions {
  /** Ends the process. */
  readonly signal: AbortSignal;
  /** Arguments of Node.js that run `munisipyo`: those of this process without it. */
  readonly program?: readonly string[] | undefined;
  readonly env?: NodeJS.ProcessEnv;
}

/** @returns with the code 2 if the process was ended, or could not be started */
export function runApart(
  words: readonly string[],
  { signal, program = [...process.execArgv, process.argv[1] ?? ''], env = process.env }: ApartOptions,
): Promise<CommandResult> {
  const { promise, resolve } = Promise.withResolvers<CommandResult>();
  const child = spawn(process.execPath, [...program, ...words], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env,
    signal,
  });
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out = (out + text).slice(0, MOST_OUTPUT)));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err = (err + text).slice(0, MOST_OUTPUT)));
  let last: NodeJS.Timeout | undefined;
  child.once('error', (error) => {
    err += error.message;
    last = setTimeout(() => child.kill('SIGKILL'), LAST);
  });
  // Not before: a process that still runs reads its files.
  child.once('close', (code) => {
    clearTimeout(last);
    resolve({ code: code ?? 2, out, err });
  });
  return promise;
}
