/**
 * Registers the handlers of a contract and validates their requests. A missing handler or a wrong answer does not
 * compile.
 */
import addFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type {
  FastifyContextConfig,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchemaCompiler,
  FastifySchemaValidationError,
} from 'fastify';
import { type TSchema, Type } from 'typebox';
import type {
  AnswerOf,
  AnyEndpoint,
  BodyOf,
  Contract,
  ContractKey,
  ParamsOf,
  QueryOf,
} from '../../contract/endpoint.ts';
import { delegationMessages } from '../../locales/delegations.ts';
import { message, type Message } from '../../locales/message.ts';
import { requestMessages } from '../../locales/requests.ts';
import { isEmail } from '../../portal/writing/email.ts';
import { BODY_LIMIT } from './bodies.ts';
import { badRequest, forbidden, type HttpError, notFound, unauthenticated, unprocessable } from './errors.ts';
import { compileOutput } from './output.ts';
import { readIdempotencyKey } from './required-headers.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Key of the endpoint in the contract. */
    endpoint?: ContractKey;
    /** Also answers signed-out callers, so an expired token does not matter. */
    isForEveryone?: boolean;
    /** Finds the caller itself, in the same query as its other data. */
    isRecognisedLater?: boolean;
    /** Also answers somebody who sees the portal as another person. */
    isForOnlookers?: boolean;
    /** Throws if the caller may not make the call. Runs before the input is validated. */
    mayAsk?: (request: FastifyRequest, params: Readonly<Record<string, string>>) => unknown;
  }
}

/** The validated input of a request. */
interface RequestInput<Params, Query, Body> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
}

/** A reply is an answer that was stored as text. */
type EndpointHandler<Input, Answer> = (
  input: Input,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<Answer | FastifyReply>;

export type EndpointHandlers<C> = {
  readonly [K in keyof C]: EndpointHandler<
    RequestInput<ParamsOf<C[K]>, QueryOf<C[K]>, BodyOf<C[K]>>,
    AnswerOf<C[K]>
  >;
};

type UncheckedHandler = EndpointHandler<RequestInput<unknown, unknown, unknown>, unknown>;

/**
 * Registers each endpoint of the contract.
 * @param config of each of their routes
 */
export function mount<const C extends Contract>(
  server: FastifyInstance,
  contract: C,
  handlers: EndpointHandlers<C>,
  config?: FastifyContextConfig,
): void;
export function mount(
  server: FastifyInstance,
  contract: Contract,
  handlers: object,
  config: FastifyContextConfig = {},
): void {
  const handlerOf = new Map<string, UncheckedHandler>(Object.entries(handlers));
  for (const [key, endpoint] of Object.entries(contract)) {
    const handle = handlerOf.get(key);
    if (handle !== undefined) mountOne(server, { key: key as ContractKey, endpoint, handle, config });
  }
}

/** Header of a read that is sent within a batch. */
export const IN_BATCH = 'x-in-batch';

interface MountedEndpoint {
  readonly key: ContractKey;
  readonly endpoint: AnyEndpoint;
  readonly handle: UncheckedHandler;
  readonly config: FastifyContextConfig;
}

function mountOne(server: FastifyInstance, { key, endpoint, handle, config }: MountedEndpoint): void {
  const [method = '', path = ''] = key.split(' ');
  const { query, access, isForDeputies = method === 'GET', isPrivate = false } = endpoint;
  const isReading = method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
  const { isForOnlookers = isReading && !isPrivate } = endpoint;
  const { body, answers } = endpoint.raw === true ? {} : endpoint;
  const { isRecognisedLater = false, mayAsk } = config;
  const needsSession = access === 'session' && !isRecognisedLater;
  const needsKey = endpoint.headers?.includes('idempotency') === true && !isRecognisedLater;
  const status = endpoint.raw === true ? endpoint.status : Number(Object.keys(endpoint.answers)[0]);
  server.route({
    method,
    url: path,
    bodyLimit: BODY_LIMIT,
    config: { isForEveryone: access === 'everyone', isForOnlookers, ...config, endpoint: key },
    schema: {
      ...(body && { body }),
      ...(query && { querystring: query }),
      ...(answers && { response: answers }),
    },
    validatorCompiler: compileInput,
    serializerCompiler: compileOutput,
    // Where the caller is recognised later, the handler throws what is wrong with the body after that.
    attachValidation: isRecognisedLater,
    schemaErrorFormatter: (errors) => inputError(endpoint, errors),
    preValidation: async (request) => {
      // A batch has no place for files and streams.
      if (endpoint.raw === true && request.headers[IN_BATCH] !== undefined) throw notFound();
      if (needsSession && !request.visitor.signedIn) throw unauthenticated();
      if (!isForDeputies && request.visitor.actsFor !== undefined)
        throw forbidden('acting-for-another', message(delegationMessages.notForAnother));
      mayAsk?.(request, request.params as Readonly<Record<string, string>>);
      if (needsKey) readIdempotencyKey(request);
      // An absent body has no fields.
      if (body !== undefined && request.body === undefined) request.body = {};
      request.query = queryValues(request.query, query);
    },
    handler: (request, reply) => {
      const { params } = request;
      reply.code(status);
      return handle({ params, query: request.query, body: request.body }, request, reply);
    },
  });
}

const ajv = addFormats.default(
  new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true, useDefaults: true }),
);
ajv.addFormat('email', (text: string) => isEmail(text.trim()));

