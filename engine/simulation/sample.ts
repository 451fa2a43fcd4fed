/** Answers to a form that nobody gave an example of: made from its schema, the required ones always. */
import type { JsonSchema } from '../portal/model/form.ts';
import type { Random } from './random.ts';

/** How a sample is made: by which chance, and of which day. */
export interface SampleContext {
  readonly random: Random;
  /** ISO date. */
  readonly today: string;
}

/** An answer that the schema most likely takes; what it refuses is told by the server and sampled again. */
export function sampleOf(schema: JsonSchema, sampling: SampleContext): unknown {
  const { random } = sampling;
  if (Array.isArray(schema['enum'])) return random.pick(schema['enum'].filter((one) => one !== null));
  if ('const' in schema) return schema['const'];
  const choices = schema['oneOf'] ?? schema['anyOf'];
  if (Array.isArray(choices)) return sampleOf(random.pick(choices) as JsonSchema, sampling);
  switch ([schema['type']].flat()[0]) {
    case 'object':
      return sampleObject(schema, sampling);
    case 'array':
      return sampleArray(schema, sampling);
    case 'boolean':
      return random.chance(0.5);
    case 'integer':
      return Math.ceil(sampleNumber(schema, sampling));
    case 'number':
      return sampleNumber(schema, sampling);
    default:
      return sampleText(schema, sampling);
  }
}

/** The answer under a dotted path, sampled by the schema of that place; undefined where the schema knows none. */
export function sampleAt(schema: JsonSchema, path: readonly string[], sampling: SampleContext): unknown {
  let at: JsonSchema | undefined = schema;
  for (const key of path) {
    const properties = at['properties'] as Readonly<Record<string, JsonSchema>> | undefined;
    at = /^\d+$/.test(key) ? (at['items'] as JsonSchema | undefined) : properties?.[key];
    if (at === undefined) return undefined;
  }
  return sampleOf(at, sampling);
}

function sampleObject(schema: JsonSchema, sampling: SampleContext): Record<string, unknown> {
  const properties = (schema['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>;
  const required = (schema['required'] ?? []) as readonly string[];
  const asked = Object.entries(properties).filter(([name]) => required.includes(name));
  return Object.fromEntries(asked.map(([name, property]) => [name, sampleOf(property, sampling)]));
}

function sampleArray(schema: JsonSchema, sampling: SampleContext): unknown[] {
  const least = Math.max(1, numberAt(schema, 'minItems') ?? 0);
  const items = (schema['items'] ?? { type: 'string' }) as JsonSchema;
  return Array.from({ length: least }, () => sampleOf(items, sampling));
}

function sampleNumber(schema: JsonSchema, { random }: SampleContext): number {
  const least = numberAt(schema, 'minimum') ?? (numberAt(schema, 'exclusiveMinimum') ?? -1) + 1;
  const most = numberAt(schema, 'maximum') ?? least + 20;
  return least + random.below(Math.max(1, Math.min(most - least, 20) + 1));
}

/** Texts of the formats and patterns that forms know; tried in turn until one fits. */
function sampleText(schema: JsonSchema, { random, today }: SampleContext): string {
  const pattern = typeof schema['pattern'] === 'string' ? new RegExp(schema['pattern'], 'u') : null;
  const least = numberAt(schema, 'minLength') ?? 1;
  const words = `Simulated answer ${random.below(100_000)}`.padEnd(least, '.');
  const number = String(100_000 + random.below(899_999));
  const candidates =
    schema['format'] === 'date'
      ? [today]
      : schema['format'] === 'email'
        ? [`somebody${number}@simulated.example`]
        : [
            words,
            number,
            `${number}.00`,
            `0917${number}0`,
            `+63917${number}0`,
            today,
            `AB-${number}`,
            'A',
            '1',
          ];
  const most = numberAt(schema, 'maxLength') ?? Number.POSITIVE_INFINITY;
  const fitting = candidates.filter((text) => pattern === null || pattern.test(text));
  return (fitting[0] ?? words).slice(0, most);
}

function numberAt(schema: JsonSchema, key: string): number | null {
  return typeof schema[key] === 'number' ? schema[key] : null;
}
