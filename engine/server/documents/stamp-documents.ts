/** Issues documents: assigns number, code and signature, and stores the content. */
import { fillDocument, type DocumentContent, type Signer } from '../../portal/documents/document-content.ts';
import type { DocumentTemplate, IssuedDocument } from '../../portal/model/document.ts';
import type { Portal } from '../../portal/model/portal.ts';
import type { RecordContext } from '../../portal/model/record.ts';
import { successionsOf } from '../../portal/succession/succeed-record.ts';
import { numberSubject } from '../../portal/writing/record-number.ts';
import { signatureColumn } from '../account-pictures/signatures.ts';
import type { Application } from '../kernel/application.ts';
import type { Queryable } from '../database/database.ts';
import { inOrder } from '../database/transactions.ts';
import { partOf } from '../database/statements.ts';
import type { DocumentBatch, DocumentOrder, PreparedDocuments } from '../records/rows/record-desk.ts';
import { nextNumber } from '../records/store/numbers.ts';
import { newIdentity } from '../records/store/write-record.ts';
import { type DocumentKey, documentKeyOf, signStatement } from './statement.ts';

/** The stored content of a document besides its columns. */
export interface KeptContent extends DocumentContent {
  /** The signed statement in its code. */
  readonly statement: string;
}

/** A document with its row, not written yet. */
interface InsertedDocument {
  readonly document: IssuedDocument;
  readonly row: object;
  /** Ids of the pictures of signatures on it. */
  readonly signatures: readonly string[];
}

/** A document with the values that only the database knows. */
interface NumberedOrder {
  readonly order: DocumentOrder;
  readonly template: DocumentTemplate;
  readonly around: DocumentPeople;
  readonly number: string | null;
}

/**
 * Reads the people in the documents, assigns numbers, whose counters others wait for from then on, and signs the
 * documents. The records and their events must be written first. Orders without an existing template are left out.
 * @param client of the transaction that writes the records
 */
export async function prepareDocuments(
  client: Queryable,
  application: Application,
  batch: DocumentBatch,
): Promise<PreparedDocuments> {
  const portal = application.portal();
  const known = batch.orders.flatMap((order) => {
    const { document } = order;
    const template = Object.hasOwn(portal.documents, document) ? portal.documents[document] : undefined;
    return template === undefined ? [] : [{ order, template }];
  });
  const numbered = await inOrder(
    ...known.map(async (one): Promise<NumberedOrder> => {
      const { template, order } = one;
      const [people, number] = await inOrder(
        readPeople(client, portal, order.context, batch.step),
        numberOf({ client, database: application.database }, template, order.context),
      );
      return { ...one, around: people, number };
    }),
  );
  const key = documentKeyOf(application);
  const stamped = numbered.map((one) => stampDocument({ portal, key, below: batch.below }, one));
  return {
    documents: stamped.map(({ document }) => document),
    parts: [
      ...partOf(
        'issued',
        issuing,
        stamped.map(({ row }) => row),
      ),
      ...partOf(
        'signed',
        usingSignatures,
        stamped.flatMap(({ signatures }) => signatures.map((id) => ({ id }))),
      ),
    ],
  };
}

/** Fills in the document and signs it. */
function stampDocument(
  {
    portal,
    key,
    below,
  }: Pick<DocumentBatch, 'below'> & { readonly portal: Portal; readonly key: DocumentKey },
  { order, template, around: people, number }: NumberedOrder,
): InsertedDocument {
  const { context, variant } = order;
  const { record } = context;
  const { slug: code } = newIdentity();
  const document: IssuedDocument = {
    id: order.id,
    code,
    document: template.name,
    number,
    variant,
    state: 'valid',
    issuedAt: context.now,
    validUntil: order.validUntil,
  };
  const content = fillDocument(template, {
    portal,
    context: { ...context, documents: [document, ...context.documents] },
    below: () => below(record.id),
    signers: people.signers,
    people: { ...departmentsIn(portal, context), ...people.people },
    document,
  });
  const { validUntil: until } = document;
  const { title, subject } = content;
  const said = { code, title, number, subject, issuedOn: context.today, validUntil: until };
  const kept: KeptContent = { ...content, statement: signStatement(key, said) };
  const signatures = content.blocks.flatMap((block) =>
    block.block === 'signature' && block.picture !== undefined ? [block.picture] : [],
  );
  return {
    document,
    row: { ...document, record: record.id, owner: record.owner, content: kept },
    signatures,
  };
}

