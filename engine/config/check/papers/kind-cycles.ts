/** Reports cycles in which requirement kinds wait for papers that are issued only after they have passed. */
import { type KnownTruth, possible, testsOf } from '../../../portal/conditions/possible.ts';
import type { Condition, ConditionOf, ConditionSubject, Value } from '../../../portal/model/condition.ts';
import type { Place } from '../../../portal/model/place.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import type { ChecklistItem, RequirementKind } from '../../../portal/model/requirement.ts';
import type { Transition, Workflow } from '../../../portal/model/workflow.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { reachedFrom, wholeWorkflows } from '../../logic/reach.ts';
import { type CheckContext, DiagnosticSet } from '../context/check-context.ts';

/** An issuer of papers: a kind, or the transitions of a record type. */
interface Issuer {
  /** The name in messages. */
  readonly name: string;
  readonly papers: readonly string[];
  /** Nodes that must be done first. */
  readonly waitsFor: readonly string[];
  readonly place: Place;
}

/**
 * The dependency graph: an edge leads from a node to a node that it waits for. Papers and groups of kinds are nodes
 * too: thousands of kinds may wait for the same thousands, and each pair would be an edge.
 */
type Waits = ReadonlyMap<string, readonly string[]>;

const paperNode = (paper: string): string => `paper ${paper}`;
/** The kinds of a set, or of one office in it. */
const groupNode = (set: string, office: string | null): string => `kinds ${set} ${office ?? ''}`;

export function checkKindCycles({ portal }: CheckContext): Diagnostic[] {
  const findings = new DiagnosticSet();
  const issuers = issuersOf(portal);
  const named = new Set(issuers.map(({ name }) => name));
  const places = new Map(issuers.map(({ name, place }) => [name, place]));
  const waits = waitsOf(portal, issuers);
  const done = new Set<string>();
  for (const { name } of issuers) {
    const circle = circleFrom(name, waits, { done, named });
    if (circle === null) continue;
    // The cycle is reported at a kind that is part of it, not at one that only waits for it.
    const told = rotated(circle, (one) => Object.hasOwn(portal.kinds, one));
    const place = places.get(told[0] ?? name);
    if (place !== undefined) findings.add('kind/waits-for-itself', place, { circle: told });
  }
  return findings.all();
}

function waitsOf({ kinds }: Portal, issuers: readonly Issuer[]): Waits {
  const waits = new Map<string, string[]>(issuers.map(({ name, waitsFor }) => [name, [...waitsFor]]));
  const lead = (node: string, name: string): void => {
    const names = waits.get(node);
    if (names === undefined) waits.set(node, [name]);
    else names.push(name);
  };
  for (const { name, papers } of issuers) for (const paper of papers) lead(paperNode(paper), name);
  for (const { id, set, office } of Object.values(kinds)) {
    lead(groupNode(set, null), id);
    lead(groupNode(set, office), id);
  }
  return waits;
}

/** Rotates the cycle so that it starts (and ends) with the first name that satisfies the predicate. */
function rotated(circle: readonly string[], isFirst: (name: string) => boolean): readonly string[] {
  const names = circle.slice(1);
  const at = Math.max(0, circle.findIndex(isFirst));
  const turned = [...names.slice(at), ...names.slice(0, at)];
  return at === 0 ? circle : [circle[at] ?? '', ...turned];
}

function issuersOf(portal: Portal): Issuer[] {
  const isAsked = askedFirst(portal);
  const papersOf = (items: RequirementKind['items']) =>
    items.filter(isAsked).flatMap(({ paper }) => (paper === null ? [] : [paperNode(paper)]));
  const below = setsBelow(portal);
  const kinds = Object.values(portal.kinds).map(({ id, set, office, issues, items, place }): Issuer => {
    const after = (below.get(set) ?? []).map((one) => groupNode(one, office));
    return {
      name: id,
      papers: issues === null ? [] : [issues],
      waitsFor: [...papersOf(items), ...after],
      place,
    };
  });
  const steps = wholeWorkflows(portal).flatMap((workflow) =>
    [...documentsOf(workflow)].map(([document, issuing]): Issuer => {
      const items = portal.recordTypes[workflow.of]?.items ?? [];
      const types = typesBefore(workflow, issuing);
      const after = Object.keys(portal.sets).filter((set) => types.some((type) => hasSet(portal, type, set)));
      return {
        name: `${workflow.of} (${document})`,
        papers: [document],
        waitsFor: [...papersOf(items), ...after.map((set) => groupNode(set, null))],
        place: issuing[0]?.place ?? { file: '', line: 1, column: 1 },
      };
    }),
  );
  return [...kinds, ...steps];
}

