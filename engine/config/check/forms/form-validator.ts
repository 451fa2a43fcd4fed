/** Validates examples against many forms at little cost: what stands in each property is compiled once, however many forms share it. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { JsonSchema } from '../../../portal/model/form.ts';
import { isMapping } from '../../link/reading/cursor.ts';

/** What is wrong with the value, each fault in words; none where it satisfies the schema. */
type Problems = (value: unknown) => readonly string[];

/** The first fault of a part. */
type ValueCheck = (value: unknown) => string | null;

const annotations: ReadonlySet<string> = new Set([
  '$schema',
  '$id',
  'title',
  'description',
  'examples',
  'default',
  'type',
  'properties',
  'required',
]);

/**
 * Compiling one schema takes milliseconds, and a portal has thousands of forms whose properties are much alike. So the
 * root of a form is taken apart here, and ajv sees each distinct property once.
 * @returns for a schema and values the faults of each value, or null where ajv refuses the schema: that is the form compiler's finding
 */
export function formValidators(): (
  schema: JsonSchema,
  values: readonly unknown[],
) => (readonly string[])[] | null {
  const ajv = new Ajv2020({ strict: false, logger: false, validateSchema: false });
  addFormats.default(ajv);
  const compiled = new Map<string, ValidateFunction>();
  return (schema, values) => {
    try {
      return values.map(compileRoot(schema));
    } catch {
      return null;
    }
  };

  function compileRoot(schema: JsonSchema): Problems {
    const rest = Object.entries(schema).filter(([key]) => !annotations.has(key));
    // Keywords that look across all properties must see them all.
    const isWhole = rest.some(([key]) => key.endsWith('Properties') || key === '$defs');
    if (isWhole || !isMapping(schema.properties)) {
      const whole = problemOf(compile(schema));
      return (value) => [whole(value)].filter((one) => one !== null);
    }
    const properties = new Map(Object.entries(schema.properties).map(([key, one]) => [key, lazily(one)]));
    const others = rest.length === 0 ? () => null : problemOf(compile(Object.fromEntries(rest)));
    const required = Array.isArray(schema.required) ? schema.required.map(String) : [];
    return (value) => problemsIn(value, { properties, required, others });
  }

  function lazily(schema: unknown): ValueCheck {
    return (value) => problemOf(compile(schema))(value);
  }

  function compile(schema: unknown): ValidateFunction {
    const key = JSON.stringify(schema, withoutAnnotations);
    let validate = compiled.get(key);
    if (validate === undefined) {
      validate = ajv.compile(typeof schema === 'boolean' ? schema : Object(JSON.parse(key)));
      compiled.set(key, validate);
    }
    return validate;
  }
}

interface Root {
  readonly properties: ReadonlyMap<string, ValueCheck>;
  readonly required: readonly string[];
  readonly others: ValueCheck;
}

function problemsIn(value: unknown, { properties, required, others }: Root): string[] {
  if (!isMapping(value)) return ['it must be an object'];
  const missing = required.filter((key) => !Object.hasOwn(value, key)).map((key) => `"${key}" is missing`);
  const wrong = Object.entries(value).flatMap(([key, said]) => {
    const problemIn = properties.get(key);
    if (problemIn === undefined) return [`the form has no question "${key}"`];
    const problem = problemIn(said);
    return problem === null ? [] : [`"${key}": ${problem}`];
  });
  const own = [...missing, ...wrong];
  // What looks across the questions would often only echo what is wrong with one of them.
  return own.length > 0 ? own : [others(value)].filter((one) => one !== null);
}

function problemOf(validate: ValidateFunction): ValueCheck {
  return (value) => {
    if (validate(value) === true) return null;
    const [first] = validate.errors ?? [];
    const where = first?.instancePath ? `${first.instancePath} ` : '';
    return `${where}${first?.message ?? 'is not valid'}`;
  };
}

/** Texts for people say nothing about what is valid; a property that is named so is a mapping and stays. */
function withoutAnnotations(key: string, value: unknown): unknown {
  const isText = typeof value === 'string' && (key === 'title' || key === 'description');
  return isText ? undefined : value;
}
