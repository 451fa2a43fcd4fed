/**
 * Checks a document without a connection: its signed statement, with the keys and the signed list of revoked documents
 * that the service worker keeps.
 */
import { useEffect } from 'react';
import type { WireDocumentCheck } from '../../../contract/documents.ts';
import {
  type RevocationList,
  revocationHashLength,
  revocationText,
  standingIn,
} from '../../../portal/documents/revocations.ts';
import {
  bytesOf,
  type PublishedKey,
  readStatement,
  type Statement,
} from '../../../portal/documents/statement.ts';
import type { Client } from '../../api/client.ts';
import { prepareOffline } from '../../session/offline-page.ts';
import { usePortal, useSlice } from '../../session/portal-context.ts';

export interface CheckedHere {
  readonly check: WireDocumentCheck;
  /** The moment of the list of revoked documents. */
  readonly listedAt: string;
}

/** Keeps on this device what a check needs, and the page itself: inspectors on the street have no account. */
export function useChecksWithoutConnection(): void {
  const { client } = usePortal();
  const { hash } = useSlice();
  useEffect(() => {
    const needed = [
      client.addressOf('GET /documents/keys', {}),
      client.addressOf('GET /documents/revocations', {}),
    ];
    void prepareOffline(hash, needed);
  }, [client, hash]);
}

interface ScannedCode {
  readonly code: string;
  /** In the form of the printed code. */
  readonly statement: string;
  /** ISO date, in the time zone of the portal. */
  readonly today: string;
}

/** @returns null if this cannot be said here: without a statement, or without what the check needs */
export async function checkHere(
  client: Client,
  { code, statement, today }: ScannedCode,
): Promise<CheckedHere | null> {
  const read = readStatement(statement);
  const [published, list] = await Promise.all([
    client.send('GET /documents/keys', {}),
    client.send('GET /documents/revocations', {}),
  ]);
  if (read === null || !published.ok || !list.ok) return null;
  const { keys } = published.value;
  try {
    if (!(await isSigned(keys, list.value.kid, revocationText(list.value), list.value.signature)))
      return null;
    const isGenuine =
      read.statement.code === code && (await isSigned(keys, read.key, read.signed, read.signature));
    const verdict = isGenuine ? await verdictOf(read.statement, list.value, today) : 'forged';
    return { check: checkOf(read.statement, verdict), listedAt: list.value.issuedAt };
  } catch {
    // A browser that does not know this kind of signature.
    return null;
  }
}

/** @throws DOMException if the browser does not know Ed25519 */
async function isSigned(
  keys: readonly PublishedKey[],
  id: string,
  text: string,
  signature: string,
): Promise<boolean> {
  const found = keys.find(({ kid }) => kid === id);
  if (found === undefined) return false;
  const { kty, crv, x } = found;
  const key = await crypto.subtle.importKey('jwk', { kty, crv, x }, 'Ed25519', false, ['verify']);
  return crypto.subtle.verify('Ed25519', key, bytesOf(signature), new TextEncoder().encode(text));
}

async function verdictOf(
  { code, validUntil }: Statement,
  list: RevocationList,
  today: string,
): Promise<WireDocumentCheck['verdict']> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(code));
  const hash = btoa(String.fromCharCode(...new Uint8Array(digest)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .slice(0, revocationHashLength);
  const standing = standingIn(list, hash);
  if (standing !== null) return standing;
  return validUntil !== null && validUntil < today ? 'expired' : 'valid';
}

/** A forged statement says nothing. */
function checkOf(statement: Statement, verdict: WireDocumentCheck['verdict']): WireDocumentCheck {
  const isForged = verdict === 'forged';
  const { code, title, number, subject, issuedOn, validUntil } = statement;
  return {
    code,
    verdict,
    signed: true,
    title: isForged ? null : title,
    number: isForged ? null : number,
    subject: isForged ? null : subject,
    issued_on: isForged ? null : issuedOn,
    valid_until: isForged ? null : validUntil,
    office: null,
    compare: [],
    photo: null,
    reporting: null,
    open: false,
  };
}
