/** Puts a condition into words in the reader's language: `“Floor area” is above 100 and the status is Received`. */
import { conditionMessages } from '../locales/conditions.ts';
import type { MessageTemplate } from '../locales/catalogue.ts';
import { say } from '../portal/language/say.ts';
import type { Condition, ConditionOf, Operator } from '../portal/model/condition.ts';
import type { Portal } from '../portal/model/portal.ts';
import { isOwnUnit } from '../portal/workflow/record-offices.ts';
import { sayDuration } from '../portal/time/duration-words.ts';
import {
  type ConditionRecord,
  type ConditionSpeech,
  nameWords,
  sayOperand,
  sayPath,
  saySubject,
  sayValue,
  titleOfStep,
  typeOfSubject,
} from './subject-words.ts';

/**
 * @param portal in the reader's language
 * @returns null for a condition that is always true
 */
export function sayCondition(portal: Portal, condition: Condition, record: ConditionRecord): string | null {
  return condition.test === 'always' ? null : words({ portal, record }, condition);
}

function words(speech: ConditionSpeech, condition: Condition): string {
  const { portal } = speech;
  switch (condition.test) {
    case 'always':
      return say(portal.words, conditionMessages.always);
    case 'all':
    case 'any':
      return isOwnUnit(condition)
        ? say(portal.words, conditionMessages.ownUnitOfOffice)
        : joined(speech, condition);
    case 'not':
      return negated(speech, condition.of);
    case 'compare':
      return compared(speech, condition, false);
    case 'self':
      return say(portal.words, conditionMessages.account);
    case 'party':
      return condition.role === 'owner'
        ? say(portal.words, conditionMessages.ownRecord)
        : say(portal.words, conditionMessages.role, { role: nameWords(condition.role) });
    case 'did':
      return say(portal.words, conditionMessages.steps, {
        steps: oneOf(
          speech,
          condition.transitions.map((name) => `“${titleOfStep(speech, name)}”`),
        ),
      });
    case 'children':
      return ofChildren(speech, condition);
    case 'parent':
      return ofParent(speech, condition);
    case 'form':
      return say(portal.words, conditionMessages.formComplete);
    case 'checklist':
      return say(portal.words, checklists[condition.is]);
    default:
      return ofTime(speech, condition);
  }
}

const checklists = {
  filed: conditionMessages.checklistFiled,
  passed: conditionMessages.checklistPassed,
  returned: conditionMessages.checklistReturned,
} as const;

/** Tests of time, links and what somebody has seen. */
function ofTime(
  { portal, record }: ConditionSpeech,
  condition: ConditionOf<
    'lapsed' | 'unreachable' | 'expired' | 'after' | 'between' | 'applies' | 'link' | 'unseen'
  >,
): string {
  switch (condition.test) {
    case 'lapsed': {
      const clock = portal.workflows[record.type ?? '']?.clocks[condition.clock];
      return say(portal.words, conditionMessages.lapsed, { clock: clock?.title ?? condition.clock });
    }
    case 'unreachable':
      return say(portal.words, conditionMessages.unreachable, {
        step: portal.workflows[record.type ?? '']?.transitions[condition.step]?.title ?? condition.step,
      });
    case 'expired': {
      const { document } = condition;
      if (document === null) return say(portal.words, conditionMessages.expiredAny);
      return say(portal.words, conditionMessages.documentExpired, {
        document: portal.documents[document]?.title ?? document,
      });
    }
    case 'after':
      return say(portal.words, conditionMessages.afterWait, {
        length: sayDuration(portal.words, condition.wait),
      });
    case 'between':
      return say(portal.words, conditionMessages.season, {
        from: portal.days.named[condition.from.name]?.title ?? condition.from.name,
        until: portal.days.named[condition.until.name]?.title ?? condition.until.name,
      });
    case 'applies':
      return say(portal.words, condition.is ? conditionMessages.kindApplies : conditionMessages.kindNoLonger);
    case 'link':
      return say(portal.words, conditionMessages.linkSent, {
        field: sayPath({ portal, record }, { ancestor: null, keys: [condition.field], lookup: null }),
      });
    case 'unseen':
      return say(portal.words, conditionMessages.unseen);
  }
}

function joined(speech: ConditionSpeech, { test, of }: ConditionOf<'all' | 'any'>): string {
  if (test === 'any' && of.some((part) => part.test === 'always'))
    return say(speech.portal.words, conditionMessages.always);
  if (of.length === 0)
    return say(speech.portal.words, test === 'all' ? conditionMessages.always : conditionMessages.never);
  const parts = of.map((part) => {
    const said = words(speech, part);
    return of.length > 1 && (part.test === 'all' || part.test === 'any') && part.of.length > 1
      ? `(${said})`
      : said;
  });
  return parts.join(
    ` ${say(speech.portal.words, test === 'all' ? conditionMessages.and : conditionMessages.or)} `,
  );
}

