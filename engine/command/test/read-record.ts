/** Reads a record from the database with the records above and below it, without anything that tells of a person. */
import type { CaseRecord } from '../../config/link/cases/case.ts';
import type { IssuedDocument } from '../../portal/model/document.ts';
import type { Portal } from '../../portal/model/portal.ts';
import type { PortalRecord } from '../../portal/model/record.ts';
import type { Queryable } from '../../server/database/database.ts';
import { type RecordRow, rowJson, toRecord } from '../../server/records/rows/rows.ts';
import { findNamedRecord } from '../explain/named-record.ts';
import { madeUpAnswers } from './made-up-answers.ts';

export interface RecordForCase {
  readonly record: CaseRecord;
  /** Null: nobody owns it. */
  readonly ownerDepartment: string | null;
}

interface StoredRow {
  readonly record: RecordRow;
  readonly documents: readonly IssuedDocument[];
}

/** @returns a sentence if the word names no record, or several */
export async function readCaseRecord(
  client: Queryable,
  portal: Portal,
  { word, today }: { readonly word: string; readonly today: string },
): Promise<RecordForCase | string> {
  const named = await findNamedRecord(client, word);
  if (typeof named === 'string') return named;
  const rows = await client.query<StoredRow & { readonly isIt: boolean }>({
    name: 'record-for-case',
    text: `WITH it AS (SELECT * FROM records WHERE type = $1 AND slug = $2)
      SELECT ${rowJson('r')} AS record, r.id = it.id AS "isIt",
        (SELECT coalesce(json_agg(portal_document(d) ORDER BY d.issued_at DESC), '[]') FROM documents d WHERE d.record = r.id) AS documents
      FROM records r, it WHERE r.id = it.id OR r.id = ANY(it.ancestors) OR it.id = ANY(r.ancestors)
      ORDER BY r.created_at, r.id`,
    values: [named.type, named.slug],
  });
  const it = rows.find(({ isIt }) => isIt);
  if (it === undefined) return `"${word}" is an account. Cases are made from records.`;
  const family = rows.map(({ record, documents }) => ({ record: toRecord(record), documents }));
  const found = toRecord(it.record);
  return {
    record: {
      ...caseRecordOf(portal, family, { record: found, documents: it.documents }, today),
      parent: aboveOf(portal, family, { record: found, today }),
    },
    ownerDepartment: await departmentOf(client, found.owner),
  };
}

interface StoredMember {
  readonly record: PortalRecord;
  readonly documents: readonly IssuedDocument[];
}

function caseRecordOf(
  portal: Portal,
  family: readonly StoredMember[],
  { record, documents }: StoredMember,
  today: string,
): CaseRecord {
  const { type, state, kind, office, unit, items } = record;
  const below = family.filter((one) => one.record.parent === record.id);
  const decided = ['filed', 'accepted', 'returned', 'waived'];
  const states = Object.entries(items).map(([id, item]) => [id, item.state] as const);
  return {
    type,
    state,
    kind,
    office,
    unit,
    data: madeUpAnswers(portal, record, today),
    items: Object.fromEntries(states.filter(([id, is]) => decided.includes(is) && !id.includes('.'))),
    documents: Object.fromEntries(
      documents.toReversed().map(({ document, state: standing }) => [document, standing]),
    ),
    parties: {},
    signed: {},
    isOwn: true,
    parent: null,
    children: below.map((one) => caseRecordOf(portal, family, one, today)),
  };
}

/** The records above it, without the others below them. */
function aboveOf(
  portal: Portal,
  family: readonly StoredMember[],
  { record, today }: { readonly record: PortalRecord; readonly today: string },
): CaseRecord | null {
  const parent = family.find((one) => one.record.id === record.parent);
  if (parent === undefined) return null;
  return {
    ...caseRecordOf(portal, [], parent, today),
    parent: aboveOf(portal, family, { record: parent.record, today }),
  };
}

async function departmentOf(client: Queryable, owner: string | null): Promise<string | null> {
  const [row] = await client.query<{ department: string }>({
    name: 'department-of-owner',
    text: `SELECT department FROM account_memberships WHERE id = $1::uuid ORDER BY joined_at NULLS FIRST, membership LIMIT 1`,
    values: [owner],
  });
  return row?.department ?? null;
}
