/** A record after a step and its issued document, written directly into the database. */
import { randomUUID } from 'node:crypto';
import { lastDayOfDocument } from '../../engine/portal/documents/document-validity.ts';
import type { IssuedDocument } from '../../engine/portal/model/document.ts';
import { signedOut } from '../../engine/portal/model/department.ts';
import type { Application } from '../../engine/server/kernel/application.ts';
import { runParts } from '../../engine/server/database/statements.ts';
import { prepareDocuments } from '../../engine/server/documents/stamp-documents.ts';
import { readRecordById } from '../../engine/server/records/rows/read-record.ts';

export interface Ordered {
  readonly type: string;
  readonly state: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** Department of the demonstration account that owns it. */
  readonly owner: string;
  readonly office?: string;
  readonly kind?: string;
  readonly parent?: { readonly id: string };
  readonly document: string;
  readonly variant?: string;
  readonly validUntil?: string | null;
}

export interface Issued extends IssuedDocument {
  readonly record: { readonly id: string; readonly slug: string };
}

/** @throws if the template does not exist */
export async function issueDocument(application: Application, ordered: Ordered): Promise<Issued> {
  const { database } = application;
  const portal = application.portal();
  const record = await insertRecord(application, ordered);
  return database.transaction(async (client) => {
    const stored = await readRecordById(client, { portal, visitor: signedOut }, record.id);
    if (stored === null) throw new Error('The record vanished.');
    const { context } = stored;
    const template = portal.documents[ordered.document];
    if (template === undefined) throw new Error(`There is no document ${ordered.document}.`);
    const order = {
      id: randomUUID(),
      context,
      document: ordered.document,
      variant: ordered.variant ?? null,
      validUntil:
        ordered.validUntil === undefined ? lastDayOfDocument(portal, template, context) : ordered.validUntil,
    };
    const below = () => context.children;
    const { documents, parts } = await prepareDocuments(client, application, {
      orders: [order],
      step: { name: '', record: record.id },
      below,
    });
    await runParts(client, parts);
    const [issued] = documents;
    if (issued === undefined) throw new Error('The document was not issued.');
    return { ...issued, record };
  });
}

export async function insertRecord(
  { database, portal }: Application,
  { type, state, data, owner, office, kind, parent }: Omit<Ordered, 'document'>,
): Promise<{ readonly id: string; readonly slug: string }> {
  const id = randomUUID();
  const slug = id.replaceAll('-', '').slice(0, 16);
  const number = `N-${slug.slice(0, 6)}`;
  const { [type]: recordType } = portal().recordTypes;
  await database.query(
    `INSERT INTO records (id, type, slug, number, state, kind, owner, office, parent, ancestors, version, data, form, items, search)
     SELECT $1, $2, $3, $4, $5, $6, a.id, $7, $8::uuid,
       CASE WHEN $8::uuid IS NULL THEN '{}'::uuid[] ELSE ARRAY[$8::uuid] END, 1, $9, $10, '{}', ''
     FROM accounts a WHERE a.department = $11`,
    [
      id,
      type,
      slug,
      number,
      state,
      kind ?? null,
      office ?? null,
      parent?.id ?? null,
      JSON.stringify(data),
      recordType?.form ?? null,
      owner,
    ],
  );
  return { id, slug };
}
