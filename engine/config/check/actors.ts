/** Who acts on a record: somebody can take each transition, may read what he acts on, and cannot give himself the right. */
import type { Condition } from '../../portal/condition.ts';
import type { Portal } from '../../portal/portal.ts';
import type { RecordType } from '../../portal/record-type.ts';
import type { Visitor } from '../../portal/visitor.ts';
import { flagsRead, mixtures, visitorOf } from '../../portal/visitors.ts';
import type { Transition } from '../../portal/workflow.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { Findings, type Checking } from './checking.ts';
import { holdsIn, truthsOf, type World } from './truth.ts';

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
  const acting = worldsOf({ portal, type, transition, by }).filter((world) => holdsIn(by, world));
  if (acting.length === 0) findings.add('workflow/nobody', place, { name });
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

/** Would the same visitor without the flag be turned away, and is he one of those who grant it? */
function isSelfPromotion(world: World, flag: string, by: Condition): boolean {
  const { visitor, portal } = world;
  const declared = portal.departments[visitor.department ?? '']?.flags[flag];
  if (!declared?.grantedBy.includes(visitor.department ?? '')) return false;
  const without: Visitor = { ...visitor, flags: { ...visitor.flags, [flag]: false } };
  return !holdsIn(by, { ...world, visitor: without });
}

function worldsOf({ portal, type, transition, by }: Omit<Acting, 'findings'>): World[] {
  const conditions = [by, type.access.read];
  const flags = flagsRead(conditions);
  return Object.keys(portal.departments).flatMap((department) =>
    mixtures(flags).flatMap((mixture) => {
      const visitor = visitorOf(portal, department, mixture);
      if (visitor === null) return [];
      const truths = truthsOf(conditions, { portal, visitor, type });
      return transition.from.flatMap((state) =>
        truths.map((one): World => ({ portal, visitor, state, truths: one })),
      );
    }),
  );
}
