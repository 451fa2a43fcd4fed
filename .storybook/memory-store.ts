/** Records in memory: what stories show instead of a database. */
import { blankRecord, initialState } from '../engine/portal/new-records.ts';
import type { NewRecord } from '../engine/portal/new-records.ts';
import type { Portal } from '../engine/portal/portal.ts';
import type { PortalRecord, RecordContext } from '../engine/portal/record.ts';
import type { WireEvent } from '../engine/portal/wire.ts';

export interface MemoryStore {
  find(slug: string): PortalRecord | null;
  all(): readonly PortalRecord[];
  /** Keeps a record as it is now, and says in its history why. */
  put(record: PortalRecord, event: Pick<WireEvent, 'what' | 'text' | 'remark'>): void;
  add(made: NewRecord, parent: PortalRecord | null): PortalRecord;
  contextOf(record: PortalRecord): RecordContext;
  eventsOf(record: PortalRecord): readonly WireEvent[];
}

/** The account that everything in a story belongs to. */
export const owner = 'story-owner';
const moment = '2026-11-21T02:15:00.000Z';

export function createMemoryStore(portal: Portal): MemoryStore {
  const records = new Map<string, PortalRecord>();
  const events = new Map<string, WireEvent[]>();
  const store: MemoryStore = {
    find: (slug) => records.get(slug) ?? null,
    all: () => [...records.values()],
    put(record, event) {
      records.set(record.slug, record);
      const row = { at: moment, who: 'Ana Reyes', department: null, state: record.state, ...event };
      events.set(record.slug, [...(events.get(record.slug) ?? []), row]);
    },
    add(made, parent) {
      const slug = `story-${records.size + 1}`;
      const record = blankRecord(made.type, {
        ...made,
        id: slug,
        slug,
        owner,
        parent: parent?.id ?? null,
        state: made.state || initialState(portal, made.type),
        createdAt: moment,
        updatedAt: moment,
      });
      store.put(record, { what: 'created', text: 'Begun', remark: null });
      for (const child of made.children) store.add(child, record);
      return record;
    },
    eventsOf: ({ slug }) => events.get(slug) ?? [],
    contextOf(record) {
      const ancestors: PortalRecord[] = [];
      for (let above = parentOf(record); above !== null; above = parentOf(above)) ancestors.push(above);
      return {
        record,
        ancestors,
        children: store.all().filter(({ parent }) => parent === record.id),
        parties: [],
        did: [],
        facts: {},
        documents: [],
        now: new Date().toISOString(),
        input: {},
        today: moment.slice(0, 10),
      };
    },
  };
  const parentOf = ({ parent }: PortalRecord) => (parent === null ? null : store.find(parent));
  return store;
}
