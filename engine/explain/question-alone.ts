/** The question about a record that nobody has stored: what is given of it is known, and nothing else. */
import { parse } from 'yaml';
import { asVisitorMeets } from '../config/logic/visitor-facts.ts';
import { needsOthers } from '../portal/conditions/derived-values.ts';
import { holds } from '../portal/conditions/evaluate.ts';
import { recordOf } from '../portal/conditions/field-value.ts';
import type { KnownTruth } from '../portal/conditions/possible.ts';
import type { RecordScope } from '../portal/conditions/scope.ts';
import type { Condition, FieldPath } from '../portal/model/condition.ts';
import { isMapping } from '../portal/values/is-mapping.ts';
import { conditionText, testsByText } from '../plan/condition-text.ts';
import type { RuleQuestion } from './explanation.ts';

/**
 * @param text JSON or YAML
 * @returns a sentence if it is not a mapping
 * @throws Error if it is neither
 */
export function parseAnswers(text: string): Readonly<Record<string, unknown>> | string {
  const answers: unknown = parse(text);
  return isMapping(answers) ? answers : '--data must be a mapping from question to answer.';
}

/** Results of tests in the words of conditions: `party: owner` → true. */
export type GivenTruths = ReadonlyMap<string, boolean>;

/**
 * @param given replaces what would be found out of the record
 * @param formErrors mistakes and gaps in the given answers; null: nothing is said of them
 */
export function questionAlone(
  scope: RecordScope,
  {
    written,
    given = new Map(),
    formErrors = null,
  }: {
    readonly written: RuleQuestion['written'];
    readonly given?: GivenTruths;
    readonly formErrors?: RuleQuestion['formErrors'];
  },
): RuleQuestion {
  const { portal, visitor, context } = scope;
  const type = portal.recordTypes[context.record.type];
  const truth: KnownTruth = (test) => {
    const met = type === undefined ? test : asVisitorMeets(test, { portal, visitor, type });
    if (met.test === 'always') return true;
    if (met.test === 'not') return false;
    const said = given.get(conditionText(met)) ?? given.get(conditionText(test));
    if (said !== undefined) return said;
    if (test.test === 'form') return formErrors && Object.keys(formErrors).length === 0;
    return truthAlone(test, scope);
  };
  return { scope, formErrors, written, truth, isStored: false, isWhole: false, hides: () => false };
}

/** The given tests that no rule asks. */
export function unaskedTests(
  { portal, visitor, context }: RecordScope,
  rules: readonly Condition[],
  given: GivenTruths,
): string[] {
  const type = portal.recordTypes[context.record.type];
  const asked = testsByText(rules, (rule) =>
    type === undefined ? rule : asVisitorMeets(rule, { portal, visitor, type }),
  );
  return [...given.keys()].filter((test) => !asked.has(test));
}

function truthAlone(test: Condition, scope: RecordScope): boolean | null {
  if (test.test === 'between') return holds(test, scope);
  // It may belong to this person, but it need not.
  if (test.test === 'party' && test.role === 'owner' && scope.context.record.owner !== null)
    return holds(test, scope);
  if (test.test !== 'compare' || !isKnown(test, scope)) return null;
  return holds(test, scope);
}

/** Are both sides of the comparison given? */
function isKnown({ subject, operand }: Extract<Condition, { test: 'compare' }>, scope: RecordScope): boolean {
  const { record } = scope.context;
  if ('field' in operand && !isGiven(operand.field, scope)) return false;
  if ('input' in operand) return false;
  switch (subject.from) {
    case 'visitor':
    case 'flag':
      return true;
    case 'record':
      return record[subject.name === 'created' ? 'createdAt' : subject.name] !== null;
    case 'field':
      return isGiven(subject.path, scope);
    case 'fact': {
      const derived = scope.portal.recordTypes[record.type]?.derived[subject.name];
      return derived !== undefined && !needsOthers(derived);
    }
    default:
      return false;
  }
}

/** Answers that are left out are empty, but nothing is said of a record above that is not given. */
function isGiven({ ancestor }: FieldPath, { context }: RecordScope): boolean {
  return recordOf(ancestor, context) !== undefined;
}
