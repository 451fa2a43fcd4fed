/**
 * The servers of a simulated town: processes over one database, which share a clock and can be killed and restarted.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import module from 'node:module';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Portal } from '../../portal/model/portal.ts';
import type { Random } from './random.ts';
import type { FromServer, ToServer } from './server-process.ts';

export interface ServersOptions {
  readonly portal: Portal;
  /** DATA_DIR, and DATABASE_URL for a database outside it. */
  readonly environment: Readonly<Record<string, string>>;
  readonly count: number;
  /** How far the clock is ahead at the start, in milliseconds: negative for a past day. */
  readonly ahead?: number;
}

export class Servers {
  readonly #options: ServersOptions;
  readonly #running: ServerProcess[];
  /** How far the town's clock is ahead of the system's clock, in milliseconds. */
  #ahead = 0;
  #turn = 0;
  #kills = 0;
  #isEnding = false;
  /** One line for each that ended without being killed. */
  readonly faults: string[] = [];

  /** Starts them. `address` waits until one listens. */
  constructor(options: ServersOptions) {
    this.#options = options;
    this.#ahead = options.ahead ?? 0;
    this.#running = Array.from({ length: options.count }, () => this.#start());
  }

  get kills(): number {
    return this.#kills;
  }

  now(): Date {
    return new Date(Date.now() + this.#ahead);
  }

  /** Advances the clock in all processes before it returns. */
  async advance(milliseconds: number): Promise<void> {
    this.#ahead += milliseconds;
    await Promise.all(this.#running.map(({ child }) => tellTime(child, this.#ahead)));
  }

  /** The address of a listening server, of each in turn. */
  async address(): Promise<string> {
    const open = this.#running.filter(({ address }) => address !== null);
    const next = open[(this.#turn += 1) % Math.max(1, open.length)];
    if (next?.address != null) return next.address;
    return Promise.race(this.#running.map(({ listening }) => listening));
  }

  /** All of them listen. */
  async ready(): Promise<void> {
    await Promise.all(this.#running.map(({ listening }) => listening));
  }

  /** Kills one without warning, in the middle of its work, and starts another in its place. */
  kill(index: number): void {
    const { child, address } = this.#running[index % this.#running.length] ?? {};
    // It does not serve yet, so nothing would be interrupted.
    if (child === undefined || address === null) return;
    this.#kills += 1;
    child.kill('SIGKILL');
  }

  /** Stops them in order. */
  async end(): Promise<void> {
    await this.ready();
    this.#isEnding = true;
    await Promise.all(
      this.#running.map(async ({ child }) => {
        const ended = once(child, 'exit');
        child.send({ is: 'end' } satisfies ToServer);
        await ended;
      }),
    );
  }

  #start(): ServerProcess {
    const { portal, environment, count } = this.#options;
    const compiled = module.getCompileCacheDir();
    const child = fork(new URL('./server-process.ts', import.meta.url), {
      serialization: 'advanced',
      // Node adds the folder of its version again.
      env: { ...process.env, NODE_COMPILE_CACHE: compiled && dirname(compiled) },
    });
    const { promise, resolve } = Promise.withResolvers<string>();
    const running: ServerProcess = { child, address: null, listening: promise };
    child.on('message', (message: FromServer) => {
      if (message.is !== 'listening') return;
      running.address = message.address;
      resolve(message.address);
    });
    child.once('exit', (code, signal) => {
      running.address = null;
      if (this.#isEnding) return;
      if (signal !== 'SIGKILL') this.faults.push(`a server ended by itself: ${signal ?? code}`);
      const next = this.#start();
      // Everybody who waits for the ended one waits for its successor.
      next.listening.then(resolve, () => {});
      this.#running[this.#running.indexOf(running)] = next;
    });
    const begin: ToServer = { is: 'begin', portal, environment, ahead: this.#ahead, hasQueue: count > 1 };
    child.send(begin);
    return running;
  }
}

interface ServerProcess {
  readonly child: ChildProcess;
  /** Null while it does not listen. */
  address: string | null;
  readonly listening: Promise<string>;
}

/** A server that ends meanwhile does not need it. */
async function tellTime(child: ChildProcess, ahead: number): Promise<void> {
  if (!child.connected) return;
  await new Promise<void>((resolve) => {
    const done = (): void => {
      child.off('message', hear);
      child.off('exit', done);
      resolve();
    };
    const hear = (message: FromServer): void => {
      if (message.is === 'time' && message.ahead >= ahead) done();
    };
    child.on('message', hear);
    child.once('exit', done);
    child.send({ is: 'time', ahead } satisfies ToServer, (error) => {
      if (error !== null) done();
    });
  });
}

/** Writing calls before the first kill, and at least between two kills. */
const before = 20;
const between = 300;
/** The approximate duration of a call in milliseconds: the kill comes at any moment of it. */
const longest = 30;

/**
 * Kills servers in the middle of their work, after a number of calls.
 * @returns a function to call with each call that writes
 */
export function killsBetween(servers: Servers, random: Random): () => void {
  let left = before;
  return () => {
    left -= 1;
    if (left > 0) return;
    left = between + random.below(between);
    const index = random.below(1000);
    void sleep(random.below(longest)).then(() => servers.kill(index));
  };
}
