/**
 * Parses texts that no earlier run has parsed with all processors: the YAML of thousands of files takes seconds. The
 * results are those of the cache, where `parseFile` finds them.
 */
import { availableParallelism } from 'node:os';
import module from 'node:module';
import { dirname } from 'node:path';
import { isMainThread, MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { isCaching, isParsed, keepParsed } from '../cache/compile-cache.ts';
import { type BatchClaims, claimed, parseBatches, type ParsedShare, type ParseShare } from './parse-share.ts';

/** Characters of YAML that take longer to parse than a thread to start. */
const leastLength = 400_000;
const mostThreads = 3;
/** Milliseconds after which a thread has failed. Its texts are parsed by `parseFile`. */
const patience = 60_000;

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
