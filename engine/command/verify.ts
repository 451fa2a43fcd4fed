/** `munisipyo verify`: verifies a document with the published key alone, without server and database. */
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createPublicKey } from 'node:crypto';
import { type RevocationList, standingIn } from '../portal/documents/revocations.ts';
import { isMapping } from '../portal/values/is-mapping.ts';
import { hashOfCode, readRevocationList } from '../server/documents/revocation-list.ts';
import { findStatement, type PublishedKey, type Statement } from '../portal/documents/statement.ts';
import { checkStatement, publishedOf } from '../server/documents/statement.ts';

export const usage = `Usage: munisipyo verify TEXT|FILE [--key FILE] [--revocations FILE|URL]
       TEXT is the address in the QR code. FILE is a document, or the text of its code.
       Without --key, the command uses the keys in DATA_DIR (default: .data).
       A portal publishes its list of revoked documents at /.well-known/document-revocations.json.
`;

/** @returns 0 for a genuine document that has not expired, 1 for any other, 2 for wrong use */
export async function verify(args: readonly string[]): Promise<number> {
  const options = readOptions(args);
  if (options === null) {
    process.stderr.write(usage);
    return 2;
  }
  const { said, key, revocations } = options;
  const path = key ?? join(resolve(process.env['DATA_DIR'] ?? '.data'), 'document-keys.json');
  const keys = await readKeys(path);
  if (keys === null) {
    process.stderr.write(
      `No key can be read from ${path}. Name one with --key: a portal publishes its own at /.well-known/document-keys.json.\n`,
    );
    return 2;
  }
  const list = revocations === undefined ? undefined : readRevocationList(await textAt(revocations), keys);
  if (list === null) {
    process.stderr.write(
      `The list at ${revocations} cannot be read, or it was changed after it was signed, or another portal signed it. Do not rely on it.\n`,
    );
    return 2;
  }
  return tell(await textOf(said), keys, list);
}

interface VerifyOptions {
  readonly said: string;
  readonly key: string | undefined;
  readonly revocations: string | undefined;
}

function readOptions(args: readonly string[]): VerifyOptions | null {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { key: { type: 'string' }, revocations: { type: 'string' } },
    });
    const [said = '', ...more] = positionals;
    const { key, revocations } = values;
    if (said === '' || more.length > 0 || key === '' || revocations === '') return null;
    return { said, key, revocations };
  } catch {
    return null;
  }
}

/** A file, or an address. Empty if it cannot be read. */
async function textAt(place: string): Promise<string> {
  if (!/^https?:\/\//.test(place)) return readFile(place, 'utf8').catch(() => '');
  return fetch(place, { signal: AbortSignal.timeout(10_000) })
    .then((found) => (found.ok ? found.text() : ''))
    .catch(() => '');
}

function tell(text: string, keys: readonly PublishedKey[], list: RevocationList | undefined): number {
  const verdict = checkStatement(text, keys);
  if (verdict.is === 'unreadable') return answer(1, 'not a document', 'There is no signed statement in it.');
  if (verdict.is === 'forged') return answer(1, 'forged', 'The signature does not match the content.');
  if (verdict.is === 'signed-by-another') {
    return answer(1, 'forged', `It is signed with the key "${verdict.key}", which is none of those given.`);
  }
  const { statement } = verdict;
  const today = new Intl.DateTimeFormat('en-CA', { dateStyle: 'short' }).format(new Date());
  const isOver = statement.validUntil !== null && statement.validUntil < today;
  const standing = list === undefined ? null : standingIn(list, hashOfCode(statement.code));
  const word = standing ?? (isOver ? 'expired' : null);
  const said = word === null ? 'genuine' : `genuine, but ${word}`;
  return answer(word === null ? 0 : 1, `${said}\n${linesOf(statement)}`, remarkOf(list));
}

/** How far the answer can be relied on. */
function remarkOf(list: RevocationList | undefined): string {
  if (list === undefined) {
    return 'Only its portal, or its list of revoked documents (--revocations), shows whether it was revoked.';
  }
  const age = `The list of revoked documents was signed on ${list.issuedAt.slice(0, 10)} at ${list.issuedAt.slice(11, 16)} UTC.`;
  if (list.nextUpdate >= new Date().toISOString()) return age;
  return `Warning: ${age} It should have been replaced by ${list.nextUpdate}. A later revocation is not in it.`;
}

function answer(code: number, said: string, remark: string): number {
  process.stdout.write(`${said}\n`);
  process.stderr.write(`${remark}\n`);
  return code;
}

function linesOf({ title, number, subject, issuedOn, validUntil, code }: Statement): string {
  const rows = { title, number, subject, issued: issuedOn, 'valid until': validUntil ?? 'no end date', code };
  return Object.entries(rows)
    .flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}`]))
    .join('\n');
}

/** The address, the statement, or a file with either: a text, or the PDF itself. */
async function textOf(said: string): Promise<string> {
  if (findStatement(said) !== null) return said;
  return readFile(said, 'latin1').catch(() => said);
}

/** A JWK set, one JWK, or a PEM. */
async function readKeys(path: string): Promise<PublishedKey[] | null> {
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null) return null;
  try {
    const said: unknown = text.includes('-----BEGIN') ? publishedOf(createPublicKey(text)) : JSON.parse(text);
    const keys = isMapping(said) && Array.isArray(said['keys']) ? (said['keys'] as unknown[]) : [said];
    const found = keys.filter(isPublished);
    return found.length === 0 ? null : found;
  } catch {
    return null;
  }
}

function isPublished(value: unknown): value is PublishedKey {
  return isMapping(value) && typeof value['kid'] === 'string' && typeof value['x'] === 'string';
}
