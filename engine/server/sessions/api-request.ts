/** The endpoint of a request, by the matched route, because one address can be written in several ways. */
import type { FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Also answers signed-out callers, so an expired token does not matter. */
    isForEveryone?: boolean;
    /** Finds the caller itself, in the same query as its other data. */
    isRecognisedLater?: boolean;
  }
}

const reading: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** True if the call changes data. */
export function isWrite({ method }: FastifyRequest): boolean {
  return !reading.has(method);
}
