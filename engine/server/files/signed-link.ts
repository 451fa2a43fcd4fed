/** Addresses that open one file for a minute without a token. A link or a picture in a page sends none. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Application } from '../kernel/application.ts';
import { isFileId } from './file-rows.ts';

const seconds = 60;

export function linkTo(application: Application, id: string): string {
  const until = Math.floor(Date.now() / 1000) + seconds;
  return `${application.apiPrefix}/files/open/${id}.${until}.${sign(application, id, until)}`;
}

/** The file that a link opens; null for a link that has expired or that we did not sign. */
export function fileOfLink(application: Application, ticket: string): string | null {
  const [id = '', until = '', signature = '', ...more] = ticket.split('.');
  const isShaped = isFileId(id) && /^\d{10,12}$/.test(until) && more.length === 0;
  if (!isShaped || Number(until) * 1000 < Date.now()) return null;
  const [given, right] = [Buffer.from(signature), Buffer.from(sign(application, id, Number(until)))];
  return given.length === right.length && timingSafeEqual(given, right) ? id : null;
}

function sign(application: Application, id: string, until: number): string {
  return createHmac('sha256', application.secret('file-links')).update(`${id}.${until}`).digest('base64url');
}
