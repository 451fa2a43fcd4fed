/** Compresses larger text answers. Assets were compressed by the build. */
import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

// Event streams are not compressed: an event must not wait in a compressor.
const COMPRESSIBLE = /^(text\/(?!event-stream)|application\/([a-z.+-]*json|javascript|xml)|image\/svg)/;

/** Requests are not inflated: clients send no compressed bodies, and a zip bomb would bypass the size limit. */
export async function registerCompression(server: FastifyInstance): Promise<void> {
  await server.register(compress, { globalDecompression: false, customTypes: COMPRESSIBLE });
}
