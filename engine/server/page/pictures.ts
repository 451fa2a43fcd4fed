/** Serves the pictures of the configuration, such as the seal on documents. */
import type { FastifyInstance } from 'fastify';
import { picturesPath } from '../../portal/documents/seal-picture.ts';
import { notFound } from '../http/errors.ts';
import type { Application } from '../kernel/application.ts';

export function registerPictures(server: FastifyInstance, application: Application): void {
  server.get<{ Params: { name: string } }>(`${picturesPath}/:name`, async ({ params: { name } }, reply) => {
    const { pictures } = application.portal();
    const picture = Object.hasOwn(pictures, name) ? pictures[name] : undefined;
    if (picture === undefined) throw notFound();
    return reply
      .headers({
        'Content-Security-Policy': "sandbox; default-src 'none'",
        'X-Content-Type-Options': 'nosniff',
        'Cache-Control': 'public, no-cache',
      })
      .type(picture.type)
      .send(Buffer.from(picture.content, 'base64'));
  });
}
