/** Signs the revocation list, and checks one that was stored. */
import { createHash } from 'node:crypto';
import {
  type RevocationList,
  revocationHashLength,
  revocationText,
} from '../../portal/documents/revocations.ts';
import { isMapping } from '../../portal/values/is-mapping.ts';
import type { Application } from '../kernel/application.ts';
import { todayIn } from '../sql/today.ts';
import type { PublishedKey } from '../../portal/documents/statement.ts';
import { documentKeyOf, isSignedBy } from './statement.ts';

const hoursBetweenLists = 24;

/** The list as of now. */
export async function createRevocationList(application: Application): Promise<RevocationList> {
  const now = application.now();
  const rows = await application.database.query<{ code: string; state: string }>({
    name: 'revoked-documents',
    text: `SELECT code, state FROM documents
      WHERE state <> 'valid' AND (valid_until IS NULL OR valid_until >= $1::date)`,
    values: [todayIn(application.portal().timeZone, now)],
  });
  const hashes = (state: string): string[] =>
    rows.flatMap((row) => (row.state === state ? [hashOfCode(row.code)] : [])).toSorted();
  const key = documentKeyOf(application);
  const list = {
    kid: key.published.kid,
    issuedAt: now.toISOString(),
    nextUpdate: new Date(now.getTime() + hoursBetweenLists * 3_600_000).toISOString(),
    revoked: hashes('revoked'),
    suspended: hashes('suspended'),
  };
  return { ...list, signature: key.sign(revocationText(list)) };
}

export function hashOfCode(code: string): string {
  return createHash('sha256').update(code).digest('base64url').slice(0, revocationHashLength);
}

/** The list in a text, if one of the keys signed it as it is; null: it did not. */
export function readRevocationList(text: string, keys: readonly PublishedKey[]): RevocationList | null {
  const list = parseList(text);
  const key = keys.find(({ kid }) => kid === list?.kid);
  if (list === null || key === undefined) return null;
  return isSignedBy(key, revocationText(list), list.signature) ? list : null;
}

function parseList(text: string): RevocationList | null {
  try {
    const said: unknown = JSON.parse(text);
    return isList(said) ? said : null;
  } catch {
    return null;
  }
}

function isList(value: unknown): value is RevocationList {
  if (!isMapping(value)) return false;
  const texts = ['kid', 'issuedAt', 'nextUpdate', 'signature'].map((key) => value[key]);
  const lists = ['revoked', 'suspended'].map((key) => value[key]);
  return (
    texts.every((one) => typeof one === 'string') &&
    lists.every((one) => Array.isArray(one) && one.every((hash) => typeof hash === 'string'))
  );
}
