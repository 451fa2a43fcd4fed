/** Changes one record by a migration, and adds an event to its history. */
import { migrateRecord } from '../../../portal/life/migrate-record.ts';
import { signedOut } from '../../../portal/model/department.ts';
import type { DataMigration, MigrationStep } from '../../../portal/model/place.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import type { PortalRecord, RecordContext } from '../../../portal/model/record.ts';
import { presentNameIn, succeedRecord } from '../../../portal/succession/succeed-record.ts';
import type { Queryable } from '../../database/database.ts';
import type { Ledger } from '../../history/ledger.ts';
import { searchWords } from '../../sql/search-sql.ts';
import { withReferred } from '../rows/context-rows.ts';
import { fingerprintOfRules } from '../rows/newest-rules.ts';
import { lockFamily, storedMember } from '../store/lock-family.ts';
import { writeRecords } from '../store/write-record.ts';
import { type AnswerFault, checkMigrated } from './check-migrated.ts';

export interface MigrationPlace {
  /** The configuration that comes into force. */
  readonly portal: Portal;
  readonly ledger: () => Promise<Ledger>;
}

export interface RecordMigration extends MigrationPlace {
  readonly migration: DataMigration;
  readonly steps: readonly MigrationStep[];
  /** The portal whose names the records have. */
  readonly of: Portal;
  readonly isBack?: boolean;
}

export interface DueRecord {
  readonly id: string;
  /** The first record of its family. */
  readonly root: string;
  /** The migration has changed it before. */
  readonly moved: boolean | null;
  /** The form that it had before the migration, if that gave it another. */
  readonly form: string | null;
}

export interface ChangedOne {
  readonly before: PortalRecord;
  readonly after: PortalRecord;
  readonly faults: readonly AnswerFault[];
}

/** @returns null if there is nothing to change */
export async function changeOne(
  client: Queryable,
  work: RecordMigration,
  found: DueRecord,
): Promise<ChangedOne | null> {
  const { portal, migration, steps, of, isBack = false } = work;
  const scope = { portal: of, visitor: signedOut };
  const stored = await lockFamily(client, scope, { id: found.id });
  if (stored === null) return null;
  const { context: read, head } = storedMember(scope, stored, found.id);
  // While a plan tries this, people write under the names of the version in force.
  const context = {
    ...read,
    record: succeedRecord(of, read.record),
    documents: read.documents.map((one) => ({
      ...one,
      document: presentNameIn(of, 'documents', one.document),
    })),
  };
  const before = context.record;
  const own = isBack && found.moved !== true ? steps.filter(isOfAnswers) : steps;
  const { record, unmatched, incomplete } = migrateRecord(
    { portal, visitor: signedOut, context },
    migration,
    own,
  );
  const faultsOf = (questions: readonly string[], why: 'no-match' | 'no-answer') =>
    questions.map((question) => ({ record: nameOf(before), question, why }));
  const lost = [...faultsOf(unmatched, 'no-match'), ...faultsOf(incomplete, 'no-answer')];
  if (record === before) return lost.length === 0 ? null : { before, after: before, faults: lost };
  const [{ referred = [] } = context] = await withReferred(client, scope, [{ ...context, record }]);
  const { after: checked, form, faults } = checkMigrated(portal, { ...context, referred }, record);
  const earlier = isBack ? found.form : null;
  const at = context.now;
  const after = {
    ...checked,
    ...(earlier !== null && { form: earlier }),
    version: before.version + 1,
    updatedAt: at,
  };
  const ledger = await work.ledger();
  await writeRecords(client, {
    // The next look at due records finds what follows from the change.
    changed: [{ record: after, before: read.record, head, wake: at, words: wordsOf(of, context, after) }],
    inserted: [],
    events: [eventOf(work, before, after)],
    ledger,
    at,
    life: fingerprintOfRules(portal),
    joined: [],
    left: [],
    documentStates: new Map(),
    forms: form === null || earlier !== null ? [] : [form],
    keep: null,
  });
  return { before, after, faults: [...lost, ...(isBack ? [] : faults)] };
}

function wordsOf(portal: Portal, { ancestors }: RecordContext, record: PortalRecord): readonly string[] {
  return searchWords(portal, { record, ancestors }, new Map());
}

function eventOf({ migration, isBack = false }: RecordMigration, before: PortalRecord, after: PortalRecord) {
  const detail = {
    title: migration.title,
    ...(isBack ? { back: migration.name } : { migration: migration.name }),
    ...(!isBack && before.form !== after.form && { form: before.form }),
  };
  const { id: record, version, state } = after;
  return { record, version, account: null, department: null, what: 'migrated', state, detail, after };
}

/** A draft has no number yet. */
export function nameOf({ number, slug }: PortalRecord): string {
  return number ?? slug;
}

/** Names only: plans are kept for ever, and answers may be personal. */
export function changesOf(before: PortalRecord, after: PortalRecord): string[] {
  const names = [...new Set([...Object.keys(before.data), ...Object.keys(after.data)])].filter(
    (name) => JSON.stringify(before.data[name]) !== JSON.stringify(after.data[name]),
  );
  return [
    ...names.map((name) => {
      if (!Object.hasOwn(before.data, name)) return `"${name}" gets an answer`;
      return Object.hasOwn(after.data, name) ? `"${name}" gets another answer` : `"${name}" loses its answer`;
    }),
    ...(before.state === after.state ? [] : [`state ${before.state} → ${after.state}`]),
    ...(before.office === after.office ? [] : [`office ${before.office} → ${after.office}`]),
    ...(before.items === after.items ? [] : ['items are asked for again']),
  ];
}

export function isOfAnswers({ does }: MigrationStep): boolean {
  return does === 'set' || does === 'split' || does === 'clear';
}
