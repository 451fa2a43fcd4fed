/** Who acts on a record: somebody can take each transition on some page, may read what he acts on, and cannot give himself the right. */
import type { Condition } from '../../portal/condition.ts';
import type { Portal } from '../../portal/portal.ts';
import type { RecordType } from '../../portal/record-type.ts';
import type { Visitor } from '../../portal/visitor.ts';
import { flagsRead, mixtures, visitorOf } from '../../portal/visitors.ts';
import type { Transition } from '../../portal/workflow.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { Findings, type Checking } from './checking.ts';
import { pagesOf } from './pages.ts';
import { possible, testsOf } from './possible.ts';
import { holdsIn, knownStanding, truthsOf, type World } from './truth.ts';

export function checkActors({ portal }: Checking): Diagnostic[] {
  const findings = new Findings();
  for (const workflow of Object.values(portal.workflows)) {
    const type = portal.recordTypes[workflow.of];
    if (type === undefined) continue;
    for (const transition of Object.values(workflow.transitions)) {
      if (transition.by !== null) {
        checkTransition({ portal, type, transition, by: transition.by, findings });
      }
    }
  }
  return findings.all();
}

interface Acting {
  readonly portal: Portal;
  readonly type: RecordType;
  readonly transition: Transition;
  readonly by: Condition;
  readonly findings: Findings;
}

function checkTransition({ portal, type, transition, by, findings }: Acting): void {
  const { name, place } = transition;
  const worlds = worldsOf({ portal, type, transition, by });
  if (worlds === null) return;
  const acting = worlds.filter((world) => holdsIn(by, world));
  if (acting.length === 0) findings.add('workflow/nobody', place, { name });
  // Who comes through a link sees what the link shows, on the page that it leads to.
  if (testsOf(by).some(({ test }) => test === 'link')) return;
  checkPage({ portal, type, transition, by, findings }, acting);
  const blind = acting.find((world) => !holdsIn(type.access.read, world));
  if (blind !== undefined) {
    const who = `Somebody of "${blind.visitor.department ?? ''}"`;
    findings.add('workflow/cannot-read', place, { name, who, state: blind.state });
  }
  for (const flag of flagsRead([by])) {
    const promoted = acting.find((world) => isSelfPromotion(world, flag, by));
    if (promoted === undefined) continue;
    const department = promoted.visitor.department ?? '';
    findings.add('flag/self-promotion', place, { flag, department, name });
  }
}

/** One of those who may take it has a page that shows such a record. */
function checkPage({ portal, type, transition, findings }: Acting, acting: readonly World[]): void {
  const departments = [...new Set(acting.map(({ visitor }) => visitor.department ?? ''))];
  const opened = pagesOf(portal).byType.get(type.type);
  if (departments.length === 0 || departments.some((one) => opened?.has(one))) return;
  const { name, place } = transition;
  findings.add('workflow/no-page', place, { name, type: type.type, departments });
}

/** Would the same visitor without the flag be turned away, and is he one of those who grant it? */
function isSelfPromotion(world: World, flag: string, by: Condition): boolean {
  const { visitor, portal } = world;
  const declared = portal.departments[visitor.department ?? '']?.flags[flag];
  if (!declared?.grantedBy.includes(visitor.department ?? '')) return false;
  const without: Visitor = { ...visitor, flags: { ...visitor.flags, [flag]: false } };
  return !holdsIn(by, { ...world, visitor: without });
}

/** Null where there is too much that may be either. */
function worldsOf({ portal, type, transition, by }: Omit<Acting, 'findings'>): World[] | null {
  const conditions = [by, type.access.read];
  const flags = flagsRead(conditions);
  const worlds: World[] = [];
  for (const department of Object.keys(portal.departments)) {
    for (const mixture of mixtures(flags)) {
      const visitor = visitorOf(portal, department, mixture);
      // Most departments can never take it, whatever is true of the record.
      if (visitor === null || !possible(by, knownStanding({ portal, visitor, type })).true) continue;
      const truths = truthsOf(conditions, { portal, visitor, type });
      if (truths === null) return null;
      for (const state of transition.from) {
        worlds.push(...truths.map((one): World => ({ portal, visitor, state, truths: one })));
      }
    }
  }
  return worlds;
}
