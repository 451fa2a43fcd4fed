/**
 * Parses texts that no earlier run has parsed with all processors: the YAML of thousands of files takes seconds. The
 * results are those of the cache, where `parseFile` finds them.
 */
import { availableParallelism } from 'node:os';
import module from 'node:module';
import { dirname } from 'node:path';
import {
  isMainThread,
  MessageChannel,
  type MessagePort,
  receiveMessageOnPort,
  Worker,
} from 'node:worker_threads';
import { isCaching, isParsed, type KeptText, keepParsed } from '../cache/compile-cache.ts';
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
type BatchClaims = Int32Array<SharedArrayBuffer>;

export type ParsedShare = readonly (readonly [text: string, kept: KeptText])[];

/** Characters of YAML that take longer to parse than a thread to start. */
const leastLength = 400_000;
const mostThreads = 3;
/** Texts that a thread takes at a time. */
const batch = 16;
/** Milliseconds after which a thread has failed. Its texts are parsed by `parseFile`. */
const patience = 60_000;

/** The progress of a thread. It starts with 0: nothing is expected of it. */
const claimed = 1;
const delivered = 2;

/** Does nothing for few texts, and outside of the main thread: a server answers meanwhile. */
export function parseAhead(texts: readonly string[]): void {
  const threads = Math.min(mostThreads, availableParallelism() - 1);
  if (!isCaching() || !isMainThread || threads < 1) return;
  const unknown = [...new Set(texts)].filter((text) => !isParsed(text));
  if (unknown.reduce((sum, { length }) => sum + length, 0) < leastLength) return;
  const claims: BatchClaims = new Int32Array(
    new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT * (1 + threads)),
  );
  const started = Array.from({ length: threads }, (_, index) => start(unknown, claims, index + 1));
  for (const [text, kept] of parseBatches(unknown, claims)) keepParsed(text, kept);
  for (const { place, port } of started) {
    Atomics.wait(claims, place, claimed, patience);
    const sent = receiveMessageOnPort(port) as { readonly message: ParsedShare } | undefined;
    for (const [text, kept] of sent?.message ?? []) keepParsed(text, kept);
    port.close();
  }
}

function start(texts: readonly string[], claims: BatchClaims, place: number) {
  const { port1, port2 } = new MessageChannel();
  const compileCache = module.getCompileCacheDir();
  const share: ParseShare = {
    texts,
    claims,
    place,
    port: port2,
    compileCache: compileCache === undefined ? null : dirname(compileCache),
  };
  const worker = new Worker(new URL('./parse-worker.ts', import.meta.url), {
    workerData: share,
    transferList: [port2],
  });
  // What a thread does not deliver is parsed without it.
  worker.on('error', () => undefined).unref();
  return { place, port: port1 };
}

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
function* parseBatches(texts: readonly string[], claims: BatchClaims): Generator<ParsedShare[number]> {
  for (let at = Atomics.add(claims, 0, batch); at < texts.length; at = Atomics.add(claims, 0, batch)) {
    for (const text of texts.slice(at, at + batch)) {
      const kept = parseSound(text);
      if (kept !== null) yield [text, kept];
    }
  }
}
