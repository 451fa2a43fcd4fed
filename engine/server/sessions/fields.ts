/** The fields of a small form, whichever way a client sent them: multipart, URL-encoded or JSON. */
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';

export type Fields = Readonly<Record<string, unknown>>;

/** Takes multipart bodies of a few short fields, and URL-encoded ones; files are no part of them. */
export async function registerFields(server: FastifyInstance): Promise<void> {
  await server.register(multipart, { limits: { files: 0, fields: 20, fieldSize: 10_000, parts: 20 } });
  server.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
}

/** @throws the parser's error (4xx) when a multipart body is malformed */
export async function readFields(request: FastifyRequest): Promise<Fields> {
  if (!request.isMultipart()) return isFields(request.body) ? request.body : {};
  const fields: Record<string, unknown> = {};
  for await (const part of request.parts()) {
    if (part.type === 'field') fields[part.fieldname] = part.value;
  }
  return fields;
}

export function textOf(fields: Fields, name: string): string {
  const value = Object.hasOwn(fields, name) ? fields[name] : '';
  return typeof value === 'string' ? value : '';
}

function isFields(body: unknown): body is Fields {
  return typeof body === 'object' && body !== null && !Array.isArray(body);
}
