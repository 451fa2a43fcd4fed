/** Checks the answers that the portal computes, and finds those that depend on themselves. */
import { type ComputedQuestion, computedQuestions } from '../../../portal/forms/computed-answers.ts';
import { readBy } from '../../../portal/forms/figures.ts';
import { districtsIn } from '../../../portal/geography/districts.ts';
import { schemaAt } from '../../../portal/forms/form-levels.ts';
import type { JsonSchema } from '../../../portal/model/form.ts';
import type { FormBody } from '../../../portal/forms/specialise-form.ts';
import { testsOf } from '../../../portal/conditions/possible.ts';
import type { Condition } from '../../../portal/model/condition.ts';
import { mappingOf } from '../../../portal/values/is-mapping.ts';
import { questionsOf } from '../../../portal/succession/form-questions.ts';
import { checkFigure } from '../figures/check-figure.ts';
import { type FigureSurroundings, natureOfFigure } from '../figures/figure-nature.ts';
import { child, type Cursor, isPresent } from '../input/cursor.ts';
import { type LinkContext, quietly, report } from '../input/link-context.ts';
import type { RawCondition } from './form-compilation.ts';

/** Reports figures that cannot be computed, never fit their question, or depend on themselves. */
export function checkComputed(
  root: Cursor,
  form: FormBody,
  {
    context,
    conditions,
    elsewhere,
  }: Pick<FigureSurroundings, 'context' | 'elsewhere'> & {
    readonly conditions: readonly RawCondition[];
  },
): void {
  const computed = computedQuestions(form);
  if (computed.length === 0 && form.verify.length === 0) return;
  const shared = {
    context,
    schema: form.schema,
    questions: new Map(questionsOf(form).map((one) => [one.path, one])),
    shown: new Set(Object.keys(form.from)),
    conditions,
    elsewhere,
    inside: [],
  };
  checkSums(root, form, { ...shared, above: [], given: [] });
  const inCircle = reportCircles(root, computed, { form, context, conditions });
  for (const one of computed) {
    const { keys, computation } = one;
    const name = keys.join('.');
    if (inCircle.has(name)) continue;
    if ('district' in computation) {
      const rows = mostRows(form.schema, keys);
      checkDistrict(placeOf(root, keys), { ...one, name: computation.district, rows }, context);
      continue;
    }
    const given = conditions.flatMap(({ property, when }) =>
      name === property || name.startsWith(`${property}.`) ? [when] : [],
    );
    checkFigure(placeOf(root, keys), { name, computation }, { ...shared, above: keys.slice(0, -1), given });
  }
}

/** Reports a sum that people must get right, although their answers never add up to it. */
function checkSums(root: Cursor, { verify }: FormBody, scope: FigureSurroundings): void {
  for (const [at, { field, plus, is, isAtMost }] of verify.entries()) {
    if (isAtMost || typeof is !== 'number') continue;
    const place = child(child(child(root, 'verify'), at), 'is');
    const sum = natureOfFigure({ sum: [field, ...plus] }, place, {
      ...scope,
      context: quietly(scope.context),
    });
    if (sum === null || is <= sum.range.most) continue;
    const details = { name: field, is: `at most ${sum.range.most}`, limit: `${is}` };
    report(scope.context, 'form/figure-outside', place, details);
  }
}

interface CircleSearch {
  readonly form: FormBody;
  readonly context: LinkContext;
  readonly conditions: readonly RawCondition[];
}

/** @returns the questions in circles */
function reportCircles(
  root: Cursor,
  computed: readonly ComputedQuestion[],
  { form, context, conditions }: CircleSearch,
): ReadonlySet<string> {
  const reads = new Map(computed.map((one) => [one.keys.join('.'), namesReadBy(one, form)]));
  for (const { property, when } of conditions) {
    reads.set(property, [...(reads.get(property) ?? []), ...fieldsIn(when, property.split('.'), form)]);
  }
  const told = new Set<string>();
  for (const { keys } of computed) {
    const start = keys.join('.');
    const circle = told.has(start) ? null : circleFrom(start, reads);
    if (circle === null) continue;
    for (const name of circle) told.add(name);
    report(context, 'form/circular-compute', placeOf(root, keys), { circle: [...circle, start] });
  }
  return told;
}

/** The questions that a computation reads, with the lists around them. */
function namesReadBy({ keys, computation }: ComputedQuestion, form: FormBody): string[] {
  if ('district' in computation) return withPrefixes([...keys.slice(0, -1), computation.district]);
  const { paths, conditions } = readBy(computation);
  return [
    ...paths.flatMap((path) => withPrefixes([...keys.slice(0, -1), ...path.split('.')])),
    ...conditions.flatMap((when) => fieldsIn(when, keys, form)),
  ];
}

/** Areas of one form whose districts are found within a second. */
const mostAreas = 500;

/** The rows of the lists around a question; infinite if a list has no `maxItems`. */
function mostRows(schema: JsonSchema, keys: readonly string[]): number {
  const lists = keys.flatMap((_, index) => {
    const around = schemaAt(schema, keys.slice(0, index));
    return around?.['type'] === 'array' ? [Number(around['maxItems'] ?? Infinity)] : [];
  });
  return lists.reduce((product, most) => product * most, 1);
}

interface DistrictQuestion extends Pick<ComputedQuestion, 'uiSchema' | 'beside'> {
  /** Of the place. */
  readonly name: string;
  /** How often it is asked. */
  readonly rows: number;
}

/** The place is a question of the same level, with districts that are the choices of the computed question. */
function checkDistrict(
  at: Cursor,
  { uiSchema, beside, name, rows }: DistrictQuestion,
  context: LinkContext,
): void {
  const place = mappingOf(beside[name]);
  const districts = districtsIn(place);
  const problem =
    'ui:shape' in place
      ? districts === null
        ? 'has no `districts`'
        : null
      : 'is not a place (`format: location`)';
  if (problem !== null) return report(context, 'form/odd-district', at, { name, problem });
  if (place['ui:shape'] === 'area' && rows > mostAreas)
    return report(context, 'form/many-areas', at, { name, limit: mostAreas });
  const lookup = uiSchema['ui:lookup'];
  if (districts === null || lookup === districts.lookup) return;
  report(context, 'form/odd-district', at, {
    name,
    problem: `has the districts of "${districts.lookup}", but the answer is ${typeof lookup === 'string' ? `a row of "${lookup}"` : 'no row of a lookup'}`,
  });
}

function withPrefixes(keys: readonly string[]): string[] {
  return keys.map((_, index) => keys.slice(0, index + 1).join('.'));
}

/** The questions that a condition of this question reads: beside it, or at a level above. */
function fieldsIn(when: Condition, keys: readonly string[], form: FormBody): string[] {
  const above = keys.slice(0, -1);
  return testsOf(when).flatMap((test) => {
    if (test.test !== 'compare' || test.subject.from !== 'field' || test.subject.path.ancestor !== null)
      return [];
    const { path } = test.subject;
    const levels = above.map((_, index) => above.slice(0, above.length - index));
    const place = [...levels, []].find(
      (level) => schemaAt(form.schema, [...level, ...path.keys]) !== undefined,
    );
    return place === undefined ? [] : [[...place, ...path.keys].join('.')];
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
