/** Reads issued documents. */
import type { Queryable } from '../database/database.ts';
import type { KeptContent } from './stamp-documents.ts';

export interface DocumentRow {
  readonly code: string;
  /** Id of the record. */
  readonly record: string;
  readonly document: string;
  readonly number: string | null;
  readonly variant: string | null;
  readonly state: 'valid' | 'suspended' | 'revoked';
  readonly issued_at: Date;
  /** ISO date. */
  readonly valid_until: string | null;
  readonly content: KeptContent;
}

/** The document with this code, or null. A malformed code causes no query. */
export async function findDocument(client: Queryable, code: string): Promise<DocumentRow | null> {
  if (!/^[a-z0-9]{16}$/.test(code)) return null;
  const [row] = await client.query<DocumentRow>({
    name: 'document-by-code',
    text: `SELECT code, record, document, number, variant, state, issued_at, valid_until, content
      FROM documents WHERE code = $1`,
    values: [code],
  });
  return row ?? null;
}
