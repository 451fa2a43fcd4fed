/** Answers several reads in one request. Each passes every check as if it had been sent alone. */
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import pLimit from 'p-limit';
import { batch, type BatchPart } from '../../contract/batch.ts';
import { filledPath } from '../../portal/wire/batch-references.ts';
import { onceForEach } from '../../portal/values/once-for-each.ts';
import { notFound } from '../http/errors.ts';
import { IN_BATCH, mount } from '../http/mount.ts';

/** As many as a browser sends at once without it. */
const atOnce = 6;

/** Of the connection, or about a stored answer, which a batch has of its own. */
const OWN = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'if-none-match',
  'transfer-encoding',
]);

const PASSED_ON = ['etag', 'retry-after', 'x-request-id'];

export function registerBatch(server: FastifyInstance, apiPrefix: string): void {
  mount(server, batch, {
    'GET /batch': async ({ query: { paths } }, request, reply) => {
      if (request.headers[IN_BATCH] !== undefined) throw notFound();
      const limit = pLimit(atOnce);
      const parts = new Map<string, Promise<string>>();
      const answers = paths.map((path) => {
        // It refers only to reads before it: none waits for itself.
        const before = new Map(parts);
        const filled = filledPath(path, (from) => {
          const part = before.get(from);
          return part === undefined ? undefined : bodyOf(part);
        });
        const part = filled.then((whole) =>
          whole === null
            ? partOf({ status: 404 })
            : limit(() => readOne(server, request, { apiPrefix, path: whole })),
        );
        parts.set(path, part);
        return part;
      });
      // A browser must not store some of the parts. They are JSON already.
      reply.header('cache-control', 'no-store').type('application/json; charset=utf-8');
      return reply.send(`[${(await Promise.all(answers)).join(',')}]`);
    },
  });
}

/** @returns the JSON of a `BatchPart` */
async function readOne(
  server: FastifyInstance,
  { headers, socket }: FastifyRequest,
  { apiPrefix, path }: { readonly apiPrefix: string; readonly path: string },
): Promise<string> {
  const url = `${apiPrefix}/${path}`;
  // A path may lead out of the API: `../healthz`.
  if (!new URL(url, 'http://portal').pathname.startsWith(`${apiPrefix}/`)) return partOf({ status: 404 });
  const answer = await server.inject({
    method: 'GET',
    url,
    headers: { ...withoutOwn(headers), [IN_BATCH]: '1' },
    ...(socket.remoteAddress !== undefined && { remoteAddress: socket.remoteAddress }),
  });
  const passedOn = PASSED_ON.flatMap((name) =>
    answer.headers[name] === undefined ? [] : [[name, String(answer.headers[name])]],
  );
  const isJson = answer.payload !== '' && String(answer.headers['content-type']).includes('json');
  return partOf({
    status: answer.statusCode,
    headers: Object.fromEntries(passedOn),
    ...(isJson && { json: answer.payload }),
  });
}

interface ReadPart extends Partial<Pick<BatchPart, 'headers'>>, Pick<BatchPart, 'status'> {
  /** Not parsed, since it is written again as it is. */
  readonly json?: string;
}

function partOf({ status, headers = {}, json = 'null' }: ReadPart): string {
  return `{"status":${status},"headers":${JSON.stringify(headers)},"body":${json}}`;
}

/** Parsed once, however many others refer to it. */
const bodyOf = onceForEach(
  async (part: Promise<string>): Promise<unknown> => (JSON.parse(await part) as BatchPart).body,
);

function withoutOwn(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !OWN.has(name)));
}
