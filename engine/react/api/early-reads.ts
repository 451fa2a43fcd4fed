/** Reads that a small script of the page has begun while the other scripts were still on their way: `src/early-reads.ts`. */

/** By authorization and address, `Bearer … /api/v1/user`: each is for one call. */
export type EarlyReads = Map<string, Promise<Response>>;

declare global {
  var earlyReads: EarlyReads | undefined;
}

/** What has been asked with the same authorization already; null: nothing, or another call has it. */
export function takeEarlyRead(address: string, { method, headers }: RequestInit): Promise<Response> | null {
  // A script that comes later begins nothing any more.
  const early = (globalThis.earlyReads ??= new Map());
  if (method !== undefined) return null;
  const name = `${new Headers(headers).get('authorization') ?? ''} ${address}`;
  const begun = early.get(name) ?? null;
  early.delete(name);
  return begun;
}
