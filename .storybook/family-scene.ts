/** A record with everything below it: one part for each kind, all in different states. For scenes and components. */
import { checklistType, checklistsOf, kindsOfSet } from '../engine/portal/workflow/new-records.ts';
import { availableItems } from '../engine/portal/checklist/checklist.ts';
import type { Portal } from '../engine/portal/model/portal.ts';
import { signedOut } from '../engine/portal/model/department.ts';
import type { ItemRecord, ItemState, PortalRecord } from '../engine/portal/model/record.ts';
import type { Transition } from '../engine/portal/model/workflow.ts';
import { eventOf } from './memory-events.ts';
import { createMemoryStore, type MemoryStore, owner } from './memory-store.ts';
import { newRecord, placeType } from './place-records.ts';

/** Which records a full family has. */
export interface FamilyShape {
  /** The type at the top. */
  readonly top: string;
  /** The type of the parts, and the set with a kind for each. */
  readonly part: string;
  readonly set: string;
  /** The step that creates the parts. */
  readonly step: Transition;
}

/** The type whose step creates the most parts; null: the configuration has none. */
export function familyShape(portal: Portal): FamilyShape | null {
  const shapes = Object.values(portal.workflows).flatMap(({ of, transitions }) =>
    Object.values(transitions).flatMap((step) =>
      step.then.flatMap((effect): FamilyShape[] =>
        effect.effect !== 'create' || effect.forEachKindOf === null
          ? []
          : [{ top: of, part: effect.type, set: effect.forEachKindOf, step }],
      ),
    ),
  );
  const sizeOf = ({ set }: FamilyShape) => kindsOfSet(portal, set).length;
  return shapes.toSorted((a, b) => sizeOf(b) - sizeOf(a))[0] ?? null;
}

interface FamilyStage {
  readonly portal: Portal;
  readonly records: MemoryStore;
}

/** @returns the record at the top */
export function placeFamily({ portal, records }: FamilyStage): PortalRecord | null {
  const shape = familyShape(portal);
  const placed = shape === null ? null : placeType(portal, records, shape.top);
  if (shape === null || placed === null) return null;
  const top = records.set({ ...placed, state: shape.step.to });
  const states = Object.keys(portal.workflows[shape.part]?.states ?? {});
  kindsOfSet(portal, shape.set).forEach((kind, index) => {
    const part = records.add(newRecord(portal, shape.part, kind), top);
    placeChecklists({ portal, records }, part, index);
    records.set({ ...part, state: states[index % states.length] ?? part.state });
  });
  return top;
}

/** The checklists of a part, each in another state than the one before. */
function placeChecklists({ portal, records }: FamilyStage, part: PortalRecord, from: number): void {
  const states = Object.keys(portal.workflows[checklistType]?.states ?? {});
  const scope = { portal, visitor: signedOut, context: records.contextOf(part) };
  checklistsOf(scope).forEach(({ kind }, index) => {
    const found = portal.kinds[kind ?? ''];
    if (found === undefined) return;
    const checklist = records.add(newRecord(portal, checklistType, found), part);
    const state = states[(from + index) % states.length] ?? checklist.state;
    records.set({ ...checklist, state, items: papersOf({ portal, records }, checklist) });
  });
}

/** With an office: waiting, accepted, returned and waived in turn. */
const reviewed: readonly ItemState[] = ['filed', 'accepted', 'filed', 'returned', 'waived'];

/** Every paper of a checklist, as far as the office has come. */
function papersOf({ portal, records }: FamilyStage, record: PortalRecord): PortalRecord['items'] {
  const scope = { portal, visitor: signedOut, context: records.contextOf(record) };
  const papers = availableItems(scope).map(({ id }, index): [string, ItemRecord] => {
    const state = reviewed[index % reviewed.length] ?? 'filed';
    return [id, { state, remark: state === 'returned' ? remark : null, files: [paperOf(record, id)] }];
  });
  return Object.fromEntries(papers);
}

const remark = 'The second page is missing.';

function paperOf({ slug }: PortalRecord, item: string) {
  return { id: `${slug}-${item}`, name: `${item}.pdf`, type: 'application/pdf', bytes: 184_320 };
}

/** The checklist with the most papers below the record, all of them with its office. */
export function placeReview(stage: FamilyStage): PortalRecord | null {
  const { portal, records } = stage;
  placeFamily(stage);
  const checklists = records.all().filter(({ type }) => type === checklistType);
  const [longest] = checklists.toSorted((a, b) => Object.keys(b.items).length - Object.keys(a.items).length);
  if (longest === undefined) return null;
  const states = Object.values(portal.workflows[checklistType]?.states ?? {});
  const state = states.find(({ waitsFor }) => waitsFor === 'office')?.key ?? longest.state;
  return records.set({ ...longest, state });
}

/** The office that reviews that checklist. */
export function officeOfReview(portal: Portal): string | null {
  return placeReview({ portal, records: createMemoryStore(portal) })?.office ?? null;
}

export function ownerOfFamily(portal: Portal): string | null {
  return portal.recordTypes[familyShape(portal)?.top ?? '']?.parties['owner']?.departments[0] ?? null;
}

/** The office that takes the step that creates the parts. */
export function officeOfFamily(portal: Portal): string | null {
  const shape = familyShape(portal);
  const states = portal.workflows[shape?.top ?? '']?.states ?? {};
  const holders = (shape?.step.from ?? []).map((state) => states[state]?.waitsFor ?? '');
  return holders.find((holder) => Object.hasOwn(portal.departments, holder)) ?? null;
}

const aDay = 86_400_000;

/** Gives the record at the top the history of its way to the parts, a day for each step. */
export function tellHistory({ portal, records }: FamilyStage, record: PortalRecord): void {
  const shape = familyShape(portal);
  if (shape === null) return;
  const { transitions = {}, initial = '' } = portal.workflows[shape.top] ?? {};
  const isOnWay = ({ from, to }: Transition) => from.includes(initial) && shape.step.from.includes(to);
  const steps = [...Object.values(transitions).filter(isOnWay).slice(0, 1), shape.step];
  const told = steps.map((step, index) => {
    const department = index === 0 ? ownerOfFamily(portal) : officeOfFamily(portal);
    const common = { record: record.id, version: index + 2, account: owner, department, detail: {} };
    const after = { ...record, state: step.to };
    return eventOf(portal, { ...common, what: step.name, state: step.to, after }, records.family());
  });
  const all = [...records.eventsOf(record), ...told];
  const dayOf = (index: number) => new Date(Date.now() - (all.length - index) * aDay).toISOString();
  records.setEvents(
    record,
    all.map((event, index) => ({ ...event, at: dayOf(index) })),
  );
}
