/** The states that a visitor can find in a list, and the words that they read for a state. */
import type { Scope } from '../conditions/scope.ts';
import { draftState } from './access.ts';
import { holds } from '../conditions/evaluate.ts';
import { isOpenList } from '../routing/open-lists.ts';
import { knownState, possible, type KnownTruth } from '../conditions/possible.ts';
import type { State } from '../model/workflow.ts';
import type { List, RecordType } from '../model/record-type.ts';

/** The states of records that this list can show to this visitor, in the order of the workflow. */
export function visibleStates(scope: Scope, type: RecordType, list: List): string[] {
  const { portal, visitor } = scope;
  const { read, summary, public: open } = type.access;
  const isOpen = isOpenList(portal, type.type, list.name);
  const seen = [read, summary?.to, isOpen ? open?.when : undefined].filter((one) => one !== undefined);
  const draft = draftState(portal, type.type);
  return Object.keys(portal.workflows[type.type]?.states ?? {}).filter((state) => {
    const known = knownState(state, knownVisitor(scope));
    const isSeen = state === draft ? visitor.signedIn : seen.some((one) => possible(one, known).true);
    return isSeen && possible(list.where, known).true;
  });
}

/** Evaluates only what a condition asks of the visitor. Without an account the visitor is party to no record. */
export function knownVisitor(scope: Scope): KnownTruth {
  const { visitor } = scope;
  return (condition) => {
    switch (condition.test) {
      case 'self':
      case 'party':
      case 'did':
        return visitor.signedIn ? null : false;
      case 'compare': {
        const { subject, operand } = condition;
        const isOfVisitor = subject.from === 'visitor' || subject.from === 'flag';
        return isOfVisitor && 'value' in operand ? holds(condition, scope) : null;
      }
      default:
        return null;
    }
  };
}

/** The title of a state in the visitor's words: citizens may have their own. */
export function stateTitle({ portal, visitor }: Scope, { title, titleForCitizens }: State): string {
  const isCitizen = portal.departments[visitor.department ?? '']?.kind === 'citizen';
  return isCitizen ? titleForCitizens : title;
}
