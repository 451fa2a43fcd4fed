/** Reads the headers that writes need: `Idempotency-Key`, and `If-Match` with the version of the record. */
import type { FastifyRequest } from 'fastify';
import { message } from '../../locales/message.ts';
import { requestMessages } from '../../locales/requests.ts';
import { badRequest, preconditionRequired } from './errors.ts';

/** @throws HttpError 400 if it is missing or too long */
export function readIdempotencyKey({ headers }: FastifyRequest): string {
  const key = [headers['idempotency-key']].flat()[0]?.trim();
  if (key === undefined || key === '' || key.length > 255) {
    throw badRequest('idempotency-key', message(requestMessages.idempotencyKeyMissing));
  }
  return key;
}

/**
 * The version that a change was based on: `7`, `"7"` or `W/"7"`. Only the number counts, because compression weakens
 * the tag.
 * @throws HttpError 428 if it is missing, 400 if it is not a version
 */
export function readIfMatch({ headers }: FastifyRequest): number {
  const header = headers['if-match'];
  if (header === undefined || header.trim() === '') {
    throw preconditionRequired(message(requestMessages.versionMissing));
  }
  const version = /^(?:W\/)?"?(\d{1,9})(?:-[a-z]+)?"?$/.exec(header.trim())?.[1];
  if (version === undefined)
    throw badRequest('if-match', message(requestMessages.versionMalformed, { example: '"7"' }));
  return Number(version);
}

export function etagOf(version: number): string {
  return `"${version}"`;
}
