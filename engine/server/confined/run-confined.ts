/** Runs tasks in a few child processes that are reused: one task at a time each, with a limit on memory and time. */
import type { ChildProcess } from 'node:child_process';
import { launchChild } from './launch-child.ts';
import { ConfinedError, TooBusyError, type JobResult, type Task } from './task.ts';

export interface Confinement {
  readonly children: number;
  /** Of each child, in megabytes. */
  readonly memory: number;
  /** For one task. */
  readonly seconds: number;
  /** How many tasks may wait for a child. */
  readonly waiting: number;
  /** A child that had nothing to do for so long ends. */
  readonly idleSeconds: number;
}

export type RunConfined = <Input, Output>(task: Task<Input, Output>, input: Input) => Promise<Output>;

const usual: Confinement = { children: 2, memory: 1024, seconds: 30, waiting: 100, idleSeconds: 60 };

/** Shared by everything in this process. See {@link confine} for what it throws. */
export const runConfined: RunConfined = confine(usual);

/**
 * Makes a function that runs tasks in child processes of its own. The function rejects with
 * - `ConfinedError` where the task took too much memory or time, or crashed its child
 * - `TooBusyError` where too many tasks wait already
 * - `Error` with the task's own message where the task threw
 */
export function confine(limits: Confinement): RunConfined {
  const idle = new Map<ChildProcess, NodeJS.Timeout>();
  const waiting: ((child: ChildProcess) => void)[] = [];
  let working = 0;

  return async <Input, Output>({ module, name }: Task<Input, Output>, input: Input) => {
    const child = await takeChild();
    try {
      const result = await perform(child, { module, name, input }, limits.seconds);
      if (!result.ok) throw new Error(result.message);
      return result.output as Output;
    } finally {
      giveBack(child);
    }
  };

  async function takeChild(): Promise<ChildProcess> {
    if (working >= limits.children) {
      if (waiting.length >= limits.waiting) throw new TooBusyError(`${waiting.length} tasks are waiting.`);
      return new Promise((resolve) => waiting.push(resolve));
    }
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
    const child = launchChild(limits.memory);
    child.on('exit', () => idle.delete(child));
    // Whoever runs a task in it hears of it too; a child that rests or was given up fails nobody.
    child.on('error', () => {});
    return child;
  }

  function giveBack(child: ChildProcess): void {
    const next = waiting.shift();
    if (next !== undefined) return next(isUsable(child) ? child : launch());
    working -= 1;
    if (!isUsable(child)) return;
    // A child at rest keeps nobody from ending.
    child.unref();
    child.channel?.unref();
    const timer = setTimeout(() => forget(child), limits.idleSeconds * 1000).unref();
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
