/** The OpenAPI 3.1 document: the contract, with one path per record type, transition, lookup, report and fee schedule. */
import type { AnyEndpoint, Contract } from '../../../contract/endpoint.ts';
import type { JsonSchema } from '../../../portal/model/form.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import { componentsOf, componentNames, File } from './components.ts';
import { operationsOf } from './operations.ts';
import { fieldsOf } from './schema-fields.ts';

export interface OpenApiDocument extends JsonSchema {
  readonly info: { readonly title: string };
  /** Path → method → operation. */
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, JsonSchema>>>>;
}

export interface OpenApiOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly security: readonly JsonSchema[];
  readonly parameters?: readonly JsonSchema[];
  readonly requestBody?: { readonly content: OpenApiContent };
  readonly responses: Readonly<Record<string, JsonSchema>>;
}

/** Content type → its schema. */
export type OpenApiContent = Readonly<Record<string, { readonly schema: JsonSchema }>>;

/**
 * Describes every endpoint of the contract as this portal offers it. Endpoints that no configured type needs are absent.
 * @param origin public address of the portal, or null for relative addresses
 * @param prefix of all paths, such as `/api/v1`
 */
export function openApiOf(
  contract: Contract,
  portal: Portal,
  { origin, prefix }: { readonly origin: string | null; readonly prefix: string },
): OpenApiDocument {
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const [key, declared] of Object.entries(contract)) {
    const [method = '', template = ''] = key.split(' ');
    for (const { endpoint, fixed } of operationsOf(portal, declared)) {
      const names = [...template.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
      const path = template.replaceAll(/:(\w+)/g, (_, name: string) => fixed[name] ?? `{${name}}`);
      const free = names.filter((name) => fixed[name] === undefined);
      (paths[`${prefix}${path}`] ??= {})[method.toLowerCase()] = operation(endpoint, method, free);
    }
  }
  return withReferences({
    openapi: '3.1.0',
    info: { title: portal.title, version: 'v1' },
    servers: [{ url: origin ?? '/' }],
    paths,
    components: componentsOf(portal),
  });
}

const securities: Readonly<Record<AnyEndpoint['access'], readonly JsonSchema[]>> = {
  session: [{ session: [] }],
  optional: [{ session: [] }, {}],
  everyone: [],
};

function operation(endpoint: AnyEndpoint, method: string, names: readonly string[]): JsonSchema {
  const { id, tag, summary, access, params = {}, query, headers = [], refusals = [] } = endpoint;
  const isWrite = !['GET', 'HEAD', 'OPTIONS'].includes(method);
  const parameters = [
    ...names.map((name) => parameter('path', name, { type: 'string', description: params[name] }, true)),
    ...[...(isWrite ? ['marker', 'csrf'] : []), ...headers].map((name) => component('parameters', name)),
    ...Object.entries(endpoint.raw ? (endpoint.protocol ?? {}) : {}).map(([name, description]) =>
      parameter('header', name, { type: 'string', description }, true),
    ),
    ...(query ? queryParameters({ ...query }) : []),
  ];
  const body = bodyOf(endpoint);
  const refused = [
    ...refusals,
    ...(query ? [422] : []),
    // A NUL in an address.
    400,
    ...(isWrite ? [403, 413, 415] : []),
    ...(access === 'everyone' ? [] : [401]),
    500,
    // The database is away, or too many callers ask.
    503,
  ].map((status) => [status, component('responses', `${status}`)]);
  return {
    operationId: id,
    tags: [tag],
    summary,
    security: securities[access],
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: needsBody(endpoint), content: body } }),
    responses: { ...answersOf(endpoint), ...Object.fromEntries(refused) },
  };
}

function queryParameters(query: JsonSchema): JsonSchema[] {
  const { fields, required } = fieldsOf(query);
  return Object.entries(fields).map(([name, schema]) =>
    parameter('query', name, schema, required.includes(name)),
  );
}

function parameter(
  place: 'path' | 'query' | 'header',
  name: string,
  { description, ...schema }: JsonSchema,
  required: boolean,
): JsonSchema {
  return { name, in: place, required, description, schema };
}

/** Content type → schema; null: the call has no body. */
function bodyOf(endpoint: AnyEndpoint): JsonSchema | null {
  if (endpoint.raw) return endpoint.takes === undefined ? null : { [endpoint.takes]: { schema: File } };
  const { body: schema, isForm } = endpoint;
  if (schema === undefined) return null;
  const types = isForm ? ['multipart/form-data', 'application/x-www-form-urlencoded'] : [];
  return Object.fromEntries(['application/json', ...types].map((type) => [type, { schema }]));
}

/** False if every field of the body may be left out. */
function needsBody(endpoint: AnyEndpoint): boolean {
  return endpoint.raw === true || fieldsOf({ ...endpoint.body }).required.length > 0;
}

function answersOf(endpoint: AnyEndpoint): JsonSchema {
  if (!endpoint.raw)
    return Object.fromEntries(
      Object.entries(endpoint.answers).map(([status, schema]) => {
        const { description = 'The answer.' }: JsonSchema = { ...schema };
        return [status, { description, content: { 'application/json': { schema } } }];
      }),
    );
  const { status, description, produces } = endpoint;
  const schema = produces?.startsWith('text/') ? { type: 'string' } : File;
  return { [status]: { description, ...(produces !== null && { content: { [produces]: { schema } } }) } };
}

function component(kind: 'parameters' | 'responses' | 'schemas', name: string): JsonSchema {
  return { $ref: `#/components/${kind}/${name}` };
}

/** Plain JSON, in which a reference replaces each schema that is a component. */
function withReferences(document: JsonSchema): OpenApiDocument {
  const text = JSON.stringify(document, (_, value: unknown) => {
    const name = componentNames.get(value);
    return name === undefined ? value : component('schemas', name);
  });
  return JSON.parse(text) as OpenApiDocument;
}
