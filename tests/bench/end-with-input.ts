/** A benchmark server runs until its parent closes its standard input. */

/** @param parts closed in this order before the process ends */
export function endWithInput(...parts: readonly (() => Promise<unknown>)[]): void {
  process.stdin.resume();
  process.stdin.once('end', () => void stop(parts));
}

async function stop(parts: readonly (() => Promise<unknown>)[]): Promise<void> {
  for (const close of parts) await close();
  process.exit(0);
}
