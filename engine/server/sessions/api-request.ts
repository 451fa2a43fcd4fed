/** What a request asks for, by the route that matched: an address can be written in more ways than one. */
import type { FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answers signed-out people too, so that a token which is no longer good does not matter. */
    isForEveryone?: boolean;
    /** Finds out by itself who asks, together with what else it asks of the database. */
    isRecognisedLater?: boolean;
  }
}

const reading: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Does the call change anything? */
export function isWrite({ method }: FastifyRequest): boolean {
  return !reading.has(method);
}
