/** Verifies the histories of all records and their anchors, in one snapshot. */
import { createHash, type Hash, type KeyObject, randomBytes } from 'node:crypto';
import { countOfNoun } from '../../portal/text/noun-count.ts';
import type { Database, Queryable } from '../database/database.ts';
import { readSecrets } from '../database/secrets.ts';
import type { Version } from '../history/event-chain.ts';
import type { PublishedKey } from '../../portal/documents/statement.ts';
import { createDocumentKey } from '../documents/statement.ts';
import { type RecordRow, rowJson, toRecord } from '../records/rows/rows.ts';
import { type Anchor, readAnchors, sealOf } from './anchors.ts';
import { requireAuditKey } from '../history/audit-key.ts';
import {
  erasedFields,
  faultOf,
  type History,
  type HistoryEvidence,
  type StoredEvent,
} from './check-history.ts';
import { verifyConfigurations } from './verify-configurations.ts';
import { verifyDocuments } from './verify-documents.ts';

interface AuditFinding {
  /** The record (`type/slug`), or another description of what is wrong. */
  readonly subject: string;
  /** The version of the broken event, or null. */
  readonly version: number | null;
  readonly why: string;
}

export interface AuditReport {
  readonly records: number;
  readonly events: number;
  readonly documents: number;
  readonly anchors: number;
  /** Events since the last anchor, which only their own chains cover. */
  readonly unanchored: number;
  /** Values that were erased from events. */
  readonly erased: number;
  /** In the order of the records; at most `mostFindings` of them. */
  readonly findings: readonly AuditFinding[];
  /** Number of all faults. */
  readonly found: number;
}

const mostFindings = 100;

const atOnce = 500;

/**
 * @param published anchors from outside the database, such as a log: each must still exist
 * @throws StartError if the histories are sealed with another key
 */
export async function verifyHistories(
  database: Database,
  key: KeyObject,
  published: readonly Anchor[] = [],
): Promise<AuditReport> {
  return database.transaction(async (client) => {
    await client.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    await client.query('SET LOCAL statement_timeout = 0');
    await requireAuditKey(client, key);
    const anchors = await readAnchors(client);
    const findings = new AuditFindings();
    const tally = new AnchorTally(anchors);
    const versions = new Map((await readVersions(client)).map((version) => [version.number, version]));
    const judging = { key, versions, boundary: anchors[0]?.upto ?? 0 };
    const records = await verifyRecords(client, judging, { tally, findings });
    await verifyOrphans(client, findings);
    verifyAnchors(key, { anchors, published }, { tally, findings });
    for (const finding of await verifyConfigurations(client, key)) findings.add(finding);
    const signer = await readSigner(client);
    const documents = await verifyDocuments(client, signer, (finding) => findings.add(finding));
    return {
      records,
      events: tally.events,
      documents,
      anchors: anchors.length,
      unanchored: tally.unanchored,
      erased: tally.erased,
      ...findings.report(),
    };
  });
}

/** Without a root key no document can be genuine. */
async function readSigner(client: Queryable): Promise<PublishedKey> {
  const secret = await readSecrets(client);
  return createDocumentKey(secret?.('documents').export() ?? randomBytes(32)).published;
}

class AuditFindings {
  readonly #findings: AuditFinding[] = [];
  #found = 0;