/** Values are not converted, and unknown fields are not removed. The defaults of the schema are filled in. */
const compileInput: FastifySchemaCompiler<TSchema> = ({ schema }) => ajv.compile(schema);

/**
 * The values of a query, which has only text: a whole number becomes a number, and one value a list, if the schema
 * expects it. Browsers send empty parameters for empty fields; they count as absent.
 */
function queryValues(query: unknown, schema?: TSchema): Readonly<Record<string, unknown>> {
  const { properties = {} } = (schema ?? {}) as { readonly properties?: Readonly<Record<string, TSchema>> };
  const valueOf = (name: string, value: unknown): unknown => {
    const expected = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (Type.IsInteger(expected) && /^(0|[1-9]\d{0,8})$/.test(String(value))) return Number(value);
    return Type.IsArray(expected) ? [value].flat() : value;
  };
  return Object.fromEntries(
    Object.entries(query ?? {})
      .filter(([, value]) => value !== '')
      .map(([name, value]) => [name, valueOf(name, value)]),
  );
}

/** @returns 422 with one message for each field; 400 if the endpoint refuses a query as a whole */
function inputError(
  { messages = {}, malformed }: AnyEndpoint,
  errors: readonly FastifySchemaValidationError[],
): HttpError {
  const found = errors.map((error) => ({ field: fieldOf(error), error }));
  // A map, because callers choose the names of fields: an object also has `constructor`.
  const own = new Map(Object.entries(messages));
  const said = (field: string, error: FastifySchemaValidationError): Message =>
    own.get(`${field}:${error.keyword}`) ?? own.get(field.split('.', 1)[0] ?? '') ?? usualMessage(error);
  const [only] = found;
  if (malformed !== undefined && only !== undefined)
    return badRequest(malformed, said(only.field, only.error));
  const byField = Map.groupBy(found, ({ field }) => field);
  const first = [...byField].map(([field, [one]]) => [
    field,
    one === undefined ? [] : [said(field, one.error)],
  ]);
  return unprocessable(Object.fromEntries(first));
}

/** The field of an error, dotted where nested; `body` for the body as a whole. */
function fieldOf({ instancePath, params }: FastifySchemaValidationError): string {
  const named = params['missingProperty'] ?? params['additionalProperty'];
  const path = instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  return [...path, ...(typeof named === 'string' ? [named] : [])].join('.') || 'body';
}

function usualMessage({ keyword, instancePath }: FastifySchemaValidationError): Message {
  if (keyword === 'required') return message(requestMessages.fieldMissing);
  if (keyword === 'additionalProperties') return message(requestMessages.fieldUnknown);
  if (instancePath === '') return message(requestMessages.fieldsExpected);
  return message(requestMessages.valueUnusable);
}
