/** Addresses that open one file or document for a minute, or a photo for about an hour, without a token: a link or a picture in a page sends none. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Application } from '../kernel/application.ts';

const seconds = 60;

/** A photo keeps its address for up to an hour, so that browsers read it once. */
const photoSeconds = 3600;

const secrets = {
  files: 'file-links',
  documents: 'document-links',
  exports: 'export-links',
  photos: 'photo-links',
  signatures: 'signature-links',
} as const;

type LinkTarget = keyof typeof secrets;

export function signedLink(application: Application, target: LinkTarget, id: string): string {
  const now = Math.floor(Date.now() / 1000);
  const until = target === 'photos' ? (Math.floor(now / photoSeconds) + 2) * photoSeconds : now + seconds;
  const content = `${id}.${until}`;
  return `${application.apiPrefix}/${target}/open/${content}.${sign(application, target, content)}`;
}

/** The id that the last part of such an address opens; null if it has expired or we did not sign it. */
export function idOfTicket(application: Application, target: LinkTarget, ticket: string): string | null {
  const [id = '', until = '', signature = '', ...more] = ticket.split('.');
  const isShaped = id !== '' && /^\d{10,12}$/.test(until) && more.length === 0;
  if (!isShaped || Number(until) * 1000 < Date.now()) return null;
  const right = Buffer.from(sign(application, target, `${id}.${until}`));
  const given = Buffer.from(signature);
  return given.length === right.length && timingSafeEqual(given, right) ? id : null;
}

function sign(application: Application, target: LinkTarget, content: string): string {
  return createHmac('sha256', application.secret(secrets[target])).update(content).digest('base64url');
}
