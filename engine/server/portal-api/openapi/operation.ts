/** The building blocks of the API's description: parameters, answers and errors of one operation. */
import type { JsonSchema } from '../../../portal/model/form.ts';

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete' | 'head' | 'options';

/** Path below the base → method → operation object. */
export type Paths = Readonly<Record<string, Readonly<Partial<Record<Method, JsonSchema>>>>>;

export interface Operation {
  /** Unique, dotted. */
  readonly id: string;
  readonly tag: string;
  readonly summary: string;
  /** `token`: a signed-in caller. `optional`: everybody, with less data. `none`: everybody. */
  readonly security?: 'token' | 'optional' | 'none';
  readonly parameters?: readonly JsonSchema[];
  /** Content type → schema. */
  readonly body?: Readonly<Record<string, JsonSchema>>;
  /** The successful answer; null: no body. */
  readonly answer: {
    readonly status: number;
    readonly description: string;
    readonly schema: JsonSchema | null;
  };
  readonly answerType?: string;
  /** Statuses of the errors, beside 500. */
  readonly errors?: readonly number[];
}

/** An operation that only reads. */
export function reading(described: Operation): JsonSchema {
  return operation(described, []);
}

/** An operation that writes: every caller needs the marker header and the browser's token. */
export function writing(described: Operation): JsonSchema {
  const headers = ['marker', 'csrf'].map((name) => ref('parameters', name));
  const withSizes = { ...described, errors: [403, 413, ...(described.errors ?? [])] };
  return operation(withSizes, headers);
}

export function ref(kind: 'schemas' | 'parameters' | 'responses', name: string): JsonSchema {
  return { $ref: `#/components/${kind}/${name}` };
}

export function json(schema: JsonSchema): Readonly<Record<string, JsonSchema>> {
  return { 'application/json': schema };
}

export function object(
  properties: Readonly<Record<string, JsonSchema>>,
  required?: readonly string[],
): JsonSchema {
  return { type: 'object', properties, required: required ?? Object.keys(properties) };
}

/** A parameter in the path. */
export function inPath(name: string, description: string): JsonSchema {
  return { name, in: 'path', required: true, description, schema: { type: 'string' } };
}

/** An optional parameter in the query. */
export function inQuery(
  name: string,
  description: string,
  schema: JsonSchema = { type: 'string' },
): JsonSchema {
  return { name, in: 'query', required: false, description, schema };
}

const securities: Readonly<Record<NonNullable<Operation['security']>, readonly JsonSchema[]>> = {
  token: [{ session: [] }],
  optional: [{ session: [] }, {}],
  none: [],
};

function operation(described: Operation, headers: readonly JsonSchema[]): JsonSchema {
  const { id, tag, summary, security = 'token', parameters = [], body, answer, errors = [] } = described;
  const all = [...headers, ...parameters];
  const refused = [...new Set([...errors, ...(security === 'none' ? [] : [401]), 500])].sort((a, b) => a - b);
  return {
    operationId: id,
    tags: [tag],
    summary,
    security: securities[security],
    ...(all.length > 0 && { parameters: all }),
    ...(body && { requestBody: { required: true, content: contentOf(body) } }),
    responses: {
      [answer.status]: answerOf(described),
      ...Object.fromEntries(refused.map((status) => [status, ref('responses', String(status))])),
    },
  };
}

function answerOf({ answer, answerType = 'application/json' }: Operation): JsonSchema {
  const { description, schema } = answer;
  return { description, ...(schema && { content: { [answerType]: { schema } } }) };
}

function contentOf(body: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return Object.fromEntries(Object.entries(body).map(([type, schema]) => [type, { schema }]));
}
