/** Reads the `If-Match` version that a change was based on: `7`, `"7"` or `W/"7"`. */
import { badRequest, preconditionRequired } from '../../http/errors.ts';
import { message } from '../../../locales/message.ts';
import { requestMessages } from '../../../locales/requests.ts';

/**
 * Compares only the number, because compression weakens the tag.
 * @throws HttpError 428 if it is missing, 400 if it is not a version
 */
export function readIfMatch(header: string | undefined): number {
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
