/**
 * The content of a document's code: a short signed statement that can be checked offline, and the keys that sign it.
 */
import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { onceForEach } from '../../portal/values/once-for-each.ts';
import type { Application } from '../kernel/application.ts';

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

export interface Statement {
  /** The public page with the current status of the document. */
  readonly code: string;
  readonly title: string;
  readonly number: string | null;
  /** Masked if it is a person. */
  readonly subject: string | null;
  /** ISO dates. */
  readonly issuedOn: string;
  readonly validUntil: string | null;
}

export type Verdict =
  | { readonly is: 'genuine'; readonly statement: Statement }
  /** It has the form of a statement, but the signature is not ours. */
  | { readonly is: 'forged'; readonly statement: Statement }
  | { readonly is: 'signed-by-another'; readonly statement: Statement; readonly key: string }
  | { readonly is: 'unreadable' };

const version = 'm1';
const pattern = /\bm1\.[A-Za-z0-9_-]{20,2000}\.[A-Za-z0-9_-]{86}(?![A-Za-z0-9_-])/;

/** `m1.CONTENT.SIGNATURE`, in characters that every URL allows. */
export function signStatement(key: DocumentKey, said: Statement): string {
  const { code, title, number, subject, issuedOn, validUntil } = said;
  const content = JSON.stringify([key.published.kid, code, title, number, subject, issuedOn, validUntil]);
  const text = `${version}.${Buffer.from(content).toString('base64url')}`;
  return `${text}.${key.sign(text)}`;
}

/** The statement in a text, an address or a file; null if there is none. */
export function findStatement(text: string): string | null {
  return pattern.exec(text)?.[0] ?? null;
}

/** Never throws. */
export function checkStatement(text: string, keys: readonly PublishedKey[]): Verdict {
  const found = findStatement(text);
  const read = found === null ? null : readStatement(found);
  if (found === null || read === null) return { is: 'unreadable' };
  const { key, statement } = read;
  const ours = keys.find(({ kid }) => kid === key);
  if (ours === undefined) return { is: 'signed-by-another', statement, key };
  const end = found.lastIndexOf('.');
  const isGenuine = isSignedBy(ours, found.slice(0, end), found.slice(end + 1));
  return { is: isGenuine ? 'genuine' : 'forged', statement };
}

function readStatement(text: string): { readonly key: string; readonly statement: Statement } | null {
  const said = parse(Buffer.from(text.split('.')[1] ?? '', 'base64url').toString());
  if (!Array.isArray(said) || said.length !== 7) return null;
  const [key, code, title, number, subject, issuedOn, validUntil] = said as unknown[];
  if (!isText(key) || !isText(code) || !isText(title) || !isText(issuedOn)) return null;
  if (!isTextOrNull(number) || !isTextOrNull(subject) || !isTextOrNull(validUntil)) return null;
  return { key, statement: { code, title, number, subject, issuedOn, validUntil } };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isTextOrNull(value: unknown): value is string | null {
  return value === null || isText(value);
}
