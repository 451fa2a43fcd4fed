/** When to stop: asked from outside by a signal, or because something broke that nobody handled. */

export interface Stopping {
  /** Aborted at the first request to stop. */
  readonly signal: AbortSignal;
  /** Resolves then, with the exit code. */
  readonly asked: Promise<number>;
  dispose(): void;
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** A signal may come twice (from the terminal and from npm): the second changes nothing. */
export function listenForStop(say: (line: string) => void): Stopping {
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
  return {
    signal: controller.signal,
    asked: promise,
    dispose() {
      for (const name of SIGNALS) process.off(name, onSignal);
      process.off('uncaughtException', onBroken);
    },
  };
}
