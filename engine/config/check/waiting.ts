/** Nobody waits for a paper that is issued only after he has brought it: not from himself, and not round by others. */
import type { Condition } from '../../portal/condition.ts';
import type { Place } from '../../portal/place.ts';
import type { Portal } from '../../portal/portal.ts';
import type { RequirementKind } from '../../portal/requirement.ts';
import type { Transition, Workflow } from '../../portal/workflow.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { Findings, type Checking } from './checking.ts';
import { askedFirst } from './first-time.ts';
import { testsOf } from './possible.ts';
import { reachedFrom, wholeWorkflows } from './reach.ts';

/** Who issues papers: a kind, or a step of a record type. */
interface Issuer {
  /** As people read it. */
  readonly name: string;
  readonly papers: readonly string[];
  /** What has to be brought before. */
  readonly needed: readonly string[];
  /** Kinds whose records have to be done before. */
  readonly after: readonly string[];
  readonly place: Place;
}

export function checkCircles({ portal }: Checking): Diagnostic[] {
  const findings = new Findings();
  const issuers = issuersOf(portal);
  const byPaper = new Map<string, string[]>();
  for (const { name, papers } of issuers) {
    for (const paper of papers) byPaper.set(paper, [...(byPaper.get(paper) ?? []), name]);
  }
  const waits = new Map(
    issuers.map(({ name, needed, after }) => [name, [...needed.flatMap((paper) => byPaper.get(paper) ?? []), ...after]]),
  );
  const done = new Set<string>();
  for (const { name, place } of issuers) {
    const circle = circleFrom(name, waits, done);
    if (circle !== null) findings.add('kind/waits-for-itself', place, { circle });
  }
  return findings.all();
}

function issuersOf(portal: Portal): Issuer[] {
  const isAsked = askedFirst(portal);
  const papersOf = (items: RequirementKind['items']) => items.filter(isAsked).flatMap(({ paper }) => paper ?? []);
  const kinds = Object.values(portal.kinds).map((kind): Issuer => {
    const { id, issues, items, place } = kind;
    return { name: id, papers: issues === null ? [] : [issues], needed: papersOf(items), after: kindsBelow(portal, kind), place };
  });
  const steps = wholeWorkflows(portal).flatMap((workflow) =>
    [...documentsOf(workflow)].map(([document, issuing]): Issuer => {
      const items = portal.recordTypes[workflow.of]?.items ?? [];
      const types = typesBefore(workflow, issuing);
      const after = Object.values(portal.kinds).filter(({ set }) => types.some((type) => hasSet(portal, type, set)));
      return {
        name: `${workflow.of} (${document})`,
        papers: [document],
        needed: papersOf(items),
        after: after.map(({ id }) => id),
        place: issuing[0]?.place ?? { file: '', line: 1, column: 1 },
      };
    }),
  );
  return [...kinds, ...steps];
}

/** Documents that steps name, with the steps that people or the engine take to issue them. */
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

/** The kinds of the same office whose checklists have to be done before the kind's own record issues anything. */
function kindsBelow(portal: Portal, { set, office }: RequirementKind): string[] {
  const above = wholeWorkflows(portal).filter(({ of }) => hasSet(portal, of, set));
  return above.flatMap((workflow) => {
    const issuing = Object.values(workflow.transitions).filter(({ then }) =>
      then.some((one) => one.effect === 'document' && one.document === null),
    );
    const types = typesBefore(workflow, issuing);
    return Object.values(portal.kinds).flatMap((kind) => {
      const isUnder = portal.sets[kind.set]?.under === workflow.of && types.some((type) => hasSet(portal, type, kind.set));
      return isUnder && kind.office === office ? [kind.id] : [];
    });
  });
}

function hasSet({ recordTypes }: Portal, type: string, set: string): boolean {
  return recordTypes[type]?.kinds.includes(set) === true;
}

/** Types of children without which none of these steps is ever taken. */
function typesBefore(workflow: Workflow, steps: readonly Transition[]): string[] {
  const types = new Set(Object.values(workflow.transitions).flatMap(childrenAwaited));
  return [...types].filter((type) => {
    const isFree = (one: Transition) => !childrenAwaited(one).includes(type);
    const reached = reachedFrom(workflow, [workflow.initial], isFree);
    return steps.length > 0 && !steps.some((step) => isFree(step) && step.from.some((state) => reached.has(state)));
  });
}

function childrenAwaited({ trigger, needs }: Transition): string[] {
  const conditions: Condition[] = [...(trigger === null ? [] : [trigger]), ...needs.map(({ condition }) => condition)];
  return conditions.flatMap(testsOf).flatMap((test) => (test.test === 'children' ? [test.type] : []));
}

/** @param done those from which no circle is left to find; each is walked once */
function circleFrom(
  start: string,
  waits: ReadonlyMap<string, readonly string[]>,
  done: Set<string>,
): string[] | null {
  const path: string[] = [];
  return walk(start);

  function walk(name: string): string[] | null {
    if (path.includes(name)) return [...path.slice(path.indexOf(name)), name];
    if (done.has(name)) return null;
    path.push(name);
    for (const next of waits.get(name) ?? []) {
      const circle = walk(next);
      if (circle !== null) {
        for (const one of circle) done.add(one);
        return circle;
      }
    }
    path.pop();
    done.add(name);
    return null;
  }
}
