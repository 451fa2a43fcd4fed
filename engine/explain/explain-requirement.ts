/** Explains why an item or a requirement kind is asked of a record, or not. */
import { availableItems, itemsAsked } from '../portal/checklist/checklist.ts';
import { itemIdOf, rowsOfItem } from '../portal/checklist/item-rows.ts';
import { holds } from '../portal/conditions/evaluate.ts';
import type { Condition } from '../portal/model/condition.ts';
import type { Place } from '../portal/model/place.ts';
import type { PortalRecord } from '../portal/model/record.ts';
import type { Portal } from '../portal/model/portal.ts';
import type { ChecklistItem, RequirementKind } from '../portal/model/requirement.ts';
import { conditionText } from '../plan/condition-text.ts';
import {
  type AskedRule,
  decidedBy,
  type RuleExplanation,
  explanationOf,
  type RuleQuestion,
} from './explanation.ts';
import { factsOf } from './facts.ts';
import { definite, waysTo } from './ways.ts';

/** `allowed` is true if the checklist of the record asks for the item. */
export function explainItem(question: RuleQuestion, item: ChecklistItem): RuleExplanation {
  const { scope, written } = question;
  const { portal, context } = scope;
  const { record } = context;
  const kind = record.kind === null ? undefined : portal.kinds[record.kind];
  const near = kind?.place ?? portal.recordTypes[record.type]?.place ?? null;
  const pointer = `${kind === undefined ? '/checklist/items' : '/checklist'}/${itemsAsked(portal, record).indexOf(item)}`;
  const deciding = { rule: 'when', condition: item.when, near, pointer: `${pointer}/when` };
  return explainCondition(question, deciding, (when) =>
    item.each === null ? [when] : [when, askRows(question, item, written(near, `${pointer}/each`).place)],
  );
}

function askRows({ scope }: RuleQuestion, item: ChecklistItem, place: AskedRule['place']): AskedRule {
  const rows = rowsOfItem(scope, item).length;
  const { each } = item;
  const of =
    each === null
      ? ''
      : 'record' in each
        ? each.record
        : 'field' in each
          ? each.field
          : `the last ${each.lastMonths} months`;
  return {
    rule: 'each',
    says: `once for each of ${of}`,
    holds: rows > 0,
    place,
    facts: [{ path: of, value: rows }],
  };
}

/** Does the checklist ask for the item now? The server's own answer. */
export function isItemAsked({ scope }: RuleQuestion, item: ChecklistItem): boolean {
  return availableItems(scope).some(({ id }) => itemIdOf(id) === item.id);
}

/** `allowed` is true if the kind applies to the record, so that it gets a record of this kind. */
export function explainKind(question: RuleQuestion, kind: RequirementKind): RuleExplanation {
  const deciding = { rule: 'applies', condition: kind.applies, near: kind.place, pointer: '/applies' };
  const retired: AskedRule = {
    rule: 'retired',
    says: 'no new record of it begins',
    holds: false,
    place: question.written(kind.place, '/retired').place,
    facts: [],
  };
  return explainCondition(question, deciding, (applies) => (kind.isRetired ? [retired, applies] : [applies]));
}

interface DecidingCondition {
  readonly rule: string;
  readonly condition: Condition;
  /** The file that has the condition, and where in it. */
  readonly near: Place | null;
  readonly pointer: string;
}

/**
 * What is asked for is asked because of this condition.
 * @param among puts its rule among the others, in the order in which they decide
 */
function explainCondition(
  question: RuleQuestion,
  { rule, condition, near, pointer }: DecidingCondition,
  among: (own: AskedRule) => readonly AskedRule[],
): RuleExplanation {
  const { scope, isWhole, truth, written } = question;
  const { place, text } = written(near, pointer);
  const own: AskedRule = {
    rule,
    says: text ?? conditionText(condition),
    holds: isWhole ? holds(condition, scope) : definite(condition, truth),
    place,
    facts: factsOf(condition, question),
  };
  const ways = own.holds === null ? [] : waysTo(condition, truth, !own.holds);
  const explanation = explanationOf(
    among(own),
    ways.map((way) => ({ rule, if: way, steps: [] })),
  );
  return explanation.allowed === true ? { ...explanation, decidedBy: decidedBy(own) } : explanation;
}

/** The types of the records to which the kind can apply. */
export function subjectTypesOf({ recordTypes, sets }: Portal, kind: RequirementKind): readonly string[] {
  const under = sets[kind.set]?.under ?? null;
  if (under !== null) return [under];
  const own = Object.values(recordTypes).filter(({ kinds }) => kinds.includes(kind.set));
  return [...new Set(own.flatMap(({ parents }) => parents))];
}

/** The record to which the kind applies or does not: this one, or the nearest one above; null: it never can. */
export function subjectOf(
  portal: Portal,
  kind: RequirementKind,
  line: readonly PortalRecord[],
): PortalRecord | null {
  const types = subjectTypesOf(portal, kind);
  return line.find(({ type }) => types.includes(type)) ?? null;
}
