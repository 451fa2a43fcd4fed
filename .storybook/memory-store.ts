/** Records in memory, which replace the database in stories. Effects of a step are computed as on the server. */
import { clocksOnEntering, dueOf } from '../engine/portal/life/clocks.ts';
import { contextIn, type Family, type Member, memberOf } from '../engine/portal/life/family.ts';
import type { Outcome } from '../engine/portal/life/decide-command.ts';
import type { Tools, PendingDocument } from '../engine/portal/life/decision-draft.ts';
import { initialState, type NewRecord } from '../engine/portal/workflow/new-records.ts';
import { blankRecord, type PortalRecord, type RecordContext } from '../engine/portal/model/record.ts';
import type { Portal } from '../engine/portal/model/portal.ts';
import type { NumberPattern } from '../engine/portal/model/record-type.ts';
import { signedOut } from '../engine/portal/model/department.ts';
import type { WireEvent } from '../engine/contract/record.ts';
import { localDate } from '../engine/portal/time/working-days.ts';
import { eventOf } from './memory-events.ts';

export interface MemoryStore {
  find(slug: string): PortalRecord | null;
  all(): readonly PortalRecord[];
  /** The current records as one tree. */
  family(): Family;
  /** The dependencies of steps. */
  readonly tools: Tools;
  /** Writes the effects of a step. */
  apply(outcome: Outcome): void;
  /** Creates a record with all its children, for a story. */
  add(made: NewRecord, parent: PortalRecord | null): PortalRecord;
  /** Changes the state or the items of a record, for a story. */
  set(record: PortalRecord): PortalRecord;
  contextOf(record: PortalRecord): RecordContext;
  eventsOf(record: PortalRecord): readonly WireEvent[];
  /** Replaces the history of a record, for a story. */
  setEvents(record: PortalRecord, history: readonly WireEvent[]): void;
}

/** The account that owns everything in a story. */
export const owner = 'story-owner';

export function createMemoryStore(portal: Portal): MemoryStore {
  const members = new Map<string, Member>();
  const events = new Map<string, WireEvent[]>();
  let count = 0;
  const identity = () => ({ id: `story-${++count}`, slug: `story-${count}` });
  const put = (member: Member) => void members.set(member.record.id, member);
  const family = (): Family => {
    const now = new Date();
    return {
      members: new Map(members),
      now: now.toISOString(),
      today: localDate(now.getTime(), portal.timeZone),
    };
  };
  const contextOf = ({ id }: PortalRecord) => contextIn({ portal, visitor: signedOut }, family(), id);
  const write = (id: string, event: WireEvent) => void events.set(id, [...(events.get(id) ?? []), event]);
  const store: MemoryStore = {
    find: (slug) => store.all().find((record) => record.slug === slug) ?? null,
    all: () => [...members.values()].map(({ record }) => record),
    family,
    contextOf,
    tools: { identity, form: (context) => formOf(portal, context) },
    eventsOf: ({ id }) => events.get(id) ?? [],
    setEvents: ({ id }, history) => void events.set(id, [...history]),
    apply(outcome) {
      for (const member of outcome.family.members.values()) put(member);
      for (const [id, pattern] of outcome.numbers) {
        const member = memberOf(family(), id);
        put({ ...member, record: { ...member.record, number: numberOf(pattern, ++count) } });
      }
      for (const document of outcome.documents) issue(document);
      for (const told of outcome.events) write(told.record, eventOf(portal, told, outcome.family));
    },
    add(made, parent) {
      const { children, parties: _, ...columns } = made;
      const { now } = family();
      const record = blankRecord(made.type, {
        ...columns,
        ...identity(),
        owner,
        parent: parent?.id ?? null,
        state: made.state || initialState(portal, made.type),
        since: now,
        createdAt: now,
        updatedAt: now,
      });
      put({ record, parties: [], documents: [], did: [], wallet: [], wake: null });
      const told = { record: record.id, version: 1, account: owner, department: null, detail: {} };
      write(
        record.id,
        eventOf(portal, { ...told, what: 'created', state: record.state, after: record }, family()),
      );
      for (const child of children) store.add(child, record);
      return record;
    },
    set(record) {
      put({ ...memberOf(family(), record.id), record });
      const clocks = clocksOnEntering(portal, contextOf(record));
      const changed = { ...record, clocks, due: dueOf(clocks), version: record.version + 1 };
      put({ ...memberOf(family(), record.id), record: changed });
      return changed;
    },
  };
  function issue({ id, record, document, variant, issuedAt, validUntil }: PendingDocument): void {
    const member = memberOf(family(), record);
    const number = portal.documents[document]?.number ?? null;
    const issued = {
      id,
      code: `story-${id}`,
      document,
      number: number === null ? null : numberOf(number, ++count),
      variant,
      state: 'valid' as const,
      issuedAt,
      validUntil,
    };
    put({ ...member, documents: [issued, ...member.documents] });
  }
  return store;
}

function formOf(portal: Portal, { record }: RecordContext): string | null {
  const ofKind = record.kind === null ? null : (portal.kinds[record.kind]?.form ?? null);
  return ofKind ?? portal.recordTypes[record.type]?.form ?? null;
}

function numberOf({ pattern }: NumberPattern, count: number): string {
  return pattern.replace(/\{(\w+)(?::(\d+))?\}/g, (_, name: string, width = '0') =>
    name === 'sequence' ? String(count).padStart(Number(width), '0') : String(new Date().getFullYear()),
  );
}
