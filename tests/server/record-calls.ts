/**
 * Setup file, in use when `RECORD_CALLS` names a file: appends one JSON line for each API call that a server in this
 * process answers. `scripts/compare-calls.ts` compares two such files.
 */
import { appendFileSync } from 'node:fs';
import { subscribe } from 'node:diagnostics_channel';
import { relative } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { expect } from 'vitest';

const root = process.cwd();
const answers = new WeakMap<FastifyRequest, unknown>();
const bodies = new WeakMap<FastifyRequest, string>();
const marker = Symbol.for('munisipyo.record-calls');

// Test files share processes: the second one must not record every call twice.
if (!(marker in globalThis)) {
  Object.assign(globalThis, { [marker]: true });
  subscribe('fastify.initialization', (message) =>
    recordCalls((message as { readonly fastify: FastifyInstance }).fastify),
  );
}

function recordCalls(server: FastifyInstance): void {
  // Before validation, which may change a body.
  server.addHook('preValidation', async (request) => {
    if (isPlain(request.body)) bodies.set(request, JSON.stringify(request.body));
  });
  server.addHook('onSend', async (request, _reply, payload) => {
    answers.set(request, payload);
    return payload;
  });
  server.addHook('onResponse', async (request, reply) => {
    if (request.url.includes('/api/'))
      appendFileSync(process.env['RECORD_CALLS'] ?? '', line(request, reply));
  });
}

function line(request: FastifyRequest, reply: FastifyReply): string {
  const { currentTestName = '', testPath = '' } = expect.getState();
  const { method, url } = request;
  const call = {
    test: `${relative(root, testPath)} ${currentTestName}`,
    method,
    route: request.routeOptions.url ?? null,
    url,
    body: bodies.get(request) ?? null,
    status: reply.statusCode,
    type: String(reply.getHeader('content-type') ?? ''),
    answer: textOf(answers.get(request)),
  };
  return `${JSON.stringify(call)}\n`;
}

/** Streams and files are not recorded. */
function textOf(payload: unknown): string | null {
  return typeof payload === 'string' ? payload : null;
}

function isPlain(body: unknown): boolean {
  return body !== undefined && body !== null && !Buffer.isBuffer(body);
}
