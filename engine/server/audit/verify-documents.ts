/** Verifies issued documents: number, title, person and last day of a row must match the signed statement. */
import type { Queryable } from '../database/database.ts';
import type { PublishedKey, Statement } from '../../portal/documents/statement.ts';
import { checkStatement } from '../documents/statement.ts';

/** A document that differs from what was issued. */
export interface DocumentFinding {
  readonly subject: string;
  readonly version: null;
  readonly why: string;
}

type SignedStatement = Omit<Statement, 'issuedOn'>;

interface SignedDocumentRow extends SignedStatement {
  readonly id: string;
  readonly document: string;
  readonly statement: string | null;
}

const atOnce = 500;

const reading = {
  name: 'audit-documents',
  text: `SELECT id, document, code, number, valid_until::text AS "validUntil", content ->> 'title' AS title,
      content ->> 'subject' AS subject, content ->> 'statement' AS statement
    FROM documents WHERE $1::uuid IS NULL OR id > $1 ORDER BY id LIMIT ${atOnce}`,
};

const signedFields = ['code', 'number', 'title', 'subject', 'validUntil'] as const;

/**
 * @param key that signs the portal's documents
 * @param add receives each document that differs from its signature
 * @returns the number of documents
 */
export async function verifyDocuments(
  client: Queryable,
  key: PublishedKey,
  add: (finding: DocumentFinding) => void,
): Promise<number> {
  let count = 0;
  for (let after: string | null = null; ;) {
    const rows: SignedDocumentRow[] = await client.query<SignedDocumentRow>({ ...reading, values: [after] });
    for (const row of rows) {
      const why = faultOf(row, key);
      if (why !== null) add({ subject: `the document ${row.document} ${row.id}`, version: null, why });
    }
    count += rows.length;
    if (rows.length < atOnce) return count;
    after = rows.at(-1)?.id ?? null;
  }
}

function faultOf(row: SignedDocumentRow, key: PublishedKey): string | null {
  const verdict = checkStatement(row.statement ?? '', [key]);
  if (verdict.is === 'unreadable') return 'has lost its signed statement';
  if (verdict.is !== 'genuine') return 'has a statement that this portal did not sign';
  const differing = signedFields.find((field) => row[field] !== verdict.statement[field]);
  return differing === undefined ? null : `does not agree with its signed statement in "${differing}"`;
}
