/**
 * The content of a document's code: a short signed statement that can be checked offline, and the keys that sign it.
 */
import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import {
  type PublishedKey,
  readStatement,
  type Statement,
  statementVersion,
} from '../../portal/documents/statement.ts';
import { onceForEach } from '../../portal/values/once-for-each.ts';
import type { Application } from '../kernel/application.ts';

export interface DocumentKey {
  readonly published: PublishedKey;
  /** base64url. */
  sign(text: string): string;
}

/** The bytes before the 32 bytes of a private key in PKCS #8. */
const prefix = Buffer.from('302e020100300506032b657004220420', 'hex');

export const documentKeyOf = onceForEach((application: Application) =>
  createDocumentKey(application.secret('documents').export()),
);

/** @param seed 32 bytes */
export function createDocumentKey(seed: Buffer): DocumentKey {
  const secret = createPrivateKey({ key: Buffer.concat([prefix, seed]), format: 'der', type: 'pkcs8' });
  const published = publishedOf(createPublicKey(secret));
  return {
    published,
    sign: (text) => sign(null, Buffer.from(text), secret).toString('base64url'),
  };
}

/** @param key a public key of Ed25519 */
export function publishedOf(key: KeyObject): PublishedKey {
  const { x = '' } = key.export({ format: 'jwk' });
  return { kty: 'OKP', crv: 'Ed25519', use: 'sig', alg: 'EdDSA', kid: keyId(x), x };
}

/** Is this the key's signature (base64url) of the text? False for an invalid key or signature. */
export function isSignedBy({ x }: Pick<PublishedKey, 'x'>, text: string, signature: string): boolean {
  try {
    const key: KeyObject = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64url'));
  } catch {
    return false;
  }
}

/** Short, because every code contains it. It only selects a key; the signature proves the document. */
function keyId(x: string): string {
  return createHash('sha256').update(x).digest('base64url').slice(0, 8);
}

export type Verdict =
  | { readonly is: 'genuine'; readonly statement: Statement }
  /** It has the form of a statement, but the signature is not ours. */
  | { readonly is: 'forged'; readonly statement: Statement }
  | { readonly is: 'signed-by-another'; readonly statement: Statement; readonly key: string }
  | { readonly is: 'unreadable' };

/** `m1.CONTENT.SIGNATURE`, in characters that every URL allows. */
export function signStatement(key: DocumentKey, said: Statement): string {
  const { code, title, number, subject, issuedOn, validUntil } = said;
  const content = JSON.stringify([key.published.kid, code, title, number, subject, issuedOn, validUntil]);
  const text = `${statementVersion}.${Buffer.from(content).toString('base64url')}`;
  return `${text}.${key.sign(text)}`;
}

/** Never throws. */
export function checkStatement(text: string, keys: readonly PublishedKey[]): Verdict {
  const read = readStatement(text);
  if (read === null) return { is: 'unreadable' };
  const { key, statement, signed, signature } = read;
  const ours = keys.find(({ kid }) => kid === key);
  if (ours === undefined) return { is: 'signed-by-another', statement, key };
  const isGenuine = isSignedBy(ours, signed, signature);
  return { is: isGenuine ? 'genuine' : 'forged', statement };
}
