/** `munisipyo verify`: verifies a document with the published key alone, without server and database. */
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createPublicKey } from 'node:crypto';
import { isMapping } from '../portal/values/is-mapping.ts';
import {
  checkStatement,
  findStatement,
  type PublishedKey,
  publishedOf,
  type Statement,
} from '../server/documents/statement.ts';

export const usage = `Usage: munisipyo verify TEXT|FILE [--key FILE]
       TEXT is the address in the QR code. FILE is a document, or the text of its code.
       Without --key, the command uses the keys in DATA_DIR (default: .data).
`;

/** @returns 0 for a genuine document that has not expired, 1 for any other, 2 for wrong use */
export async function verify(args: readonly string[]): Promise<number> {
  const at = args.indexOf('--key');
  const keyFile = at < 0 ? null : (args[at + 1] ?? '');
  const [said, ...more] = args.filter((_, index) => at < 0 || (index !== at && index !== at + 1));
  if (said === undefined || said === '' || more.length > 0 || keyFile === '') {
    process.stderr.write(usage);
    return 2;
  }
  const path = keyFile ?? join(resolve(process.env['DATA_DIR'] ?? '.data'), 'document-keys.json');
  const keys = await readKeys(path);
  if (keys === null) {
    process.stderr.write(
      `No key can be read from ${path}. Name one with --key: a portal publishes its own at /.well-known/document-keys.json.\n`,
    );
    return 2;
  }
  return tell(await textOf(said), keys);
}

function tell(text: string, keys: readonly PublishedKey[]): number {
  const verdict = checkStatement(text, keys);
  if (verdict.is === 'unreadable') return answer(1, 'not a document', 'There is no signed statement in it.');
  if (verdict.is === 'forged') return answer(1, 'forged', 'The signature does not match the content.');
  if (verdict.is === 'signed-by-another') {
    return answer(1, 'forged', `It is signed with the key "${verdict.key}", which is none of those given.`);
  }
  const { statement } = verdict;
  const today = new Intl.DateTimeFormat('en-CA', { dateStyle: 'short' }).format(new Date());
  const isOver = statement.validUntil !== null && statement.validUntil < today;
  const word = isOver ? 'genuine, but expired' : 'genuine';
  return answer(
    isOver ? 1 : 0,
    `${word}\n${linesOf(statement)}`,
    'Whether it was taken back, only its portal knows.',
  );
}

function answer(code: number, said: string, remark: string): number {
  process.stdout.write(`${said}\n`);
  process.stderr.write(`${remark}\n`);
  return code;
}

function linesOf({ title, number, subject, issuedOn, validUntil, code }: Statement): string {
  const rows = { title, number, subject, issued: issuedOn, 'valid until': validUntil ?? 'for good', code };
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
