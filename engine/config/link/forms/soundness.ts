/** Checks that every question of a compiled form is valid JSON Schema and can be answered. */
import addFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { propertiesOf } from '../../../portal/forms/form-levels.ts';
import type { Condition, ConditionOf } from '../../../portal/model/condition.ts';
import type { JsonSchema } from '../../../portal/model/form.ts';
import { isMapping } from '../../../portal/values/is-mapping.ts';
import { createDiagnostic, type Diagnostic } from '../../diagnostics/diagnostic.ts';
import { child, type Cursor } from '../input/cursor.ts';
import type { RawCondition } from './form-compilation.ts';

/** Checks each question separately, so that every invalid one is reported, not only the first. */
export function schemaFaults(root: Cursor, schema: JsonSchema): Diagnostic[] {
  return Object.entries(propertiesOf(schema)).flatMap(([name, property]) => {
    const problem = contradictionIn(property) ?? refusalOf(property);
    if (problem === null) return [];
    const { file, pointer } = child(child(root, 'properties'), name);
    return [createDiagnostic('form/bad-schema', file.positions(pointer), { problem })];
  });
}

/** Keywords whose values the schema of form files has already checked, so compiling them would find nothing. */
const simple = new Set(
  (
    'type title description enum const default examples format pattern readOnly minLength maxLength minimum maximum ' +
    'exclusiveMinimum exclusiveMaximum multipleOf items minItems maxItems uniqueItems properties required ' +
    'allOf not if then'
  ).split(' '),
);

function isSimple(schema: JsonSchema): boolean {
  const { allOf, not } = schema;
  const conditions = [
    ...(Array.isArray(allOf) ? (allOf as unknown[]) : []),
    not,
    schema['if'],
    schema['then'],
  ];
  return (
    Object.keys(schema).every((word) => simple.has(word)) &&
    'if' in schema === 'then' in schema &&
    [...partsOf(schema), ...conditions.filter(isMapping)].every(isSimple)
  );
}

let validator: Ajv2020 | null = null;

/** One validator for all questions, because creating one takes longer than using it. */
function strictValidator(): Ajv2020 {
  const ajv = new Ajv2020({
    strict: true,
    allowUnionTypes: true,
    strictTypes: false,
    // `required` has its own check; a branch may name questions of the outer levels.
    strictRequired: false,
    strictTuples: false,
    logger: false,
  });
  addFormats.default(ajv);
  return ajv.addFormat('color', true).addFormat('data-url', true).addFormat('alt-datetime', true);
}

/** The error of the validator, in its own words. */
function refusalOf(schema: JsonSchema): string | null {
  if (isSimple(schema)) return null;
  const ajv = (validator ??= strictValidator());
  try {
    ajv.compile(schema);
    return null;
  } catch (error) {
    return (error instanceof Error ? error.message : String(error)).replace(/\.$/, '');
  } finally {
    ajv.removeSchema(schema);
  }
}

/** Pairs of keywords that can exclude each other. */
function contradictionIn(schema: JsonSchema): string | null {
  const choices = Array.isArray(schema.enum) ? schema.enum : [];
  const given = [
    ...choices,
    ...['const', 'default'].flatMap((word) => (word in schema ? [schema[word]] : [])),
  ];
  const odd = given.find((value) => !hasType(value, schema.type));
  if (odd !== undefined) return `${JSON.stringify(odd)} is not of the type "${String(schema.type)}"`;
  if (choices.length > 0 && 'default' in schema && !choices.includes(schema.default)) {
    return `the default ${JSON.stringify(schema.default)} is not one of the choices`;
  }
  const range = ranges.find(([low, high]) => Number(schema[low]) > Number(schema[high]));
  const twice = Array.isArray(schema['enum']) ? twiceIn(schema['enum'] as unknown[]) : undefined;
  if (twice !== undefined) return `the choice "${String(twice)}" is listed twice`;
  if (range !== undefined) return `"${range[0]}" is higher than "${range[1]}"`;
  return (
    partsOf(schema)
      .map(contradictionIn)
      .find((problem) => problem !== null) ?? null
  );
}

const ranges = [
  ['minimum', 'maximum'],
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
] as const;

function hasType(value: unknown, type: unknown): boolean {
  const types: unknown[] = Array.isArray(type) ? type : [type];
  const own = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
  const isWhole = Number.isInteger(value);
  return type === undefined || types.includes(own) || (isWhole && types.includes('integer'));
}

function partsOf(schema: JsonSchema): JsonSchema[] {
  const { items } = schema;
  return isMapping(items)
    ? [...Object.values(propertiesOf(schema)), items]
    : Object.values(propertiesOf(schema));
}

function twiceIn(values: readonly unknown[]): unknown {
  return values.find((value, at) => values.indexOf(value) < at);
}

/** Reports each cycle once, at its first question. */
export function circlesOfQuestions(root: Cursor, conditions: readonly RawCondition[]): Diagnostic[] {
  const asked = new Map(conditions.map((one) => [one.property, one]));
  const told = new Set<string>();
  return [...asked.keys()].flatMap((start) => {
    if (told.has(start)) return [];
    const circle = circleFrom(start, asked);
    if (circle === null) return [];
    for (const name of circle) told.add(name);
    const at = start.split('.').reduce<Cursor>((level, key) => child(child(level, 'properties'), key), root);
    return [
      createDiagnostic('form/circular-when', at.file.positions(at.pointer, 'key'), {
        circle: [...circle, start],
      }),
    ];
  });
}

function circleFrom(start: string, asked: ReadonlyMap<string, RawCondition>): string[] | null {
  const paths = [[start]];
  const seen = new Set<string>();
  for (const path of paths) {
    const last = path.at(-1) ?? start;
    for (const next of questionsIn(asked.get(last)?.when, last, asked)) {
      if (next === start) return path;
      if (!seen.has(next)) paths.push([...path, next]);
      seen.add(next);
    }
  }
  return null;
}

/**
 * The conditional questions that must be answered for the condition to be true. One of several alternatives is not
 * required.
 */
function questionsIn(
  when: Condition | undefined,
  property: string,
  asked: ReadonlyMap<string, RawCondition>,
): string[] {
  if (when?.test === 'all') return when.of.flatMap((one) => questionsIn(one, property, asked));
  if (when?.test === 'any') {
    const [first = [], ...rest] = when.of.map((one) => questionsIn(one, property, asked));
    return first.filter((name) => rest.every((names) => names.includes(name)));
  }
  // A question that is not asked has no answer, so `exists: false` and `not` are true.
  if (when?.test !== 'compare' || when.subject.from !== 'field' || isForNone(when)) return [];
  const { ancestor, keys } = when.subject.path;
  if (ancestor !== null) return [];
  const beside = [...property.split('.').slice(0, -1), ...keys].join('.');
  return [beside, keys.join('.')].filter((name) => asked.has(name)).slice(0, 1);
}

function isForNone({ operator, operand }: ConditionOf<'compare'>): boolean {
  return operator === 'exists' && 'value' in operand && operand.value === false;
}
