/** The secret part of a link: identifies a row, and is signed, so that nobody can forge or guess one. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Application } from '../kernel/application.ts';

/** @param id of the row in `links` */
export function tokenOf(application: Application, id: string): string {
  return idPart(id) + sign(application, id);
}

/** The row of a token; null for a token that we did not sign. */
export function idOfToken(application: Application, token: string): string | null {
  const match = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})([\w-]{43})$/.exec(token);
  if (match === null) return null;
  const id = match.slice(1, 6).join('-');
  const [given, right] = [Buffer.from(match[6] ?? ''), Buffer.from(sign(application, id))];
  return given.length === right.length && timingSafeEqual(given, right) ? id : null;
}

function idPart(id: string): string {
  return id.replaceAll('-', '');
}

function sign(application: Application, id: string): string {
  return createHmac('sha256', application.secret('step-links')).update(id).digest('base64url');
}
