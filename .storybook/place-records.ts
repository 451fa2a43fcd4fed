/** Creates the records of a story in a store, each with its ancestors and with example answers. */
import {
  checklistType,
  initialState,
  type NewRecord,
  officeOf,
} from '../engine/portal/workflow/new-records.ts';
import type { Portal } from '../engine/portal/model/portal.ts';
import type { PortalRecord } from '../engine/portal/model/record.ts';
import type { RecordType } from '../engine/portal/model/record-type.ts';
import type { RequirementKind } from '../engine/portal/model/requirement.ts';
import type { MemoryStore } from './memory-store.ts';

/** A record of this type with all its ancestors; of its first kind, if it has kinds. */
export function placeType(portal: Portal, store: MemoryStore, name: string): PortalRecord | null {
  const type = portal.recordTypes[name];
  if (type === undefined) return null;
  const kind =
    name === checklistType
      ? Object.values(portal.kinds).find(({ set }) => (portal.sets[set]?.under ?? null) !== null)
      : Object.values(portal.kinds).find(({ set }) => set === type.kinds[0]);
  if (kind !== undefined) return placeKind(portal, store, kind);
  const [parent] = type.parents;
  const above = parent === undefined ? null : placeType(portal, store, parent);
  return store.add(newRecord(portal, name, null), above);
}

/** A record of this kind with all its ancestors. Each form has the answers of its first example. */
export function placeKind(portal: Portal, store: MemoryStore, kind: RequirementKind): PortalRecord {
  const set = portal.sets[kind.set];
  const own = Object.values(portal.recordTypes).find(({ kinds }) => kinds.includes(kind.set));
  const type = set?.under === null || set === undefined ? own : (portal.recordTypes[checklistType] ?? own);
  const under = type === undefined ? null : placeAbove(portal, store, { type, kind });
  return store.add(newRecord(portal, type?.type ?? '', kind), under);
}

interface Placed {
  readonly type: RecordType;
  readonly kind: RequirementKind;
}

function placeAbove(portal: Portal, store: MemoryStore, { type, kind }: Placed): PortalRecord | null {
  const above = portal.recordTypes[type.parents[0] ?? ''];
  if (above === undefined) return null;
  // A kind of the same office, for the parent record.
  const office = Object.values(portal.kinds).find(
    (one) => above.kinds.includes(one.set) && one.office === kind.office,
  );
  const parent = placeAbove(portal, store, { type: above, kind: office ?? kind });
  return store.add(newRecord(portal, above.type, above.kinds.length > 0 ? (office ?? null) : null), parent);
}

export function newRecord(portal: Portal, type: string, kind: RequirementKind | null): NewRecord {
  const example = kind?.examples[0] ?? portal.recordTypes[type]?.examples[0] ?? {};
  return {
    type,
    kind: kind?.id ?? null,
    state: initialState(portal, type),
    office: kind?.office ?? officeOf(portal, type, { kind: null, parent: null, creator: null }),
    unit: null,
    form: kind === null ? (portal.recordTypes[type]?.form ?? null) : kind.form,
    data: example,
    children: [],
  };
}
