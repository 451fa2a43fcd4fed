/** Computes the part of a portal that citizens see: their pages, public pages, and everything that these show. */
import { decide } from '../../../portal/routing/decide.ts';
import { addressOf, visitorOf } from '../../../portal/routing/visitors.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import type { RecordType } from '../../../portal/model/record-type.ts';
import type { Route } from '../../../portal/model/route.ts';
import { signedOut, type Visitor } from '../../../portal/model/visitor.ts';
import type { Transition, Workflow } from '../../../portal/model/workflow.ts';
import { openers } from '../context/pages.ts';
import { possible } from '../../../portal/conditions/possible.ts';
import { effectsOf } from '../workflows/triggers.ts';
import { knownForVisitor } from '../../logic/visitor-facts.ts';

type ByName<T> = Readonly<Record<string, T>>;

/** The portal without what only offices see: their pages, papers, reports and fees that no page shows. */
export function citizensPart(portal: Portal): Portal {
  const citizens = citizensOf(portal);
  const routes = routesOf(portal, citizens);
  const types = typesOf(portal, routes);
  const lists = new Set(routes.flatMap(({ of }) => of.map(({ type, list }) => `${type}/${list ?? ''}`)));
  const recordTypes = mapped(pick(portal.recordTypes, types), (type) => ({
    ...type,
    lists: kept(type.lists, (_, name) => lists.has(`${type.type}/${name}`)),
  }));
  const workflows = mapped(pick(portal.workflows, types), (workflow) =>
    citizensSteps(portal, citizens, workflow),
  );
  const sets = new Set(Object.values(recordTypes).flatMap(({ kinds }) => kinds));
  const kinds = kept(portal.kinds, ({ set }) => sets.has(set));
  const forms = formsOf({ recordTypes, workflows, kinds });
  const groups = new Set(routes.flatMap(({ nav }) => nav?.group ?? []));
  const units = new Set(Object.values(portal.departments).flatMap((one) => one.units ?? []));
  const booked = new Set(
    Object.values(workflows).flatMap((one) => Object.values(one.transitions).map(({ books }) => books)),
  );
  return {
    ...portal,
    navigation: portal.navigation.filter(({ key }) => groups.has(key)),
    routes,
    recordTypes,
    workflows,
    sets: {},
    kinds,
    papers: {},
    forms: kept(portal.forms, (_, hash) => forms.has(hash)),
    lookups: kept(portal.lookups, (_, name) => units.has(name)),
    calendars: kept(portal.calendars, (_, name) => booked.has(name)),
    days: { ...portal.days, named: {} },
    fees: pick(portal.fees, new Set(routes.flatMap(({ fees }) => fees))),
    documents: {},
    notices: pick(portal.notices, noticesOf(portal, citizens)),
    reports: {},
  };
}

function citizensOf(portal: Portal): Visitor[] {
  const citizens = Object.values(portal.departments).filter(({ kind }) => kind === 'citizen');
  return [signedOut, ...citizens.flatMap(({ key }) => visitorOf(portal, key) ?? [])];
}

function routesOf(portal: Portal, citizens: readonly Visitor[]): Route[] {
  const departmentsOf = openers(portal);
  const keys = new Set(citizens.map(({ department }) => department));
  return portal.routes.filter((route) => {
    if (departmentsOf(route).some((department) => keys.has(department))) return true;
    const decision = decide({ portal, visitor: signedOut }, addressOf(route, ''));
    return decision.outcome === 'show' && decision.route === route;
  });
}

/** The record types of the pages, with their parents and children. */
function typesOf(portal: Portal, routes: readonly Route[]): Set<string> {
  const named = new Set(
    routes.flatMap((route) => [
      ...route.of.map(({ type }) => type),
      ...Object.values(route.params).flatMap((domain) => ('record' in domain ? [domain.record] : [])),
    ]),
  );
  const all = Object.values(portal.recordTypes);
  const above = all.flatMap(({ type, parents }) => (named.has(type) ? parents : []));
  const below = all.filter(({ parents }) => parents.some((parent) => named.has(parent)));
  return new Set([...named, ...above, ...below.map(({ type }) => type)]);
}

/** The history names every transition, but only those who take it see its conditions and questions. */
function citizensSteps(portal: Portal, citizens: readonly Visitor[], workflow: Workflow): Workflow {
  const type = portal.recordTypes[workflow.of];
  return {
    ...workflow,
    transitions: mapped(workflow.transitions, (step) =>
      isTaken(portal, citizens, { type, step })
        ? step
        : { ...step, needs: [], input: step.saves ? step.input : null, books: null },
    ),
  };
}

function isTaken(
  portal: Portal,
  citizens: readonly Visitor[],
  { type, step: { by } }: { readonly type: RecordType | undefined; readonly step: Transition },
): boolean {
  if (by === null || type === undefined) return false;
  return citizens.some((visitor) => possible(by, knownForVisitor({ portal, visitor, type })).true);
}

function formsOf({
  recordTypes,
  workflows,
  kinds,
}: Pick<Portal, 'recordTypes' | 'workflows' | 'kinds'>): Set<string> {
  const steps = Object.values(workflows).flatMap(({ transitions }) => Object.values(transitions));
  const asked = [...Object.values(recordTypes), ...Object.values(kinds)].map(({ form }) => form);
  return new Set([...asked, ...steps.map(({ input }) => input)].filter((hash) => hash !== null));
}

/** Notices to recipients other than offices: a party of the record, or a department of citizens. */
function noticesOf(portal: Portal, citizens: readonly Visitor[]): Set<string> {
  const keys = new Set(citizens.map(({ department }) => department));
  const sent = Object.values(portal.workflows).flatMap(effectsOf);
  return new Set(
    sent.flatMap((effect) => {
      if (effect.effect !== 'notify') return [];
      const { parties, departments } = effect.to;
      return parties.length > 0 || departments.some((one) => keys.has(one)) ? [effect.notice] : [];
    }),
  );
}

function pick<T>(map: ByName<T>, names: ReadonlySet<string>): ByName<T> {
  return kept(map, (_, name) => names.has(name));
}

function kept<T>(map: ByName<T>, isKept: (value: T, name: string) => boolean): ByName<T> {
  return Object.fromEntries(Object.entries(map).filter(([name, value]) => isKept(value, name)));
}

function mapped<T>(map: ByName<T>, change: (value: T) => T): ByName<T> {
  return Object.fromEntries(Object.entries(map).map(([name, value]) => [name, change(value)]));
}
