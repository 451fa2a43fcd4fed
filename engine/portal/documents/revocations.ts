/** The revocation list: a signed, dated list of documents that are not valid any more, for checks without the portal. */

export interface RevocationList {
  /** The key that signed it. */
  readonly kid: string;
  /** ISO moments. A newer list exists after `nextUpdate`. */
  readonly issuedAt: string;
  readonly nextUpdate: string;
  /** The start of the SHA-256 of each document's code, in base64url. Expired documents are left out. */
  readonly revoked: readonly string[];
  readonly suspended: readonly string[];
  /** base64url. */
  readonly signature: string;
}

/** Characters of a hash: enough that no two documents of a portal share one. */
export const revocationHashLength = 16;

/** What the signature signs. */
export function revocationText({
  kid,
  issuedAt,
  nextUpdate,
  revoked,
  suspended,
}: Omit<RevocationList, 'signature'>): string {
  return JSON.stringify(['munisipyo-revocations-1', kid, issuedAt, nextUpdate, revoked, suspended]);
}

/** @param hash of the document's code */
export function standingIn(list: RevocationList, hash: string): 'revoked' | 'suspended' | null {
  if (list.revoked.includes(hash)) return 'revoked';
  return list.suspended.includes(hash) ? 'suspended' : null;
}
