/** Compresses what is worth it; assets were compressed when they were built. */
import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

// Not event streams: an event must not wait in a compressor.
const COMPRESSIBLE = /^(text\/(?!event-stream)|application\/([a-z.+-]*json|javascript|xml)|image\/svg)/;

/** Requests are not inflated: nobody sends us compressed bodies, and a bomb would pass the size limit. */
export async function registerCompression(server: FastifyInstance): Promise<void> {
  await server.register(compress, { globalDecompression: false, customTypes: COMPRESSIBLE });
}