/** Documents that transitions name, each with the transitions that issue it. */
function documentsOf({ transitions }: Workflow): Map<string, Transition[]> {
  const issued = new Map<string, Transition[]>();
  for (const step of Object.values(transitions)) {
    for (const effect of step.then) {
      if (effect.effect !== 'document' || effect.document === null) continue;
      issued.set(effect.document, [...(issued.get(effect.document) ?? []), step]);
    }
  }
  return issued;
}

/** Set → the sets whose records must be done before a record of this set issues anything. */
function setsBelow(portal: Portal): Map<string, string[]> {
  const below = new Map<string, string[]>();
  for (const workflow of wholeWorkflows(portal)) {
    const issuing = Object.values(workflow.transitions).filter(({ then }) =>
      then.some((one) => one.effect === 'document' && one.document === null),
    );
    const types = typesBefore(workflow, issuing);
    const awaited = Object.values(portal.sets).filter(
      ({ key, under }) => under === workflow.of && types.some((type) => hasSet(portal, type, key)),
    );
    for (const set of portal.recordTypes[workflow.of]?.kinds ?? []) {
      below.set(set, [...(below.get(set) ?? []), ...awaited.map(({ key }) => key)]);
    }
  }
  return below;
}

function hasSet({ recordTypes }: Portal, type: string, set: string): boolean {
  return recordTypes[type]?.kinds.includes(set) === true;
}

/** Types of children that every one of these transitions needs first. */
function typesBefore(workflow: Workflow, steps: readonly Transition[]): string[] {
  const types = new Set(Object.values(workflow.transitions).flatMap(childrenAwaited));
  return [...types].filter((type) => {
    const isFree = (one: Transition) => !childrenAwaited(one).includes(type);
    const reached = reachedFrom(workflow, [workflow.initial], isFree);
    return (
      steps.length > 0 && !steps.some((step) => isFree(step) && step.from.some((state) => reached.has(state)))
    );
  });
}

function childrenAwaited({ trigger, needs }: Transition): string[] {
  const conditions: Condition[] = [
    ...(trigger === null ? [] : [trigger]),
    ...needs.map(({ condition }) => condition),
  ];
  return conditions.flatMap(testsOf).flatMap((test) => (test.test === 'children' ? [test.type] : []));
}

interface WalkState {
  /** Nodes from which no further cycle can be found; each is visited once. */
  readonly done: Set<string>;
  /** The issuers; other nodes are left out of the report. */
  readonly named: ReadonlySet<string>;
}

/** Uses an explicit stack, because a chain may be as long as the number of kinds. */
function circleFrom(start: string, waits: Waits, { done, named }: WalkState): string[] | null {
  if (done.has(start)) return null;
  const path = [{ node: start, next: 0 }];
  const onPath = new Set([start]);
  for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
    const next = waits.get(top.node)?.[top.next];
    top.next += 1;
    if (next === undefined) {
      path.pop();
      onPath.delete(top.node);
      done.add(top.node);
    } else if (onPath.has(next)) {
      const nodes = path.map(({ node }) => node);
      const circle = nodes.slice(nodes.indexOf(next)).filter((node) => named.has(node));
      for (const name of circle) done.add(name);
      return [...circle, circle[0] ?? start];
    } else if (!done.has(next)) {
      path.push({ node: next, next: 0 });
      onPath.add(next);
    }
  }
  return null;
}

/** Returns a predicate: is the item required on a first application? */
function askedFirst(portal: Portal): (item: ChecklistItem) => boolean {
  const known = knownOfTheFirst(portal);
  return ({ isOptional, from, when }) => {
    if (isOptional || from === 'previous') return false;
    // If nothing distinguishes a first application, any condition may exclude one.
    return known === null ? when.test === 'always' : possible(when, known).true;
  };
}

/** Learns what a first application is not from the conditions of items with `from: previous`. */
function knownOfTheFirst({ kinds, recordTypes }: Portal): KnownTruth | null {
  const items = [...Object.values(kinds), ...Object.values(recordTypes)].flatMap((one) => one.items);
  const again = items.flatMap(({ from, when }) => (from === 'previous' && isChoice(when) ? [when] : []));
  if (again.length === 0) return null;
  const values = Map.groupBy(again, ({ subject }) => keyOf(subject));
  return (test) => {
    if (!isChoice(test)) return null;
    const later = values.get(keyOf(test.subject))?.flatMap(valuesOf);
    return later === undefined ? null : valuesOf(test).some((value) => !later.includes(value));
  };
}

function isChoice(condition: Condition): condition is ConditionOf<'compare'> {
  return (
    condition.test === 'compare' && ['is', 'in'].includes(condition.operator) && 'value' in condition.operand
  );
}

function valuesOf({ operand }: ConditionOf<'compare'>): Value[] {
  return 'value' in operand ? [operand.value].flat() : [];
}

function keyOf(subject: ConditionSubject): string {
  return JSON.stringify(subject);
}
