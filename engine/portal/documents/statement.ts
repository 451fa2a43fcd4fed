/** Reads the signed statement in the code of a document, and the keys that sign it: on the server and in the browser. */

/** A public key in its published form (RFC 8037). */
export interface PublishedKey {
  readonly kty: 'OKP';
  readonly crv: 'Ed25519';
  readonly use: 'sig';
  readonly alg: 'EdDSA';
  readonly kid: string;
  readonly x: string;
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

export const statementVersion = 'm1';
const pattern = /\bm1\.[A-Za-z0-9_-]{20,2000}\.[A-Za-z0-9_-]{86}(?![A-Za-z0-9_-])/;

/** The statement in a text, an address or a file; null if there is none. */
export function findStatement(text: string): string | null {
  return pattern.exec(text)?.[0] ?? null;
}

/** What a statement says, and what its signature is of. */
interface ReadStatement {
  readonly statement: Statement;
  /** Id of the key. */
  readonly key: string;
  /** The text that is signed, and the signature in base64url. */
  readonly signed: string;
  readonly signature: string;
}

/** @returns null if there is no statement in the text. Nothing is checked. */
export function readStatement(text: string): ReadStatement | null {
  const found = findStatement(text);
  if (found === null) return null;
  const end = found.lastIndexOf('.');
  const said = parse(textOf(found.split('.')[1] ?? ''));
  if (!Array.isArray(said) || said.length !== 7) return null;
  const [key, code, title, number, subject, issuedOn, validUntil] = said as unknown[];
  if (!isText(key) || !isText(code) || !isText(title) || !isText(issuedOn)) return null;
  if (!isTextOrNull(number) || !isTextOrNull(subject) || !isTextOrNull(validUntil)) return null;
  const statement = { code, title, number, subject, issuedOn, validUntil };
  return { statement, key, signed: found.slice(0, end), signature: found.slice(end + 1) };
}

/** @param base64url as a statement has it */
function textOf(base64url: string): string {
  return new TextDecoder().decode(bytesOf(base64url));
}

/** @param base64url or base64. @returns the bytes; none if it is neither */
export function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  try {
    const binary = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
    return Uint8Array.from(binary, (character) => character.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
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
