/** Finds and specialises the form for one record: questions that depend on facts become unconditional, or are removed. */
import { recordTypeOf } from '../access/access.ts';
import type { Condition } from '../model/condition.ts';
import { holds } from '../conditions/evaluate.ts';
import type { Form, FormCondition } from '../model/form.ts';
import type { Portal } from '../model/portal.ts';
import type { PortalRecord } from '../model/record.ts';
import { isLive, withCondition, withRequired } from './form-conditions.ts';
import { requiredOf } from './form-levels.ts';
import type { EvaluationScope } from '../conditions/scope.ts';

/** A form without its hash. Only code that can compute hashes may add it. */
export type FormBody = Omit<Form, 'hash'>;

/** The form of the portal for filling in such a record, not specialised yet; null if it has none. */
export function formInForce(
  portal: Portal,
  { kind, type }: Pick<PortalRecord, 'kind' | 'type'>,
): Form | null {
  const ofKind = kind !== null && Object.hasOwn(portal.kinds, kind) ? portal.kinds[kind]?.form : null;
  return portal.forms[ofKind ?? recordTypeOf(portal, type)?.form ?? ''] ?? null;
}

/** The canonical text of a form; its hash is the SHA-256 of this text. */
export function writeForm(body: FormBody): string {
  const { title, schema, uiSchema, steps, conditions, factual, from, verify, filledBy } = body;
  return JSON.stringify([title, schema, uiSchema, steps, conditions, factual, from, verify, filledBy]);
}

/**
 * Evaluates each factual condition of the form for the record.
 * @param scope the record with its facts, and the visitor
 */
export function factsOfForm(form: FormBody, scope: EvaluationScope): Condition[] {
  return form.factual.map(({ when }) => reduce(when, scope));
}

/** @returns a form without factual conditions; the same facts give the same form */
export function specialiseForm(form: FormBody, facts: readonly Condition[]): FormBody {
  let body: FormBody = { ...form, factual: [] };
  for (const [index, condition] of form.factual.entries()) {
    body = specialise(body, condition, facts[index] ?? never);
  }
  return body;
}

/** The form without these questions. Earlier answers stay, but nobody is asked. */
export function withoutQuestions(body: FormBody, names: readonly string[]): FormBody {
  const required = requiredOf(body.schema).filter((name) => !names.includes(name));
  const rest: FormBody = { ...body, schema: { ...body.schema, required } };
  return names.reduce(unasked, rest);
}

function specialise(body: FormBody, condition: FormCondition, when: Condition): FormBody {
  const { property, isRequired } = condition;
  if (isAlways(when)) {
    return isRequired ? { ...body, schema: withRequired(body.schema, property) } : body;
  }
  if (isNever(when)) return unasked(body, property);
  const { schema, isInSchema } = withCondition(body.schema, { property, when, isRequired });
  return { ...body, schema, conditions: [...body.conditions, { property, when, isRequired, isInSchema }] };
}

/**
 * The schema still knows a question that does not apply to this record, so that an earlier answer is not an error.
 * A condition that is never true hides it and excludes its answer.
 */
function unasked(body: FormBody, property: string): FormBody {
  const steps = body.steps
    .map((step) => ({ ...step, properties: step.properties.filter((one) => one !== property) }))
    .filter((step, _, all) => step.properties.length > 0 || all.length === 1);
  return {
    ...body,
    steps,
    conditions: [...body.conditions, { property, when: never, isRequired: false, isInSchema: true }],
    verify: body.verify.filter((sum) => ![sum.field, sum.is, ...sum.plus].includes(property)),
  };
}

const always: Condition = { test: 'always' };
const never: Condition = { test: 'not', of: always };

/** Replaces every test that reads more than the answers by its present result. */
function reduce(condition: Condition, scope: EvaluationScope): Condition {
  if (condition.test === 'not') return negated(reduce(condition.of, scope));
  if (condition.test !== 'all' && condition.test !== 'any') {
    return isLive(condition) ? condition : holds(condition, scope) ? always : never;
  }
  const [settles, passes] = condition.test === 'all' ? [isNever, isAlways] : [isAlways, isNever];
  const parts = condition.of.map((part) => reduce(part, scope));
  const settled = parts.find(settles);
  if (settled !== undefined) return settled;
  const open = parts.filter((part) => !passes(part));
  if (open.length === 0) return condition.test === 'all' ? always : never;
  return open.length === 1 && open[0] !== undefined ? open[0] : { test: condition.test, of: open };
}

function negated(condition: Condition): Condition {
  return condition.test === 'not' ? condition.of : { test: 'not', of: condition };
}

function isAlways(condition: Condition): boolean {
  return condition.test === 'always';
}

function isNever(condition: Condition): boolean {
  return condition.test === 'not' && condition.of.test === 'always';
}
