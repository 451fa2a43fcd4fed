/** Runs tasks in a few reused child processes, one task at a time each, with limits on memory and time. */
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type Caller, createFairQueue, type QueueLimits } from './fair-queue.ts';
import { CallerLeftError, ConfinedError, type JobResult, type Task } from './task.ts';

export interface Confinement {
  readonly children: number;
  /** Of each child, in megabytes. */
  readonly memory: number;
  /** For one task. */
  readonly seconds: number;
  /** Maximum number of tasks that wait for a child. */
  readonly waiting: QueueLimits;
  /** An idle child ends after this time. */
  readonly idleSeconds: number;
}

/** Runs a task in the caller's turn. */
export type ConfinedRunner = <Input, Output>(
  task: Task<Input, Output>,
  input: Input,
  caller: Caller,
) => Promise<Output>;

/** The limits of one task. */
export const defaultLimits = { memory: 1024, seconds: 30, idleSeconds: 60 };

/**
 * Creates a function that runs tasks in child processes of its own, with callers taking turns. It rejects with
 * - `ConfinedError` if the task exceeded memory or time, or crashed its child
 * - `TooBusyError` if too many tasks are waiting, of this caller or in total
 * - `CallerLeftError` if the caller left before the task began
 * - `Error` with the task's own message if the task threw
 * @param limitsNow called for every task
 */
export function confine(limitsNow: () => Confinement): ConfinedRunner {
  const idle = new Map<ChildProcess, NodeJS.Timeout>();
  const queue = createFairQueue<ChildProcess>();
  let working = 0;

  return async <Input, Output>({ module, name }: Task<Input, Output>, input: Input, caller: Caller) => {
    const child = await takeChild(caller);
    try {
      const result = await perform(child, { module, name, input }, limitsNow().seconds);
      if (!result.ok) throw new Error(result.message);
      return result.output as Output;
    } finally {
      giveBack(child);
    }
  };

  async function takeChild(caller: Caller): Promise<ChildProcess> {
    if (caller.signal?.aborted) throw new CallerLeftError();
    const { children, waiting } = limitsNow();
    if (working >= children) return queue.wait(caller, waiting);
    working += 1;
    return freeChild();
  }

  function freeChild(): ChildProcess {
    const child = idle.keys().find(isUsable) ?? launch();
    clearTimeout(idle.get(child));
    idle.delete(child);
    child.ref();
    child.channel?.ref();
    return child;
  }

  function launch(): ChildProcess {
    const child = launchChild(limitsNow().memory);
    child.on('exit', () => idle.delete(child));
    // The running task gets the error too. An idle or abandoned child has no task to fail.
    child.on('error', () => {});
    return child;
  }

  function giveBack(child: ChildProcess): void {
    const next = working <= limitsNow().children ? queue.next() : null;
    if (next !== null) return next(isUsable(child) ? child : launch());
    working -= 1;
    if (!isUsable(child)) return;
    // An idle child does not keep the process from ending.
    child.unref();
    child.channel?.unref();
    const timer = setTimeout(() => forget(child), limitsNow().idleSeconds * 1000).unref();
    idle.set(child, timer);
  }

  function forget(child: ChildProcess): void {
    idle.delete(child);
    if (child.connected) child.disconnect();
  }
}

function perform(child: ChildProcess, job: object, seconds: number): Promise<JobResult> {
  const { promise, resolve, reject } = Promise.withResolvers<JobResult>();
  const onExit = (code: number | null, signal: string | null): void =>
    reject(new ConfinedError(`The child process ended with ${signal ?? code}.`));
  const onError = (error: Error): void => reject(new ConfinedError(error.message));
  const limit = setTimeout(() => {
    reject(new ConfinedError(`The task took more than ${seconds} s.`));
    kill(child);
  }, seconds * 1000);
  child.on('message', resolve).on('exit', onExit).on('error', onError);
  child.send(job, (error) => error && onError(error));
  return promise.finally(() => {
    clearTimeout(limit);
    child.off('message', resolve).off('exit', onExit).off('error', onError);
  });
}

function isUsable(child: ChildProcess): boolean {
  return child.connected && child.exitCode === null && !child.killed;
}

function kill(child: ChildProcess): void {
  child.kill('SIGKILL');
  if (child.connected) child.disconnect();
}

const entry = fileURLToPath(new URL('./child.ts', import.meta.url));
const compileCache = fileURLToPath(new URL('../../../.cache/node', import.meta.url));

/** `ulimit -d` counts all private writable memory. Shells without it continue without a limit. */
const limited = 'ulimit -c 0 2>/dev/null; ulimit -d "$1" 2>/dev/null; shift; exec "$@"';

/** Megabytes that Node.js reserves at its start, mostly for machine code that it never writes. */
const reserved = 640;

/** @param megabytes limit for the task; not supported on Windows */
export function launchChild(megabytes: number): ChildProcess {
  const command = [process.execPath, entry];
  const [file = '', ...args] =
    process.platform === 'win32'
      ? command
      : ['/bin/sh', '-c', limited, 'sh', String((reserved + megabytes) * 1024), ...command];
  return spawn(file, args, {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
    env: childEnvironment(),
  });
}

/** Code that reads uploaded files gets no password or address of the server. */
function childEnvironment(): NodeJS.ProcessEnv {
  const { PATH, TZ, LANG, SystemRoot, NODE_COMPILE_CACHE = compileCache } = process.env;
  const said = Object.entries({ PATH, TZ, LANG, SystemRoot }).filter(([, value]) => value !== undefined);
  return {
    ...Object.fromEntries(said),
    NODE_COMPILE_CACHE,
    // Fewer arenas and threads, because each has its own memory.
    MALLOC_ARENA_MAX: '2',
    UV_THREADPOOL_SIZE: '2',
    VIPS_CONCURRENCY: '1',
  };
}
