/** Decides when to stop: on a signal, or on an unhandled error. */

export interface StopRequest {
  /** Aborted at the first request to stop. */
  readonly signal: AbortSignal;
  /** Resolves with the exit code. */
  readonly asked: Promise<number>;
  dispose(): void;
}

const PARENT_POLL_MS = 250;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** A signal may arrive twice (from the terminal and from npm). The second changes nothing. */
export function listenForStop(say: (line: string) => void): StopRequest {
  const controller = new AbortController();
  const { promise, resolve } = Promise.withResolvers<number>();
  const ask = (code: number): void => {
    controller.abort();
    resolve(code);
  };
  const onSignal = (): void => ask(0);
  const onBroken = (error: unknown): void => {
    say(error instanceof Error ? (error.stack ?? error.message) : String(error));
    ask(1);
  };
  for (const name of SIGNALS) process.on(name, onSignal);
  process.on('uncaughtException', onBroken);
  // The reader of the log is gone. Reporting it there would fail again, endlessly.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  const watch = watchParent(onSignal);
  return {
    signal: controller.signal,
    asked: promise,
    dispose() {
      clearInterval(watch);
      for (const name of SIGNALS) process.off(name, onSignal);
      process.off('uncaughtException', onBroken);
    },
  };
}

/** npx starts the command through a shell, which dies of its signal without passing it on. */
function watchParent(onGone: () => void): NodeJS.Timeout | undefined {
  if (process.env['npm_lifecycle_event'] === undefined) return undefined;
  const parent = process.ppid;
  return setInterval(() => {
    if (process.ppid !== parent) onGone();
  }, PARENT_POLL_MS).unref();
}