/** What one step issues is one microsecond apart in its order, so that the newest document is always the same. */
const issuing = `INSERT INTO documents (id, code, record, document, number, variant, owner, issued_at, valid_until, content)
  SELECT id, code, record, document, number, variant, owner, "issuedAt" + (ordinality - 1) * interval '1 microsecond',
    "validUntil", content
  FROM ROWS FROM (jsonb_to_recordset($1) AS (id uuid, code text, record uuid, document text, number text,
    variant text, owner uuid, "issuedAt" timestamptz, "validUntil" date, content jsonb)) WITH ORDINALITY AS n`;

const usingSignatures = `UPDATE signatures s SET is_used = true
  FROM jsonb_to_recordset($1) AS n(id text) WHERE s.id = n.id AND NOT s.is_used`;

async function numberOf(
  counter: Parameters<typeof nextNumber>[0],
  { name, number }: DocumentTemplate,
  { record, today }: RecordContext,
): Promise<string | null> {
  if (number === null) return record.number;
  const subject = numberSubject(record, today);
  const written = { ...subject, office: subject.office.toUpperCase(), kind: subject.kind.toUpperCase() };
  return nextNumber(counter, { of: `document/${name}`, subject, written }, number);
}

interface DocumentPeople {
  readonly people: Readonly<Record<string, string>>;
  readonly signers: Readonly<Record<string, readonly Signer[]>>;
}

/**
 * A step that several people took was signed at several versions of its record. A step that too few people took so far
 * counts last. Earlier events do not tell who signed, so what they tell is enough.
 */
const around = {
  name: 'around-document',
  text: `SELECT
    (SELECT coalesce(jsonb_object_agg(p.role, a.name), '{}')
      FROM parties p JOIN accounts a ON a.id = p.account WHERE p.record = $1::uuid) AS people,
    (SELECT name FROM accounts WHERE id = $2::uuid) AS owner,
    (SELECT coalesce(jsonb_object_agg(s.what, s.people ORDER BY s.is_step), '{}')
      FROM (
        SELECT l.what, l.is_step, jsonb_agg(
          jsonb_build_object('name', a.name, 'at', e.at, 'picture', ${signatureColumn('a.id')}) ORDER BY e.version) AS people
        FROM (
          SELECT DISTINCT ON (record, what) record, version, detail -> 'signed' AS signed, record <> $1::uuid AS is_step,
            CASE WHEN record = $1::uuid THEN coalesce($5::jsonb ->> what, what) ELSE what END AS what
          FROM events
          WHERE (record = $1::uuid OR (record = $3::uuid AND what = $4)) AND (account IS NOT NULL OR detail ? 'signed')
          ORDER BY record, what, detail ? 'given' AND NOT detail ? 'signed'
            AND coalesce((detail ->> 'given')::int < (detail ->> 'needed')::int, true), version DESC) l
        JOIN events e ON e.record = l.record
          AND CASE WHEN l.signed IS NULL THEN e.version = l.version ELSE l.signed @> to_jsonb(e.version) END
        JOIN accounts a ON a.id = e.account
        GROUP BY l.what, l.is_step) s) AS signers`,
};

interface DocumentPeopleRow extends DocumentPeople {
  readonly owner: string | null;
}

async function readPeople(
  client: Queryable,
  portal: Portal,
  { record }: RecordContext,
  step: DocumentBatch['step'],
): Promise<DocumentPeople> {
  // Events keep the names of their time.
  const renamed = Object.fromEntries(successionsOf(portal).steps.get(record.type) ?? []);
  const values = [record.id, record.owner, step.record, step.name, JSON.stringify(renamed)];
  const [row] = await client.query<DocumentPeopleRow>({ ...around, values });
  const { people = {}, owner = null, signers = {} } = row ?? {};
  return { people: { ...people, ...(owner !== null && { owner }) }, signers };
}

function departmentsIn({ departments }: Portal, { parties }: RecordContext): Record<string, string> {
  return Object.fromEntries(
    parties.flatMap(({ role, department }) => {
      const title = department === null ? undefined : departments[department]?.title;
      return title === undefined ? [] : [[role, title]];
    }),
  );
}
