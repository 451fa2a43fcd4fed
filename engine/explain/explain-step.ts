/** Explains why somebody may take a step, or not: every rule, not only the first that fails. */
import { pointerTo } from '../portal/values/pointer.ts';
import type { Condition } from '../portal/model/condition.ts';
import type { Transition } from '../portal/model/workflow.ts';
import { valueShown } from '../portal/text/tell.ts';
import { readsInput, type Refusal, rulingsOf, type Step } from '../portal/workflow/transition.ts';
import { conditionText } from '../plan/condition-text.ts';
import { askAccess, type AskedAccess, waysOf, withoutCondition } from './explain-access.ts';
import {
  type RuleExplanation,
  explanationOf,
  type RuleQuestion,
  type RuleChange,
  type WrittenRule,
} from './explanation.ts';
import { factsOf, quorumNow } from './facts.ts';
import { definite, stepsTo } from './ways.ts';

export function explainStep(question: RuleQuestion, taken: Transition): RuleExplanation {
  const { scope, formErrors } = question;
  const step: Step = { name: taken.name, input: {}, formErrors: formErrors ?? {}, inputErrors: {} };
  const asked = rulingsOf(scope, step, taken).flatMap((ruling) => askRule(question, taken, ruling));
  return explanationOf(asked.map(withoutCondition), [
    ...waysOf(question, asked),
    ...waysFrom(question, taken),
  ]);
}

function askRule(
  question: RuleQuestion,
  taken: Transition,
  { rule, refusal }: ReturnType<typeof rulingsOf>[number],
): AskedAccess[] {
  const { scope } = question;
  switch (rule) {
    case 'read':
      return askAccess(question, 'read');
    case 'by':
      return [askBy(question, taken, refusal)];
    case 'from': {
      const { state, clocks } = scope.context.record;
      const isUnknown = !question.isStored && taken.extends !== null && taken.from.includes(state);
      const clock = taken.extends === null ? undefined : clocks[taken.extends];
      const extended =
        taken.extends === null ? '' : `, while the clock ${taken.extends} runs and was not extended`;
      return [
        {
          rule,
          says: `from: ${listed(taken.from)}${extended}`,
          holds: isUnknown ? null : refusal === null,
          place: partOf(question, taken, taken.extends === null ? ['from'] : []).place,
          facts: [
            { path: 'state', value: state },
            ...(taken.extends === null
              ? []
              : [{ path: `clock ${taken.extends}`, value: clock?.state ?? 'never started' }]),
          ],
          condition: null,
        },
      ];
    }
    case 'quorum': {
      if (taken.quorum === null && refusal === null) return [];
      const key = taken.quorum === null ? 'takesBack' : 'quorum';
      const { place, text } = partOf(question, taken, [key]);
      const facts =
        taken.quorum === null
          ? []
          : [{ path: `quorum of ${taken.name}`, value: quorumNow(taken.name, question) }];
      // Of a record that is not stored nobody knows who has acted.
      const isUnknown = !question.isStored && taken.quorum === null;
      const holds = isUnknown ? null : refusal === null;
      return [{ rule, says: `${key}: ${text ?? 'once each'}`, holds, place, facts, condition: null }];
    }
    case 'needs':
      return taken.needs.map((_, at) => askNeed(question, taken, at));
    default: {
      // Nothing in the files states these, so they are told only if they refuse.
      if (refusal === null) return [];
      const says = 'message' in refusal ? valueShown(scope.portal, refusal.message) : refusal.refused;
      return [{ rule, says, holds: false, place: taken.place, facts: [], condition: null }];
    }
  }
}

function askBy(question: RuleQuestion, taken: Transition, refusal: Refusal | null): AskedAccess {
  const { by, trigger } = taken;
  const { place, text } = partOf(question, taken, [by === null ? 'trigger' : 'by']);
  if (by === null) {
    const says = `nobody takes it: the portal does, when ${trigger === null ? 'it is time' : (text ?? conditionText(trigger))}`;
    return { rule: 'by', says, holds: false, place, facts: [], condition: null };
  }
  return {
    rule: 'by',
    says: text ?? conditionText(by),
    holds: question.isWhole ? refusal === null : definite(by, question.truth),
    place,
    facts: factsOf(by, question),
    condition: by,
  };
}

function askNeed(question: RuleQuestion, taken: Transition, at: number): AskedAccess {
  const condition: Condition = taken.needs[at]?.condition ?? { test: 'always' };
  const { place, text } = partOf(question, taken, ['needs', at]);
  return {
    rule: 'needs',
    says: text ?? conditionText(condition),
    // What the person answers in the step is not known before they take it.
    holds: definite(condition, (test) => (readsInput(test) ? null : question.truth(test))),
    place,
    facts: factsOf(condition, question),
    condition,
  };
}

/** The steps to a state from which this one is possible. */
function waysFrom({ scope }: RuleQuestion, taken: Transition): RuleChange[] {
  const { portal, context } = scope;
  const workflow = portal.workflows[context.record.type];
  if (workflow === undefined || taken.from.includes(context.record.state)) return [];
  const steps = stepsTo(workflow, context.record.state, taken.from);
  return steps === null ? [] : [{ rule: 'from', if: [], steps }];
}

/** An extension is declared at its clock. */
function partOf(
  { written }: RuleQuestion,
  { name, extends: clock, place }: Transition,
  keys: readonly (string | number)[],
): WrittenRule {
  const root = clock === null ? ['transitions', name] : ['clocks', clock, 'extend'];
  return written(place, pointerTo(...root, ...keys));
}

function listed(names: readonly string[]): string {
  return names.length === 1 ? (names[0] ?? '') : `[${names.join(', ')}]`;
}