function negated(speech: ConditionSpeech, condition: Condition): string {
  if (condition.test === 'always') return say(speech.portal.words, conditionMessages.never);
  if (condition.test === 'compare' && condition.each === undefined) return compared(speech, condition, true);
  return say(speech.portal.words, conditionMessages.not, { condition: `(${words(speech, condition)})` });
}

type ComparisonTemplate = MessageTemplate<`{what}${string}{value}`>;

/** As it is, and negated. */
const verbs: Readonly<
  Record<Exclude<Operator, 'exists'>, readonly [ComparisonTemplate, ComparisonTemplate]>
> = {
  is: [conditionMessages.is, conditionMessages.notIs],
  in: [conditionMessages.is, conditionMessages.notIs],
  has: [conditionMessages.has, conditionMessages.notHas],
  hasAny: [conditionMessages.has, conditionMessages.notHas],
  above: [conditionMessages.above, conditionMessages.notAbove],
  below: [conditionMessages.below, conditionMessages.notBelow],
  atLeast: [conditionMessages.atLeast, conditionMessages.notAtLeast],
  atMost: [conditionMessages.atMost, conditionMessages.notAtMost],
  before: [conditionMessages.before, conditionMessages.notBefore],
  after: [conditionMessages.after, conditionMessages.notAfter],
};

function compared(speech: ConditionSpeech, condition: ConditionOf<'compare'>, isNot: boolean): string {
  const said = comparison(speech, condition, isNot);
  if (condition.each === undefined) return said;
  const template = condition.each === 'every' ? conditionMessages.everyRow : conditionMessages.anyRow;
  return say(speech.portal.words, template, { condition: said });
}

function comparison(speech: ConditionSpeech, condition: ConditionOf<'compare'>, isNot: boolean): string {
  const { subject, operator, operand } = condition;
  const { portal } = speech;
  const isTrue = 'value' in operand && typeof operand.value === 'boolean' ? operand.value !== isNot : null;
  if (subject.from === 'visitor' && subject.name === 'signedIn' && isTrue !== null)
    return say(portal.words, isTrue ? conditionMessages.signedIn : conditionMessages.signedOut);
  if (subject.from === 'flag' && isTrue !== null) {
    return say(portal.words, isTrue ? conditionMessages.flag : conditionMessages.noFlag, {
      flag: saySubject(speech, subject),
    });
  }
  if (subject.from === 'record' && subject.name === 'office' && 'visitor' in operand && !isNot)
    return say(portal.words, conditionMessages.ownOffice);
  const what = saySubject(speech, subject);
  if (operator === 'exists') {
    return say(portal.words, (isTrue ?? !isNot) ? conditionMessages.given : conditionMessages.notGiven, {
      what,
    });
  }
  const type = typeOfSubject(speech, subject);
  const value = 'value' in operand ? sayValue(portal, type, operand.value) : sayOperand(speech, operand);
  if (subject.from === 'visitor' && subject.name === 'department')
    return say(portal.words, isNot ? conditionMessages.noDepartment : conditionMessages.department, {
      value,
    });
  return say(portal.words, verbs[operator][isNot ? 1 : 0], { what, value });
}

function ofChildren(speech: ConditionSpeech, { type, quantifier }: ConditionOf<'children'>): string {
  const { portal } = speech;
  const below = { portal, record: { type } };
  const title = portal.recordTypes[type]?.title ?? type;
  const { every, any, atLeast } = quantifier;
  const parts = [
    ...(every === null
      ? []
      : [say(portal.words, conditionMessages.everyChild, { type: title, condition: words(below, every) })]),
    ...(any === null
      ? []
      : [say(portal.words, conditionMessages.anyChild, { type: title, condition: words(below, any) })]),
  ];
  const isCounted = parts.length === 0 || (atLeast > 0 && every !== null);
  if (isCounted) parts.push(say(portal.words, conditionMessages.childCount, { count: atLeast, type: title }));
  return parts.join(` ${say(portal.words, conditionMessages.and)} `);
}

function ofParent({ portal, record }: ConditionSpeech, { type, of }: ConditionOf<'parent'>): string {
  const above = portal.recordTypes[record.type ?? '']?.parents ?? [];
  const only = type ?? (above.length === 1 ? (above[0] ?? null) : null);
  const title = only === null ? null : (portal.recordTypes[only]?.title ?? only);
  if (of.test === 'always') return say(portal.words, conditionMessages.isAbove, { type: title ?? '' });
  const condition = words({ portal, record: { type: only ?? above[0] ?? null } }, of);
  return title === null
    ? say(portal.words, conditionMessages.parent, { condition })
    : say(portal.words, conditionMessages.parentOf, { type: title, condition });
}

function oneOf({ portal }: ConditionSpeech, values: readonly string[]): string {
  return values.join(` ${say(portal.words, conditionMessages.or)} `);
}
