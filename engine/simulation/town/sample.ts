/** Answers for a form without an example, made from its schema, and files for its items. */
import type { JsonSchema } from '../../portal/model/form.ts';
import type { Random } from './random.ts';

/** The randomness and the day for a sample. */
export interface SampleContext {
  readonly random: Random;
  /** ISO date. */
  readonly today: string;
  /** The first answer was refused: use dates other than today. */
  readonly isAgain?: boolean;
  /** By the name of a question: texts and choices that read like answers of people. */
  readonly texts?: Readonly<Record<string, readonly string[]>>;
  /** The name of the question that is sampled. */
  readonly question?: string | undefined;
}

const usualShare = 0.6;
/** As people name sums: rounded. */
const amounts = [500, 1_200, 2_500, 5_000, 12_000, 30_000, 75_000, 150_000, 400_000, 1_000_000];
/** Around today, in days. */
const otherDays = [30, -30, 365, -365, 4000];

/** An answer that the schema probably accepts. The server reports what it refuses, and that is sampled again. */
export function sampleOf(schema: JsonSchema, sampling: SampleContext): unknown {
  const { random } = sampling;
  if (Array.isArray(schema['enum'])) return pickUsual(likelyChoices(schema['enum'], sampling), random);
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

/** Those that the configuration knows for the question, if there are any. */
function likelyChoices(
  choices: readonly unknown[],
  { texts = {}, question = '' }: SampleContext,
): readonly unknown[] {
  const known = (texts[question] ?? []).filter((one) => choices.includes(one));
  return known.length > 0 ? known : choices;
}

/** Forms list the usual answer first. */
function pickUsual(choices: readonly unknown[], random: Random): unknown {
  const [usual, ...others] = choices.filter((one) => one !== null);
  return others.length === 0 || random.chance(usualShare) ? usual : random.pick(others);
}

/** The answer at a dotted path, sampled from its schema; undefined if the schema does not know the path. */
export function sampleAt(schema: JsonSchema, path: readonly string[], sampling: SampleContext): unknown {
  let at: JsonSchema | undefined = schema;
  for (const key of path) {
    const properties = at['properties'] as Readonly<Record<string, JsonSchema>> | undefined;
    at = /^\d+$/.test(key) ? (at['items'] as JsonSchema | undefined) : properties?.[key];
    if (at === undefined) return undefined;
  }
  return sampleOf(at, { ...sampling, question: path.at(-1) });
}

/** The form with the choices that remain after the answers to other questions. */
export function narrowSchema(schema: JsonSchema, data: Readonly<Record<string, unknown>>): JsonSchema {
  const parts = (schema['allOf'] ?? []) as readonly {
    readonly if?: JsonSchema;
    readonly then?: JsonSchema;
  }[];
  const properties = { ...((schema['properties'] ?? {}) as Record<string, JsonSchema>) };
  for (const { if: asked, then: answer } of parts) {
    const choices = Object.entries((answer?.['properties'] ?? {}) as Record<string, JsonSchema>);
    const known = Object.entries((asked?.['properties'] ?? {}) as Record<string, JsonSchema>);
    if (known.length === 0 || !known.every(([name, { const: value }]) => data[name] === value)) continue;
    for (const [name, choice] of choices) properties[name] = { ...properties[name], ...choice };
  }
  return { ...schema, properties };
}

function sampleObject(schema: JsonSchema, sampling: SampleContext): Record<string, unknown> {
  const properties = (schema['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>;
  const required = (schema['required'] ?? []) as readonly string[];
  const asked = Object.entries(properties).filter(([name]) => required.includes(name));
  return Object.fromEntries(
    asked.map(([name, property]) => [name, sampleOf(property, { ...sampling, question: name })]),
  );
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

/** Texts that the configuration knows, and texts for the usual formats and patterns, tried in turn until one matches. */
function sampleText(schema: JsonSchema, sampling: SampleContext): string {
  const { random, today, isAgain = false, texts = {}, question = '' } = sampling;
  const least = numberAt(schema, 'minLength') ?? 1;
  const most = numberAt(schema, 'maxLength') ?? Number.POSITIVE_INFINITY;
  const known = (texts[question] ?? []).filter(({ length }) => length >= least && length <= most);
  const { title = 'Answer' } = schema;
  const number = String(100_000 + random.below(899_999));
  const words = (asksNumber.test(String(title)) ? number : `${String(title)} as on the paper`).padEnd(
    least,
    '.',
  );
  const candidates =
    schema['format'] === 'date'
      ? [isAgain ? dayBeside(today, random.pick(otherDays)) : today]
      : schema['format'] === 'email'
        ? [`somebody${number}@simulated.example`]
        : [
            ...(known.length > 0 ? [random.pick(known)] : []),
            ...(Array.isArray(schema['examples']) ? schema['examples'].map(String) : []),
            words,
            `${random.pick(amounts)}.00`,
            number,
            `0917${number}0`,
            `+63917${number}0`,
            today,
            `AB-${number}`,
            'A',
            '1',
          ];
  return (candidates.find((text) => fitsPattern(schema, text)) ?? words).slice(0, most);
}

/** Titles of questions that ask for a number in a text. */
const asksNumber = /\b(?:numbers?|no\.|code)(?!\p{L})/iu;

export function fitsPattern({ pattern }: JsonSchema, text: string): boolean {
  return typeof pattern !== 'string' || new RegExp(pattern, 'u').test(text);
}

/** The day this many days after an ISO date. */
export function dayBeside(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}

export function numberAt(schema: JsonSchema, key: string): number | null {
  return typeof schema[key] === 'number' ? schema[key] : null;
}

export interface SamplePaper {
  readonly name: string;
  readonly type: string;
  readonly content: Uint8Array;
}

/** One empty page. */
const page: SamplePaper = {
  name: 'simulated.pdf',
  type: 'application/pdf',
  content: Buffer.from(
    'JVBERi0xLjQKMSAwIG9iago8PCAvVHlwZSAvQ2F0YWxvZyAvUGFnZXMgMiAwIFIgPj4KZW5kb2JqCjIgMCBvYmoKPDwgL1R5cGUgL1BhZ2VzIC9LaWRzIFszIDAgUl0gL0NvdW50IDEgPj4KZW5kb2JqCjMgMCBvYmoKPDwgL1R5cGUgL1BhZ2UgL1BhcmVudCAyIDAgUiAvTWVkaWFCb3ggWzAgMCA1OTUgODQyXSA+PgplbmRvYmoKeHJlZgowIDQKMDAwMDAwMDAwMCA2NTUzNSBmIAowMDAwMDAwMDA5IDAwMDAwIG4gCjAwMDAwMDAwNTggMDAwMDAgbiAKMDAwMDAwMDExNSAwMDAwMCBuIAp0cmFpbGVyCjw8IC9TaXplIDQgL1Jvb3QgMSAwIFIgPj4Kc3RhcnR4cmVmCjE4NgolJUVPRgo=',
    'base64',
  ),
};

/** One white pixel. */
const picture: SamplePaper = {
  name: 'simulated.png',
  type: 'image/png',
  content: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADElEQVQImWP4//8/AAX+Av5Y8msOAAAAAElFTkSuQmCC',
    'base64',
  ),
};

/** Makes a paper for the item of a checklist. `accepts` has file extensions, such as `pdf`. */
export type PaperMaker = (
  item: { readonly title: string; readonly accepts: readonly string[] },
  random: Random,
) => SamplePaper | Promise<SamplePaper>;

export const emptyPaper: PaperMaker = ({ accepts }) => (accepts.includes('pdf') ? page : picture);
