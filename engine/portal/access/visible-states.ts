/** In which states a visitor may meet records in a list: what its filter by state offers. */
import { draftState } from './access.ts';
import { holds } from '../conditions/evaluate.ts';
import { isOpenList } from '../routing/open-lists.ts';
import type { Portal } from '../model/portal.ts';
import { knownState, possible, type KnownTruth } from '../conditions/possible.ts';
import type { List, RecordType } from '../model/record-type.ts';
import type { Visitor } from '../model/visitor.ts';

/** The states, in the order of the workflow, of records that this list can show to this visitor. */
export function visibleStates(portal: Portal, visitor: Visitor, type: RecordType, list: List): string[] {
  const { read, summary, public: open } = type.access;
  const isOpen = isOpenList(portal, type.type, list.name);
  const seen = [read, summary?.to, isOpen ? open?.when : undefined].filter((one) => one !== undefined);
  const draft = draftState(portal, type.type);
  return Object.keys(portal.workflows[type.type]?.states ?? {}).filter((state) => {
    const known = knownState(state, knownVisitor(portal, visitor));
    const isSeen = state === draft ? visitor.signedIn : seen.some((one) => possible(one, known).true);
    return isSeen && possible(list.where, known).true;
  });
}

/** Knows of a condition what is asked of the visitor; without an account they have a part in no record. */
export function knownVisitor(portal: Portal, visitor: Visitor): KnownTruth {
  return (condition) => {
    switch (condition.test) {
      case 'self':
      case 'party':
      case 'did':
        return visitor.signedIn ? null : false;
      case 'compare': {
        const { subject, operand } = condition;
        const isOfVisitor = subject.from === 'visitor' || subject.from === 'flag';
        return isOfVisitor && 'value' in operand ? holds(condition, { portal, visitor }) : null;
      }
      default:
        return null;
    }
  };
}
