/** The content of a document's code: a short signed statement that can be checked offline. */
import { isSignedBy, type DocumentKey, type PublishedKey } from './document-keys.ts';

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
