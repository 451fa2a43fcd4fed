/** Explains why an item or a requirement kind is asked of a record, or not. */
import { availableItems, itemsAsked } from '../portal/checklist/checklist.ts';
import { itemIdOf, rowsOfItem } from '../portal/checklist/item-rows.ts';
import { holds } from '../portal/conditions/evaluate.ts';
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
  const { scope, isWhole, truth, written } = question;
  const { portal, context } = scope;
  const { record } = context;
  const kind = record.kind === null ? undefined : portal.kinds[record.kind];
  const at = itemsAsked(portal, record).indexOf(item);
  const near = kind?.place ?? portal.recordTypes[record.type]?.place ?? null;
  const pointer = `${kind === undefined ? '/checklist/items' : '/checklist'}/${at}`;
  const { place, text } = written(near, `${pointer}/when`);
  const when: AskedRule = {
    rule: 'when',
    says: text ?? conditionText(item.when),
    holds: isWhole ? holds(item.when, scope) : definite(item.when, truth),
    place,
    facts: factsOf(item.when, question),
  };
  const asked =
    item.each === null ? [when] : [when, askRows(question, item, written(near, `${pointer}/each`).place)];
  const ways = waysTo(item.when, truth, when.holds === false).map((way) => ({
    rule: 'when',
    if: way,
    steps: [],
  }));
  return withReason(explanationOf(asked, when.holds === null ? [] : ways), when);
}

function askRows({ scope }: RuleQuestion, item: ChecklistItem, place: AskedRule['place']): AskedRule {
  const { portal, context } = scope;
  const rows = rowsOfItem(portal, item, context).length;
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
  const { scope, isWhole, truth, written } = question;
  const { place, text } = written(kind.place, '/applies');
  const applies: AskedRule = {
    rule: 'applies',
    says: text ?? conditionText(kind.applies),
    holds: isWhole ? holds(kind.applies, scope) : definite(kind.applies, truth),
    place,
    facts: factsOf(kind.applies, question),
  };
  const retired: AskedRule = {
    rule: 'retired',
    says: 'no new record of it begins',
    holds: false,
    place: written(kind.place, '/retired').place,
    facts: [],
  };
  const ways = waysTo(kind.applies, truth, applies.holds === false).map((way) => ({
    rule: 'applies',
    if: way,
    steps: [],
  }));
  const asked = kind.isRetired ? [retired, applies] : [applies];
  return withReason(explanationOf(asked, applies.holds === null ? [] : ways), applies);
}

/** What is asked for is asked because of this rule. */
function withReason(explanation: RuleExplanation, rule: AskedRule): RuleExplanation {
  return explanation.allowed === true ? { ...explanation, decidedBy: decidedBy(rule) } : explanation;
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
