/** When to stop: asked from outside by a signal, or because something broke that nobody handled. */

export interface StopRequest {
  /** Aborted at the first request to stop. */
  readonly signal: AbortSignal;
  /** Resolves then, with the exit code. */
  readonly asked: Promise<number>;
  dispose(): void;
}

const PARENT_POLL_MS = 250;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** A signal may come twice (from the terminal and from npm): the second changes nothing. */
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
  // Who read the log has gone: saying so there would fail again, for ever.
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

/** npx starts us through a shell that dies of its signal without passing it on. */
function watchParent(onGone: () => void): NodeJS.Timeout | undefined {
  if (process.env['npm_lifecycle_event'] === undefined) return undefined;
  const parent = process.ppid;
  return setInterval(() => {
    if (process.ppid !== parent) onGone();
  }, PARENT_POLL_MS).unref();
}
