/** Answers that the portal computes from others: reads `compute`, and checks what it reads. */
import { type ComputedQuestion, computedQuestions, partsOf } from '../../../portal/forms/computed-answers.ts';
import { districtsIn } from '../../../portal/geography/districts.ts';
import { levelOf, propertiesOf, schemaAt } from '../../../portal/forms/form-levels.ts';
import type { Question } from '../../../portal/forms/form-words.ts';
import { testsOf } from '../../../portal/conditions/possible.ts';
import type { Computation, JsonSchema, NumberComputation } from '../../../portal/model/form.ts';
import { mappingOf } from '../../../portal/values/is-mapping.ts';
import { child, type Cursor, isPresent, oneOrMore, text } from '../input/cursor.ts';
import { type LinkContext, report } from '../input/link-context.ts';
import type { RawCondition } from './form-compilation.ts';
import { amountPattern } from '../../../portal/forms/value-type.ts';

export function readComputation(at: Cursor): Computation | null {
  if (!isPresent(at)) return null;
  const district = text(child(at, 'district'));
  return district === null ? readNumberComputation(at) : { district };
}

export function readNumberComputation(at: Cursor): NumberComputation {
  const count = text(child(at, 'count'));
  if (count !== null) return { count };
  return { sum: oneOrMore(child(at, 'sum')).map((one) => text(one) ?? '') };
}

/** Reports parts that do not exist or cannot be added, and computed questions that depend on themselves. */
export function checkComputed(
  root: Cursor,
  form: Question,
  { context, conditions }: { readonly context: LinkContext; readonly conditions: readonly RawCondition[] },
): void {
  const questions = computedQuestions(form);
  for (const question of questions) checkParts(root, { form, question }, context);
  const reads = new Map(questions.map((one) => [one.keys.join('.'), readBy(one)]));
  for (const { property, when } of conditions) {
    reads.set(property, [...(reads.get(property) ?? []), ...fieldsIn(when, property, form)]);
  }
  const told = new Set<string>();
  for (const { keys } of questions) {
    const start = keys.join('.');
    const circle = told.has(start) ? null : circleFrom(start, reads);
    if (circle === null) continue;
    for (const name of circle) told.add(name);
    report(context, 'form/circular-compute', placeOf(root, keys), { circle: [...circle, start] });
  }
}

function checkParts(
  root: Cursor,
  { form, question }: { readonly form: Question; readonly question: ComputedQuestion },
  context: LinkContext,
): void {
  const { keys, schema, computation } = question;
  const at = placeOf(root, keys);
  if ('district' in computation) return checkDistrict(at, question, context);
  const level = levelOf(schemaAt(form.schema, keys.slice(0, -1)) ?? form.schema);
  const kind = kindOf(schema);
  const name = keys.at(-1) ?? '';
  if (kind !== 'whole' && kind !== 'money' && kind !== 'number')
    report(context, 'form/odd-sum', at, { name, problem: 'is neither a number nor an amount' });
  for (const path of partsOf(computation)) {
    const part = schemaAt(level, path.split('.'));
    if (part === undefined) {
      const choices = Object.keys(propertiesOf(level));
      report(context, 'form/unknown-property', at, { name: path, choices });
    } else {
      const problem = 'count' in computation ? whyNotCounted(part) : whyNotAdded(kindOf(part), kind);
      if (problem !== null) report(context, 'form/odd-sum', at, { name: path, problem });
    }
  }
}

/** The place is a question of the same level, with districts that are the choices of the computed question. */
function checkDistrict(
  at: Cursor,
  { uiSchema, beside, computation }: ComputedQuestion,
  context: LinkContext,
): void {
  const [name = ''] = partsOf(computation);
  const place = mappingOf(beside[name]);
  const districts = districtsIn(place);
  const problem =
    'ui:shape' in place
      ? districts === null
        ? 'has no `districts`'
        : null
      : 'is not a place (`format: location`)';
  if (problem !== null) return report(context, 'form/odd-district', at, { name, problem });
  const lookup = uiSchema['ui:lookup'];
  if (districts === null || lookup === districts.lookup) return;
  report(context, 'form/odd-district', at, {
    name,
    problem: `has the districts of "${districts.lookup}", but the answer is ${typeof lookup === 'string' ? `a row of "${lookup}"` : 'no row of a lookup'}`,
  });
}

type NumberKind = 'whole' | 'number' | 'money' | null;

function kindOf(schema: JsonSchema): NumberKind {
  if (schema.type === 'integer') return 'whole';
  if (schema.type === 'number') return 'number';
  return schema.type === 'string' && schema.pattern === amountPattern ? 'money' : null;
}

function whyNotCounted({ type }: JsonSchema): string | null {
  return type === 'array' ? null : 'is not a list, so it has no rows to count';
}

function whyNotAdded(part: NumberKind, sum: NumberKind): string | null {
  if (part === null) return 'is neither a number nor an amount';
  if (sum === 'whole' && part !== 'whole') return 'is not a whole number, but the sum is';
  return sum === 'money' && part === 'number' ? 'may have more decimals than an amount' : null;
}

/** The questions that a computation reads, with the lists around them. */
function readBy({ keys, computation }: ComputedQuestion): string[] {
  return partsOf(computation).flatMap((path) => withPrefixes([...keys.slice(0, -1), ...path.split('.')]));
}

function withPrefixes(keys: readonly string[]): string[] {
  return keys.map((_, index) => keys.slice(0, index + 1).join('.'));
}

/** The questions that a condition reads: beside its question, or at a level above. */
function fieldsIn(when: RawCondition['when'], property: string, form: Question): string[] {
  const above = property.split('.').slice(0, -1);
  return testsOf(when).flatMap((test) => {
    if (test.test !== 'compare' || test.subject.from !== 'field' || test.subject.path.ancestor !== null)
      return [];
    const { keys } = test.subject.path;
    const levels = above.map((_, index) => above.slice(0, above.length - index));
    const place = [...levels, []].find((level) => schemaAt(form.schema, [...level, ...keys]) !== undefined);
    return place === undefined ? [] : [[...place, ...keys].join('.')];
  });
}

function circleFrom(start: string, reads: ReadonlyMap<string, readonly string[]>): string[] | null {
  const paths = [[start]];
  const seen = new Set<string>();
  for (const path of paths) {
    for (const next of reads.get(path.at(-1) ?? start) ?? []) {
      if (next === start) return path;
      if (!seen.has(next)) paths.push([...path, next]);
      seen.add(next);
    }
  }
  return null;
}

/** The question in the file; in a form that another file contains, the nearest place around it. */
function placeOf(root: Cursor, keys: readonly string[]): Cursor {
  let at = root;
  for (const key of keys) {
    const rows = child(at, 'items');
    const next = child(child(isPresent(rows) ? rows : at, 'properties'), key);
    if (!isPresent(next)) return at;
    at = next;
  }
  const said = child(at, 'compute');
  return isPresent(said) ? said : at;
}
