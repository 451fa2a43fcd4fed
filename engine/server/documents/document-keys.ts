/** The Ed25519 key pair that signs documents. Derived from the portal's root key, so every process has the same. */
import { createHash, createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto';
import type { Application } from '../kernel/application.ts';
import { onceForEach } from '../../portal/values/once-for-each.ts';

/** A public key in its published form (RFC 8037). */
export interface PublishedKey {
  readonly kty: 'OKP';
  readonly crv: 'Ed25519';
  readonly use: 'sig';
  readonly alg: 'EdDSA';
  readonly kid: string;
  readonly x: string;
}

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
