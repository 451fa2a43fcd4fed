/** In which states of a record something can be true for a visitor: tried over every mixture of the answers that it may hold. */
import type { Condition } from '../../../portal/model/condition.ts';
import { draftState } from '../../../portal/access/access.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import type { RecordType } from '../../../portal/model/record-type.ts';
import { signedOut, type Visitor } from '../../../portal/model/visitor.ts';
import { flagsOf, flagsRead, mixtures, visitorOf } from '../../../portal/routing/visitors.ts';
import { askedTogether, knownIn, worldsOf } from './one-value.ts';
import { knownState, testsOf, type Known } from '../checking/possible.ts';
import { expectedStates, isWhole } from './reach.ts';
import { knownStanding, type Viewpoint } from './truth.ts';

/** More mixtures than this are not tried: then each answer may be anything. */
const triedAtMost = 2000;

/** All the conditions that let somebody see a record in this state, in whole or in part; a draft is its owner's alone. */
export function seenIn(portal: Portal, type: RecordType, state: string): Condition {
  if (draftState(portal, type.type) === state) return { test: 'party', role: 'owner' };
  const { read, summary, public: open } = type.access;
  return { test: 'any', of: [read, summary?.to, open?.when].filter((one) => one !== undefined) };
}

/**
 * The states that records of this type come to, and in which `isTrue`.
 * @param asked all conditions over the record that `isTrue` looks at, so that an answer has one value in all of them
 * @returns `['']` instead of a state where the type has no workflow
 */
export function statesWhere(
  { portal, visitor, type }: Viewpoint,
  asked: readonly Condition[],
  isTrue: (known: Known, state: string) => boolean,
): string[] {
  const workflow = portal.workflows[type.type];
  if (workflow !== undefined && !isWhole(workflow)) return Object.keys(workflow.states);
  const worlds = worldsOf(askedTogether(asked.flatMap(testsOf)), triedAtMost) ?? [new Map<string, boolean>()];
  const stands = knownStanding({ portal, visitor, type });
  return (workflow === undefined ? [''] : expectedStates(workflow)).filter((state) =>
    worlds.some((world) => {
      const answers = knownIn(world);
      return isTrue(
        knownState(state, (test) => stands(test) ?? answers(test)),
        state,
      );
    }),
  );
}

export interface Who {
  readonly name: string;
  /** With every mixture of the flags that matter. */
  readonly visitors: readonly Visitor[];
}

/** The accounts of a department, told apart by the flags that the conditions read and the department has. */
export function accountsOf(portal: Portal, department: string, conditions: readonly Condition[]): Visitor[] {
  const own = flagsOf(portal, department);
  return accountsWith(
    portal,
    department,
    flagsRead(conditions).filter((flag) => own.includes(flag)),
  );
}

/** The same without the flags that somebody must first grant to an account of this department. */
export function usualAccountsOf(
  portal: Portal,
  department: string,
  conditions: readonly Condition[],
): Visitor[] {
  const own = portal.departments[department]?.flags ?? {};
  return accountsWith(
    portal,
    department,
    flagsRead(conditions).filter((flag) => own[flag]?.default === true),
  );
}

function accountsWith(portal: Portal, department: string, flags: readonly string[]): Visitor[] {
  return mixtures(flags)
    .map((some) => visitorOf(portal, department, some))
    .filter((one) => one !== null);
}

/** The accounts of every department, and those who have none. */
export function peopleFor(portal: Portal, conditions: readonly Condition[]): Who[] {
  const departments = Object.keys(portal.departments).map((name) => ({
    name,
    visitors: accountsOf(portal, name, conditions),
  }));
  return [...departments, { name: 'visitors without an account', visitors: [signedOut] }];
}
