/** Creates the records of a story in a store, and returns its first path. */
import type { Scope } from '../engine/portal/conditions/scope.ts';
import { availableItems } from '../engine/portal/checklist/checklist.ts';
import { pathOf } from '../engine/portal/routing/links.ts';
import {
  checklistType,
  initialState,
  type NewRecord,
  officeOf,
} from '../engine/portal/workflow/new-records.ts';
import type { Portal } from '../engine/portal/model/portal.ts';
import type { ItemRecord, PortalRecord } from '../engine/portal/model/record.ts';
import type { RecordType } from '../engine/portal/model/record-type.ts';
import type { RequirementKind } from '../engine/portal/model/requirement.ts';
import { playCalendar } from './calendar-scene.ts';
import type { MemoryStore } from './memory-store.ts';
import type { Scene } from './story.ts';

/** @returns a path of the portal */
export function playScene(scope: Scope, store: MemoryStore, scene: Scene): string {
  const { portal } = scope;
  if (scene.show === 'path') return scene.path;
  if (scene.show === 'calendar') {
    return playCalendar(scope, store, {
      scene,
      place: () => placeType(portal, store, scene.type),
    });
  }
  if (scene.show === 'state') return playState(scope, store, scene);
  const kind = scene.show === 'kind' ? portal.kinds[scene.kind] : undefined;
  if (kind === undefined || scene.show !== 'kind') return '/';
  const record = placeKind(portal, store, kind);
  const shown = scene.isSent ? send(scope, store, record) : record;
  return pathOf(scope, { ...shown, ...lineOf(store, shown) }) ?? '/';
}

function playState(
  scope: Scope,
  store: MemoryStore,
  { type, state }: Extract<Scene, { show: 'state' }>,
): string {
  const { portal } = scope;
  const placed = placeType(portal, store, type);
  const record = placed === null ? null : store.set({ ...placed, state });
  return record === null ? '/' : (pathOf(scope, { ...record, ...lineOf(store, record) }) ?? '/');
}

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

function lineOf(store: MemoryStore, record: PortalRecord) {
  return { ancestors: store.contextOf(record).ancestors };
}

/** A record of this kind with all its ancestors. Each form has the answers of its first example. */
function placeKind(portal: Portal, store: MemoryStore, kind: RequirementKind): PortalRecord {
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

function newRecord(portal: Portal, type: string, kind: RequirementKind | null): NewRecord {
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

/** As its office receives it: with every paper, in the first state that waits for the office. */
function send({ portal, visitor }: Scope, store: MemoryStore, record: PortalRecord): PortalRecord {
  const states = Object.values(portal.workflows[record.type]?.states ?? {});
  const state = states.find(({ waitsFor }) => waitsFor === 'office')?.key ?? record.state;
  const papers = availableItems({ portal, visitor, context: store.contextOf(record) }).map(
    ({ id }): [string, ItemRecord] => [
      id,
      {
        state: 'filed',
        remark: null,
        files: [{ id: `${record.slug}-${id}`, name: `${id}.pdf`, type: 'application/pdf', bytes: 184_320 }],
      },
    ],
  );
  return store.set({ ...record, state, items: Object.fromEntries(papers) });
}
