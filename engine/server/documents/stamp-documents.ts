/** Issues documents: gives each its number, its code and its signature, and keeps what stands on it. */
import { randomBytes, randomUUID } from 'node:crypto';
import { fillDocument, type DocumentContent } from '../../portal/document-content.ts';
import { lastDayOfDocument } from '../../portal/document-validity.ts';
import type { DocumentTemplate, IssuedDocument } from '../../portal/document.ts';
import type { Portal } from '../../portal/portal.ts';
import type { PortalRecord, RecordContext } from '../../portal/record.ts';
import type { Queryable } from '../database/database.ts';
import { fillPattern } from '../records/numbers.ts';
import { rowJson, toRecord, type RecordRow } from '../records/rows.ts';
import type { DocumentKey } from './document-keys.ts';
import { signStatement } from './statement.ts';

/** One document that a step issues. */
export interface DocumentOrder {
  /** The record as the step leaves it. */
  readonly context: RecordContext;
  /** Name of the template. */
  readonly document: string;
  readonly variant: string | null;
  /** Where whoever took the step has already given it one. */
  readonly id?: string;
  /** ISO date or null; left out: as the template says. */
  readonly validUntil?: string | null;
}

export interface Stamping {
  readonly portal: Portal;
  readonly key: DocumentKey;
  /** The step that issues them and who takes it; its event may not be written yet. */
  readonly step: { readonly name: string; readonly account: string | null } | null;
}

/** What is kept of a document besides its columns. */
export interface KeptContent extends DocumentContent {
  /** What its code says, signed. */
  readonly statement: string;
}

/**
 * Writes documents in the caller's transaction; the records and what stands above them are written first.
 * An order whose template there is not is left out.
 */
export async function stampDocuments(
  client: Queryable,
  stamping: Stamping,
  orders: readonly DocumentOrder[],
): Promise<IssuedDocument[]> {
  const issued: IssuedDocument[] = [];
  // One after the other: numbers follow the order in which they are issued.
  for (const order of orders) {
    const { documents } = stamping.portal;
    const template = Object.hasOwn(documents, order.document) ? documents[order.document] : undefined;
    if (template !== undefined) issued.push(await stampOne(client, stamping, { order, template }));
  }
  return issued;
}

interface Stamped {
  readonly order: DocumentOrder;
  readonly template: DocumentTemplate;
}

async function stampOne(
  client: Queryable,
  stamping: Stamping,
  { order, template }: Stamped,
): Promise<IssuedDocument> {
  const { portal, key, step } = stamping;
  const { context, variant } = order;
  const { record } = context;
  const document: IssuedDocument = {
    id: order.id ?? randomUUID(),
    code: newCode(),
    document: template.name,
    number: await numberOf(client, template, context),
    variant,
    state: 'valid',
    issuedAt: context.now,
    validUntil:
      order.validUntil === undefined ? lastDayOfDocument(portal, template, context) : order.validUntil,
  };
  const around = await readAround(client, record, step);
  const content = fillDocument(template, {
    portal,
    context: { ...context, documents: [document, ...context.documents] },
    ...around,
    people: { ...departmentsIn(portal, context), ...around.people },
    document,
  });
  const { code, number, validUntil } = document;
  const said = {
    code,
    title: content.title,
    number,
    subject: content.subject,
    issuedOn: context.today,
    validUntil,
  };
  const kept: KeptContent = { ...content, statement: signStatement(key, said) };
  await client.query({
    ...insert,
    values: [
      document.id,
      code,
      record.id,
      document.document,
      number,
      variant,
      record.owner,
      document.issuedAt,
      validUntil,
      JSON.stringify(kept),
    ],
  });
  return document;
}

const insert = {
  name: 'stamp-document',
  text: `INSERT INTO documents (id, code, record, document, number, variant, owner, issued_at, valid_until, content)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
};

async function numberOf(
  client: Queryable,
  { name, number }: DocumentTemplate,
  { record, today }: RecordContext,
): Promise<string | null> {
  if (number === null) return record.number;
  const year = today.slice(0, 4);
  const office = record.office ?? '';
  const scope = number.per.map((part) => (part === 'year' ? year : office));
  const [row] = await client.query<{ value: number }>({
    name: 'next-number',
    text: `INSERT INTO sequences AS s (name, value) VALUES ($1, 1)
      ON CONFLICT (name) DO UPDATE SET value = s.value + 1 RETURNING value`,
    values: [['document', name, ...scope].join('/')],
  });
  return fillPattern(number.pattern, {
    year,
    office: office.toUpperCase(),
    sequence: String(row?.value ?? 1),
  });
}

interface Around {
  readonly below: readonly PortalRecord[];
  readonly people: Readonly<Record<string, string>>;
  readonly signers: Readonly<Record<string, string>>;
}

const around = {
  name: 'around-document',
  text: `WITH RECURSIVE tree AS (
      SELECT id FROM records WHERE parent = $1::uuid
      UNION ALL SELECT r.id FROM records r JOIN tree t ON r.parent = t.id)
    SELECT
    (SELECT coalesce(jsonb_agg(${rowJson('b')} ORDER BY b.created_at, b.id), '[]')
      FROM records b WHERE b.id IN (SELECT id FROM tree)) AS below,
    (SELECT coalesce(jsonb_object_agg(p.role, a.name), '{}')
      FROM parties p JOIN accounts a ON a.id = p.account WHERE p.record = $1::uuid) AS people,
    (SELECT name FROM accounts WHERE id = $2::uuid) AS owner,
    (SELECT coalesce(jsonb_object_agg(s.what, s.name), '{}') FROM (
      SELECT DISTINCT ON (e.what) e.what, a.name FROM events e JOIN accounts a ON a.id = e.account
      WHERE e.record = $1::uuid ORDER BY e.what, e.at DESC) s) AS signers,
    (SELECT name FROM accounts WHERE id = $3::uuid) AS signer`,
};

interface AroundRow {
  readonly below: readonly RecordRow[];
  readonly people: Readonly<Record<string, string>>;
  readonly owner: string | null;
  readonly signers: Readonly<Record<string, string>>;
  readonly signer: string | null;
}

async function readAround(client: Queryable, record: PortalRecord, step: Stamping['step']): Promise<Around> {
  const values = [record.id, record.owner, step?.account ?? null];
  const [row] = await client.query<AroundRow>({ ...around, values });
  const { below = [], people = {}, owner = null, signers = {}, signer = null } = row ?? {};
  return {
    below: below.map(toRecord),
    people: { ...people, ...(owner !== null && { owner }) },
    signers: { ...signers, ...(step !== null && signer !== null && { [step.name]: signer }) },
  };
}

function departmentsIn({ departments }: Portal, { parties }: RecordContext): Record<string, string> {
  return Object.fromEntries(
    parties.flatMap(({ role, department }) => {
      const title = department === null ? undefined : departments[department]?.title;
      return title === undefined ? [] : [[role, title]];
    }),
  );
}

/** Letters that are not mistaken for each other; 80 bits, so that nobody finds one by trying. */
const letters = 'abcdefghijkmnpqrstuvwxyz23456789';

function newCode(): string {
  return Array.from(randomBytes(16), (byte) => letters[byte % letters.length]).join('');
}
