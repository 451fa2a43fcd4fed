/** The description of the API: the OpenAPI document, and its pages. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { contract } from '../../../contract/contract.ts';
import { openApi } from '../../../contract/portal.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import { onceForEach } from '../../../portal/values/once-for-each.ts';
import type { Application } from '../../kernel/application.ts';
import { notFound } from '../../http/errors.ts';
import { mount } from '../../http/mount.ts';
import { openApiOf } from './document.ts';
import { operationPage, operationsPage, pagePolicy } from './pages.ts';

export function registerOpenApi(server: FastifyInstance, application: Application): void {
  const { apiPrefix: prefix, settings } = application;
  const documentOf = onceForEach((portal: Portal) =>
    openApiOf(contract, portal, { origin: settings.publicUrl, prefix }),
  );
  const present = () => documentOf(application.portal());
  mount(server, openApi, {
    'GET /openapi.json': async () => present(),
    'GET /openapi.html': async (_input, _request, reply) => sendPage(reply, operationsPage(present())),
    'GET /openapi/:operation': async ({ params }, _request, reply) => {
      const page = operationPage(present(), params.operation);
      if (page === null) throw notFound();
      return sendPage(reply, page);
    },
  });
}

function sendPage(reply: FastifyReply, page: string): FastifyReply {
  return reply.header('content-security-policy', pagePolicy).type('text/html; charset=utf-8').send(page);
}
