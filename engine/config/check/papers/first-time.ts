/** Which items of a checklist are asked of somebody who files for the first time, and so has nothing from before. */
import type { Condition, ConditionSubject, Value, ConditionOf } from '../../../portal/model/condition.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import type { ChecklistItem } from '../../../portal/model/requirement.ts';
import { possible, type KnownTruth } from '../../../portal/conditions/possible.ts';

/** Must the paper be there when somebody files for the first time? */
export function askedFirst(portal: Portal): (item: ChecklistItem) => boolean {
  const known = knownOfTheFirst(portal);
  return ({ isOptional, from, when }) => {
    if (isOptional || from === 'previous') return false;
    // Where nothing says what tells a first time from others, every condition may.
    return known === null ? when.test === 'always' : possible(when, known).true;
  };
}

/** What is asked of who had it `from: previous` is what a first time is not. */
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
