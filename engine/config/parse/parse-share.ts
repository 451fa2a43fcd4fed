/** The share of a thread in parsing many texts: it takes the next few of them until none is left. */
import type { MessagePort } from 'node:worker_threads';
import type { KeptText } from '../cache/compile-cache.ts';
import { parseSound } from './parse-file.ts';

/** What a thread receives as `workerData`. Its results are sent to the port, as pairs of text and result. */
export interface ParseShare {
  readonly texts: readonly string[];
  readonly claims: BatchClaims;
  /** The place of the thread in the claims. */
  readonly place: number;
  readonly port: MessagePort;
  /** The folder with what Node.js makes of the sources; null: there is none. */
  readonly compileCache: string | null;
}

/** The number of texts that were taken so far, then the progress of each thread. */
export type BatchClaims = Int32Array<SharedArrayBuffer>;

export type ParsedShare = readonly (readonly [text: string, kept: KeptText])[];

/** Texts that a thread takes at a time. */
const batch = 16;
/** The progress of a thread. It starts with 0: nothing is expected of it. */
export const claimed = 1;
const delivered = 2;

/** In a thread: parses its share, and delivers it. */
export function deliverShare({ texts, claims, place, port }: ParseShare): void {
  Atomics.store(claims, place, claimed);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has no origin.
  port.postMessage([...parseBatches(texts, claims)] satisfies ParsedShare);
  Atomics.store(claims, place, delivered);
  Atomics.notify(claims, place);
  port.close();
}

/** Parses batches until none is left, whoever takes the others. A text with a mistake has no result. */
export function* parseBatches(texts: readonly string[], claims: BatchClaims): Generator<ParsedShare[number]> {
  for (let at = Atomics.add(claims, 0, batch); at < texts.length; at = Atomics.add(claims, 0, batch)) {
    for (const text of texts.slice(at, at + batch)) {
      const kept = parseSound(text);
      if (kept !== null) yield [text, kept];
    }
  }
}
