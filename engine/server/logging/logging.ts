/** What the log says of a request: one line, without a word that is secret or about a person. */
import type { FastifyInstance, FastifyRequest, FastifyServerOptions } from 'fastify';

// Nothing of this kind is logged on purpose; should somebody log a whole object, these still stay out.
const SECRETS = ['authorization', 'cookie', 'password', 'token', 'csrf', 'secret', 'x-csrf-token'];

// Where a statement fails, the database quotes the row.
const QUOTED = ['detail', 'where'];

/** An address that opens a file by itself for a while. */
const SIGNED = /(\/files\/open\/).+/;

/** One JSON object a line on standard output. */
export const LOGGER = {
  level: 'info',
  base: null,
  timestamp: () => `,"time":"${new Date().toISOString()}"`,
  formatters: { level: (label: string) => ({ level: label }) },
  redact: {
    paths: [...SECRETS, ...QUOTED].flatMap((key) => [
      `["${key}"]`,
      `*["${key}"]`,
      `*.*["${key}"]`,
      `*.*.*["${key}"]`,
    ]),
    censor: '[hidden]',
  },
  serializers: { req: describe },
} satisfies FastifyServerOptions['logger'];

/** One line when the answer is out; files and the health check only where debugging asks for them. */
export function registerRequestLog(server: FastifyInstance): void {
  server.addHook('onResponse', async (request, reply) => {
    const level = /^\/(assets\/|healthz)/.test(request.url) ? 'debug' : 'info';
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    request.log[level]({ req: request, status: reply.statusCode, ms }, 'request');
  });
}

/** Of the query only the names: what people search for and signed links stay out. */
function describe(request: FastifyRequest): Record<string, unknown> {
  const [path = '', query] = request.url.split('?', 2);
  const asked = [...new URLSearchParams(query).keys()];
  return {
    method: request.method,
    path: path.replace(SIGNED, '$1…'),
    ...(asked.length > 0 ? { query: asked } : {}),
    from: request.ip,
  };
}
