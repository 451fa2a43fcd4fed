/** A form for one record: questions that depend on facts are asked without condition, or not at all. */
import type { Condition } from './condition.ts';
import { holds } from './evaluate.ts';
import type { Form, FormCondition, JsonSchema } from './form.ts';
import { isLive, withCondition, withRequired } from './form-conditions.ts';
import { isMapping, propertiesOf, changeLevel } from './form-levels.ts';
import type { Scope } from './scope.ts';

/** A form without its hash, which only who can hash may give it. */
export type FormBody = Omit<Form, 'hash'>;

/**
 * Decides what the form's factual conditions ask about the record.
 * @param scope the record with its facts, and who looks at it
 * @returns a form without factual conditions; the same questions for the same facts
 */
export function specialiseForm(form: FormBody, scope: Scope): FormBody {
  let body: FormBody = { ...form, factual: [] };
  for (const condition of form.factual) {
    body = specialise(body, condition, reduce(condition.when, scope));
  }
  return body;
}

function specialise(body: FormBody, condition: FormCondition, when: Condition): FormBody {
  const { property, isRequired } = condition;
  if (isAlways(when)) {
    return isRequired ? { ...body, schema: withRequired(body.schema, property) } : body;
  }
  if (isNever(when)) return without(body, property);
  const { schema, isInSchema } = withCondition(body.schema, { property, when, isRequired });
  return { ...body, schema, conditions: [...body.conditions, { property, when, isRequired, isInSchema }] };
}

/** Takes a property out of everything that names it. */
function without(body: FormBody, property: string): FormBody {
  const keys = property.split('.');
  const [name = '', above] = [keys.at(-1), keys.slice(0, -1)];
  const isTop = above.length === 0;
  const steps = body.steps
    .map((step) => ({ ...step, properties: step.properties.filter((one) => !isTop || one !== name) }))
    .filter((step, _, all) => step.properties.length > 0 || all.length === 1);
  const { [property]: _from, ...from } = body.from;
  return {
    ...body,
    schema: changeLevel(body.schema, above, (level) => withoutProperty(level, name)),
    steps,
    from,
    conditions: body.conditions.filter((one) => one.property !== property),
    verify: body.verify.filter((sum) => ![sum.field, sum.is, ...sum.plus].includes(property)),
  };
}

function withoutProperty(level: JsonSchema, name: string): JsonSchema {
  const { [name]: _, ...properties } = propertiesOf(level);
  return { ...level, properties };
}

const always: Condition = { test: 'always' };
const never: Condition = { test: 'not', of: always };

/** Replaces every part that asks more than the answers by what it says now. */
function reduce(condition: Condition, scope: Scope): Condition {
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
  return condition.test === 'not' && isMapping(condition.of) && condition.of.test === 'always';
}