  add(finding: AuditFinding): void {
    this.#found += 1;
    if (this.#findings.length < mostFindings) this.#findings.push(finding);
  }

  report(): Pick<AuditReport, 'findings' | 'found'> {
    return { findings: this.#findings, found: this.#found };
  }
}

/** Counts and digests the events of each anchor in one pass, ordered by record and version. */
class AnchorTally {
  events = 0;
  unanchored = 0;
  erased = 0;
  readonly #anchors: readonly Anchor[];
  readonly #sums: readonly { events: number; readonly digest: Hash }[];

  constructor(anchors: readonly Anchor[]) {
    this.#anchors = anchors;
    this.#sums = anchors.map(() => ({ events: 0, digest: createHash('sha256') }));
  }

  add(event: StoredEvent): void {
    this.events += 1;
    this.erased += erasedFields(event).length;
    const sum = this.#sums[this.#indexOf(event.seq)];
    if (sum === undefined) {
      this.unanchored += 1;
      return;
    }
    sum.events += 1;
    sum.digest.update(event.hash);
  }

  /** @returns the count and digest of the events of an anchor */
  sums(): { readonly events: number; readonly digest: string }[] {
    return this.#sums.map(({ events, digest }) => ({ events, digest: digest.digest('hex') }));
  }

  /** The first anchor that covers this event. */
  #indexOf(seq: number): number {
    let low = 0;
    let high = this.#anchors.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#anchors[middle]?.upto ?? 0) < seq) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

interface AuditProgress {
  readonly tally: AnchorTally;
  readonly findings: AuditFindings;
}

/** @returns the number of records */
async function verifyRecords(
  client: Queryable,
  evidence: HistoryEvidence,
  { tally, findings }: AuditProgress,
): Promise<number> {
  let count = 0;
  for (let after: string | null = null; ;) {
    const records = await readRecords(client, after);
    const last: string | null = records.length < atOnce ? null : (records.at(-1)?.record.id ?? null);
    const events = Map.groupBy(await readEvents(client, after, last), ({ record }) => record);
    for (const { record, ...stored } of records) {
      const history: History = { record, ...stored, events: events.get(record.id) ?? [] };
      const fault = faultOf(evidence, history);
      if (fault !== null) findings.add({ subject: `${record.type}/${record.slug}`, ...fault });
    }
    const known = new Set(records.map(({ record }) => record.id));
    for (const [id, history] of events) {
      for (const event of history) tally.add(event);
      if (!known.has(id))
        findings.add({
          subject: `the record ${id}`,
          version: null,
          why: 'is missing, but its history is there',
        });
    }
    count += records.length;
    if (last === null) return count;
    after = last;
  }
}

async function readRecords(client: Queryable, after: string | null): Promise<Omit<History, 'events'>[]> {
  const rows = await client.query<{ record: RecordRow; head: Buffer | null; isInLine: boolean }>({
    name: 'audit-records',
    // An account has a history from its first change in the portal on.
    text: `SELECT ${rowJson('r')} AS record, r.head, r.ancestors = ${lineOfParents} AS "isInLine"
      FROM (SELECT * FROM (${audited('records', 'signatures')} WHERE $1::uuid IS NULL OR id > $1 ORDER BY id LIMIT ${atOnce}) kept
        UNION ALL SELECT * FROM (${audited('user_records', nobodySigns)} WHERE is_first AND head IS NOT NULL AND ($1::uuid IS NULL OR id > $1)
          ORDER BY id LIMIT ${atOnce}) users
        ORDER BY id LIMIT ${atOnce}) r ORDER BY r.id`,
    values: [after],
  });
  return rows.map(({ record, ...row }) => ({ record: toRecord(record), ...row }));
}

const nobodySigns = `'[]'::jsonb AS signatures`;

/** The columns that the audit reads. */
function audited(table: string, signatures: string): string {
  return `SELECT id, type, slug, number, state, kind, owner, office, unit, assignee, parent, ancestors, version, due, data, form,
    items, since, clocks, booking, ${signatures}, filed_at, created_at, updated_at, head FROM ${table}`;
}

/** The parent, its parent and so on, even if forged parents form a cycle. */
const lineOfParents = `(WITH RECURSIVE above(id, line) AS (
    SELECT r.parent, ARRAY[]::uuid[]
    UNION ALL SELECT p.parent, line || p.id FROM above JOIN records p ON p.id = above.id AND p.id <> ALL(line)
  ) SELECT line FROM above ORDER BY cardinality(line) DESC LIMIT 1)`;

/** @param last null: to the end */
async function readEvents(
  client: Queryable,
  after: string | null,
  last: string | null,
): Promise<StoredEvent[]> {
  const rows = await client.query<Omit<StoredEvent, 'at'> & { readonly at: Date }>({
    name: 'audit-events',
    text: `SELECT e.record, e.version, e.at, e.account, e.department, e.what, e.state, e.detail,
        e.seq, e.configuration, e.digest, e.hash, v.entries
      FROM events e LEFT JOIN event_values v USING (record, version)
      WHERE ($1::uuid IS NULL OR e.record > $1) AND ($2::uuid IS NULL OR e.record <= $2)
      ORDER BY e.record, e.version`,
    values: [after, last],
  });
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }));
}

async function readVersions(client: Queryable): Promise<Version[]> {
  const rows = await client.query<Omit<Version, 'at'> & { readonly at: Date }>(
    'SELECT number, hash, at FROM versions',
  );
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }));
}

/** Values whose event is gone. */
async function verifyOrphans(client: Queryable, findings: AuditFindings): Promise<void> {
  const rows = await client.query<{ record: string; version: number }>(
    `SELECT v.record, v.version FROM event_values v
     WHERE NOT EXISTS (SELECT FROM events e WHERE e.record = v.record AND e.version = v.version)
     ORDER BY v.record, v.version LIMIT ${mostFindings}`,
  );
  for (const { record, version } of rows) {
    findings.add({ subject: `the record ${record}`, version, why: 'is missing, but its values are there' });
  }
}

function verifyAnchors(
  key: KeyObject,
  { anchors, published }: { readonly anchors: readonly Anchor[]; readonly published: readonly Anchor[] },
  { tally, findings }: AuditProgress,
): void {
  // The key came with one.
  if (anchors.length === 0) findings.add({ subject: 'the anchors', version: null, why: 'are missing' });
  const sums = tally.sums();
  for (const [index, anchor] of anchors.entries()) {
    const why = faultOfAnchor(key, { anchor, before: anchors[index - 1] ?? null, sum: sums[index] });
    if (why !== null) findings.add({ subject: nameOf(anchor), version: null, why });
  }
  const seals = new Set(anchors.map(({ seal }) => seal));
  const own = Math.max(0, ...anchors.map((anchor) => anchor.key));
  for (const anchor of published) {
    if (anchor.key !== own || seals.has(anchor.seal)) continue;
    findings.add({ subject: nameOf(anchor), version: null, why: 'is in the log, but not in the database' });
  }
}

function faultOfAnchor(
  key: KeyObject,
  {
    anchor,
    before,
    sum,
  }: {
    readonly anchor: Anchor;
    readonly before: Anchor | null;
    readonly sum: { readonly events: number; readonly digest: string } | undefined;
  },
): string | null {
  if (sealOf(key, anchor, before) !== anchor.seal || anchor.since !== (before?.upto ?? 0)) {
    return 'was changed, or the one before it is missing';
  }
  if (sum === undefined || sum.events !== anchor.events) {
    return `covers ${countOfNoun(anchor.events, 'event', 'events')}, of which ${countOfNoun(sum?.events ?? 0, 'is', 'are')} there`;
  }
  return sum.digest === anchor.digest
    ? null
    : `covers ${countOfNoun(anchor.events, 'event', 'events')}, of which one is another now`;
}

function nameOf({ number, at }: Anchor): string {
  return `anchor ${number} of ${at}`;
}
