/** Tasks that misbehave, for the test of the child processes that run them. */

export function double(number: number): number {
  return 2 * number;
}

export function whereAmI(): number {
  return process.pid;
}

export function secretOf(name: string): string | null {
  return process.env[name] ?? null;
}

export function fail(message: string): never {
  throw new Error(message);
}

/** Native memory: the limits of a worker thread would not count it. */
export function fillMemory(megabytes: number): number {
  const kept = Array.from({ length: megabytes }, () => Buffer.alloc(1024 * 1024, 1));
  return kept.length;
}

export function runForEver(): never {
  for (;;);
}
