/** All requirement kinds of the configuration, and a business and a worker to whom all of them apply. */
import { pathOf } from '../../engine/portal/routing/links.ts';
import type { Portal } from '../../engine/portal/model/portal.ts';
import type { RequirementKind } from '../../engine/portal/model/requirement.ts';
import { visitorOf } from '../../engine/portal/routing/visitors.ts';
import type { WireRecord } from '../../engine/contract/record.ts';
import { acceptApplication, fileApplication } from './begin-application.ts';
import { readForm, type Answers } from './fill-form.ts';
import { acceptItems, call, fileByExample, recordsBelow, take } from './same-session.ts';
import type { Town } from './town.ts';
import type { Visit } from './visit.ts';

/** The records of a person: the record, and the department that must answer it. */
export interface Asked {
  readonly record: WireRecord;
  readonly of: string;
}

/**
 * The kinds of one of several parts of similar size. All kinds of an office are in the same part, children of its
 * clearance before the clearance.
 */
export function kindsOfPart({ kinds, sets }: Portal, part: number, parts: number): RequirementKind[] {
  const isBelow = ({ set }: RequirementKind) => sets[set]?.under != null;
  const offices = Object.values(Object.groupBy(Object.values(kinds), ({ office }) => office));
  const chosen: RequirementKind[][] = Array.from({ length: parts }, () => []);
  for (const office of offices.toSorted((a = [], b = []) => b.length - a.length)) {
    const ordered = (office ?? []).toSorted((a, b) => Number(isBelow(b)) - Number(isBelow(a)));
    chosen.toSorted((a, b) => a.length - b.length)[0]?.push(...ordered);
  }
  return chosen[part] ?? [];
}

/** The page on which a department opens a record. */
export function pageOf(portal: Portal, department: string, record: WireRecord): string {
  const visitor = visitorOf(portal, department);
  const path = visitor === null ? null : pathOf({ portal, visitor }, record);
  if (path === null) throw new Error(`${department} has no page for ${record.kind ?? record.type}.`);
  return path;
}

/** The page that a kind names for its office; otherwise a page of its own. */
export function previewOf(portal: Portal, { office, preview }: RequirementKind, record: WireRecord): string {
  if (preview === null) return pageOf(portal, office, record);
  const path = portal.routes.find(({ name }) => name === preview)?.path ?? '';
  return path.replace(/\{\w+\}/, record.slug);
}

/** Files an application and requests a permit, has both accepted, and returns the required records by kind. */
export async function askEveryKind(town: Town): Promise<ReadonlyMap<string, Asked>> {
  const business = await town.as('establishment');
  const worker = await town.as('freelancer');
  const licensing = await town.as('bplo');
  const application = await fileApplication(business, everything(town.portal.application.portal()));
  await acceptApplication(licensing, application);
  const draft = await call<WireRecord>(worker.page, ['POST', 'records/freelancer-permit'], {
    body: { data: readForm('freelancer-permit').examples?.[0] },
  });
  const permit = await take(licensing.page, await take(worker.page, draft, 'submit'), 'accept');
  await town.leave('bplo');
  const ofBusiness = await askedBelow(business, application, 'establishment');
  const ofWorker = new Map(await askedBelow(worker, permit, 'freelancer'));
  // Kinds that both need are checked at the worker; the business's are completed at once.
  for (const [kind, { record }] of ofBusiness) {
    if (ofWorker.has(kind)) await settleAtOnce(town, business, record);
  }
  return new Map([...ofBusiness, ...ofWorker]);
}

async function settleAtOnce(town: Town, { page }: Visit, record: WireRecord): Promise<void> {
  const office = record.office ?? '';
  await fileByExample(page, record);
  const desk = await town.as(office);
  await acceptItems(desk.page, record);
  await take(desk.page, record, 'approve');
  await town.leave(office);
}

async function askedBelow({ page }: Visit, top: WireRecord, of: string): Promise<[string, Asked][]> {
  const found: [string, Asked][] = [];
  for (const clearance of await recordsBelow(page, 'clearance', top)) {
    const records = [clearance, ...(await recordsBelow(page, 'checklist', clearance))];
    for (const record of records) found.push([record.kind ?? '', { record, of }]);
  }
  return found;
}

/** An application that involves every office: with a line of business of each group in the kinds. */
function everything(portal: Portal): Answers {
  const example = readForm('unified-form').examples?.[0] ?? {};
  return {
    ...example,
    business_name: 'Reyes Everything Under One Roof',
    registration_date: '2027-02-15',
    lines: linesOfAllGroups(portal).map((line) => ({ line, units: 1, capitalization: '150000.00' })),
    employees_foreign: 1,
    parking_area: true,
    new_structure: true,
    water_connection: true,
    seats: 60,
  };
}

/** Lines of business with all groups that kinds apply to, those with most groups first. */
function linesOfAllGroups({ lookups, kinds }: Portal): string[] {
  const named = JSON.stringify(Object.values(kinds).map(({ applies }) => applies));
  const rows = (lookups['line-of-business']?.rows ?? []).map(({ value, groups }) => ({
    value,
    groups: Array.isArray(groups) ? groups.filter((group) => named.includes(`"${group}"`)) : [],
  }));
  const open = new Set(rows.flatMap(({ groups }) => groups));
  const chosen: string[] = [];
  while (open.size > 0) {
    const gain = (groups: readonly string[]) => groups.filter((group) => open.has(group)).length;
    const [best] = rows.toSorted((a, b) => gain(b.groups) - gain(a.groups));
    if (best === undefined) break;
    chosen.push(best.value);
    for (const group of best.groups) open.delete(group);
  }
  return chosen;
}
