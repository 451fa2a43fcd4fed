/** Papers that nobody asks for, and requirement kinds that wait for one another. */
import type { Portal } from '../../portal/portal.ts';
import type { ChecklistItem, RequirementKind } from '../../portal/requirement.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { Findings, spanIn, type Checking } from './checking.ts';

export function checkPapers(checking: Checking): Diagnostic[] {
  const { papers, kinds, recordTypes } = checking.portal;
  const checklists = [...Object.values(kinds), ...Object.values(recordTypes)];
  const asked = new Set(checklists.flatMap(({ items }) => items.map((item) => item.paper)));
  const findings = new Findings();
  for (const name of Object.keys(papers)) {
    if (asked.has(name)) continue;
    const place = spanIn(checking, { kind: 'papers', name: 'papers' }, name);
    findings.add('paper/unused', place, { name });
  }
  return findings.all();
}

/** A kind waits for the kind that issues a paper which it must have on a first application. */
export function checkCircles({ portal }: Checking): Diagnostic[] {
  const findings = new Findings();
  const waits = waitsOf(portal);
  const done = new Set<string>();
  for (const kind of Object.values(portal.kinds)) {
    const circle = circleFrom(kind.id, waits, done);
    if (circle !== null) findings.add('kind/waits-for-itself', kind.place, { circle });
  }
  return findings.all();
}

function waitsOf({ kinds }: Portal): Map<string, string[]> {
  const issuers = new Map<string, string[]>();
  for (const { id, issues } of Object.values(kinds)) {
    if (issues !== null) issuers.set(issues, [...(issuers.get(issues) ?? []), id]);
  }
  const waitsFor = ({ items }: RequirementKind): string[] =>
    items.filter(mustBeThere).flatMap((item) => issuers.get(item.paper ?? '') ?? []);
  return new Map(Object.values(kinds).map((kind) => [kind.id, waitsFor(kind)]));
}

/** What is optional, held over from before, or asked under a condition does not stop a first application. */
function mustBeThere({ isOptional, from, when }: ChecklistItem): boolean {
  return !isOptional && from !== 'previous' && when.test === 'always';
}

/** @param done kinds from which no circle is left to find; each kind is walked once */
function circleFrom(
  start: string,
  waits: ReadonlyMap<string, readonly string[]>,
  done: Set<string>,
): string[] | null {
  const path: string[] = [];
  return walk(start);

  function walk(kind: string): string[] | null {
    if (path.includes(kind)) return [...path.slice(path.indexOf(kind)), kind];
    if (done.has(kind)) return null;
    path.push(kind);
    for (const next of waits.get(kind) ?? []) {
      const circle = walk(next);
      if (circle !== null) {
        for (const one of circle) done.add(one);
        return circle;
      }
    }
    path.pop();
    done.add(kind);
    return null;
  }
}
