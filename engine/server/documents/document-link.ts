/** Addresses that open one document for a minute without a token, because a browser download sends none. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Application } from '../kernel/application.ts';

const seconds = 60;

export function linkToDocument(application: Application, code: string): string {
  const until = Math.floor(Date.now() / 1000) + seconds;
  return `${application.apiPrefix}/documents/open/${code}.${until}.${sign(application, code, until)}`;
}

/** The code of the document that a link opens; null for a link that has expired or that we did not sign. */
export function documentOfLink(application: Application, ticket: string): string | null {
  const [code = '', until = '', signature = '', ...more] = ticket.split('.');
  const isShaped = code !== '' && /^\d{10,12}$/.test(until) && more.length === 0;
  if (!isShaped || Number(until) * 1000 < Date.now()) return null;
  const [given, right] = [Buffer.from(signature), Buffer.from(sign(application, code, Number(until)))];
  return given.length === right.length && timingSafeEqual(given, right) ? code : null;
}

function sign(application: Application, code: string, until: number): string {
  return createHmac('sha256', application.secret('document-links'))
    .update(`${code}.${until}`)
    .digest('base64url');
}
