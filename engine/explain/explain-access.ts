/** Explains why somebody may read or change a record, or not. */
import { turnIn } from '../config/logic/visitor-facts.ts';
import { accessRules, isDraft, recordTypeOf, viewLevel, whyRuleless } from '../portal/access/access.ts';
import type { KnownTruth } from '../portal/conditions/possible.ts';
import type { Condition } from '../portal/model/condition.ts';
import type { Place } from '../portal/model/place.ts';
import type { RecordType } from '../portal/model/record-type.ts';
import { valueShown } from '../portal/text/tell.ts';
import { conditionText } from '../plan/condition-text.ts';
import {
  type AskedRule,
  type RuleExplanation,
  explanationOf,
  type RuleQuestion,
  type RuleChange,
} from './explanation.ts';
import { factsOf } from './facts.ts';
import { definite, waysTo } from './ways.ts';

/** An explanation of reading, with the part that the person sees in any case. */
export interface AccessExplanation extends RuleExplanation {
  /** How much of the record the person sees; null: nothing, or it is not known. */
  readonly sees: 'read' | 'summary' | 'public' | null;
}

export function explainAccess(question: RuleQuestion, action: 'read' | 'update'): AccessExplanation {
  const asked = askAccess(question, action);
  const explained = explanationOf(asked.map(withoutCondition), waysOf(question, asked));
  return {
    ...explained,
    asked: action === 'read' ? [...explained.asked, ...askViews(question)] : explained.asked,
    sees: question.isWhole ? viewLevel(question.scope) : null,
  };
}

/** Every rule of reading or changing the record. A rule about deputies is left out for everybody else. */
export function askAccess(question: RuleQuestion, action: 'read' | 'update'): AskedAccess[] {
  const { scope, isWhole, truth } = question;
  const type = recordTypeOf(scope.portal, scope.context.record.type);
  if (type === null) return [];
  return accessRules(scope, action).flatMap(({ rule, holds }) => {
    const found = holds(scope, type);
    const isSettled = ['reach', 'delegated', 'rules', 'signed'].includes(rule);
    if (isSettled && found) return [];
    const { says, place, condition } = describe(question, rule, type);
    const known = condition === null || isWhole ? found : definite(condition, truth);
    const facts = condition === null ? [] : factsOf(condition, question);
    return [{ rule, says, place, condition, facts, holds: known }];
  });
}

/** The rules by which somebody sees a part of the record. They decide nothing about the rest. */
function askViews(question: RuleQuestion): AskedRule[] {
  const { scope, truth, written } = question;
  const type = recordTypeOf(scope.portal, scope.context.record.type);
  if (type === null || isDraft(scope.portal, scope.context.record)) return [];
  const { summary, public: open, follow } = type.access;
  const views = [
    { rule: 'summary', condition: summary?.to, pointer: '/access/summary/to' },
    { rule: 'public', condition: open?.when, pointer: '/access/public/when' },
  ];
  const byRules = views.flatMap(({ rule, condition, pointer }) => {
    if (condition === undefined) return [];
    const { place, text } = written(type.place, pointer);
    const says = text ?? conditionText(condition);
    return [{ rule, says, holds: definite(condition, truth), place, facts: factsOf(condition, question) }];
  });
  return follow === null ? byRules : [...byRules, askFollow(question, type)];
}

/** Nobody but its holder knows who has a link. A record with an owner was sent with an account, so it has none. */
function askFollow({ scope, written }: RuleQuestion, type: RecordType): AskedRule {
  const { place, text } = written(type.place, '/access/follow');
  const { owner } = scope.context.record;
  const says = `whoever has its secret link sees ${text ?? 'a part of it'}`;
  return { rule: 'follow', says, holds: owner === null ? null : false, place, facts: [] };
}

/** A rule with its condition; null: it has none that could be written down. */
export interface AskedAccess extends AskedRule {
  readonly condition: Condition | null;
}

export function withoutCondition({ rule, says, holds, place, facts }: AskedAccess): AskedRule {
  return { rule, says, holds, place, facts };
}

/** What would turn each rule that does not hold. */
export function waysOf(
  { truth }: { readonly truth: KnownTruth },
  asked: readonly AskedAccess[],
): RuleChange[] {
  return asked.flatMap(({ rule, condition, holds }) =>
    condition === null || holds !== false
      ? []
      : waysTo(condition, truth, true).map((way) => ({ rule, if: way, steps: [] })),
  );
}

interface RuleDescription {
  readonly says: string;
  readonly place: Place | null;
  readonly condition: Condition | null;
}

function describe(
  { scope, written }: RuleQuestion,
  rule: ReturnType<typeof accessRules>[number]['rule'],
  type: RecordType,
): RuleDescription {
  const { portal, context } = scope;
  const { record } = context;
  const whole = { place: type.place, condition: null };
  switch (rule) {
    case 'owner':
      return {
        says: 'a draft is for its owner alone',
        place: written(type.place, '/access/create').place,
        condition: { test: 'party', role: 'owner' },
      };
    case 'read':
    case 'update': {
      const condition = type.access[rule];
      const { place, text } = written(type.place, `/access/${rule}`);
      return { says: text ?? conditionText(condition), place, condition };
    }
    case 'turn': {
      const workflow = portal.workflows[record.type];
      const [step] = Object.values(workflow?.transitions ?? {});
      const state = workflow?.states[record.state];
      const waitsFor = state?.waitsFor ?? 'nobody';
      return {
        says: `it is their turn: "${record.state}" ${state?.isFinal === true ? 'is final' : `waits for ${waitsFor}`}`,
        place: written(step?.place ?? type.place, step === undefined ? '' : `/states/${record.state}`).place,
        condition: turnIn(portal, type, record.state),
      };
    }
    case 'signed':
      return { ...whole, says: 'nobody has signed it: what is signed stays as it is' };
    case 'reach':
      return { ...whole, says: 'the delegation covers records of this type' };
    case 'delegated':
      return { ...whole, says: 'the delegation covers more than single steps' };
    case 'rules': {
      const gone = whyRuleless(portal, record);
      return { ...whole, says: gone === null ? 'its rules exist' : valueShown(portal, gone) };
    }
  }
}
