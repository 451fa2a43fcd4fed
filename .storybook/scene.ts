/** Creates the records of a story in a store, and returns its first path. */
import type { Scope } from '../engine/portal/conditions/scope.ts';
import { availableItems } from '../engine/portal/checklist/checklist.ts';
import { pathOf } from '../engine/portal/routing/links.ts';
import type { ItemRecord, PortalRecord } from '../engine/portal/model/record.ts';
import { playCalendar } from './calendar-scene.ts';
import { placeFamily, placeReview } from './family-scene.ts';
import type { MemoryStore } from './memory-store.ts';
import { placeKind, placeType } from './place-records.ts';
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
  if (scene.show === 'family') return pathTo(scope, store, placeFamily({ portal, records: store }));
  if (scene.show === 'review') return pathTo(scope, store, placeReview({ portal, records: store }));
  const kind = scene.show === 'kind' ? portal.kinds[scene.kind] : undefined;
  if (kind === undefined || scene.show !== 'kind') return '/';
  const record = placeKind(portal, store, kind);
  const shown = scene.isSent ? send(scope, store, record) : record;
  return pathTo(scope, store, shown);
}

function playState(
  scope: Scope,
  store: MemoryStore,
  { type, state }: Extract<Scene, { show: 'state' }>,
): string {
  const { portal } = scope;
  const placed = placeType(portal, store, type);
  return pathTo(scope, store, placed === null ? null : store.set({ ...placed, state }));
}

/** The page of a record for this visitor, or else the start page. */
function pathTo(scope: Scope, store: MemoryStore, record: PortalRecord | null): string {
  if (record === null) return '/';
  return pathOf(scope, { ...record, ancestors: store.contextOf(record).ancestors }) ?? '/';
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
