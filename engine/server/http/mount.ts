/** Registers the handlers of a contract. A missing handler or a wrong answer is a compiler error. */
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type {
  AnyEndpoint,
  AnswerOf,
  BodyOf,
  Contract,
  ContractKey,
  ParamsOf,
  QueryOf,
} from '../../contract/endpoint.ts';
import { unauthenticated } from './errors.ts';
import { readIdempotencyKey } from './required-headers.ts';
import { compileInput, inputError, queryValues } from './input.ts';
import { compileOutput } from './output.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Key of the endpoint in the contract. */
    endpoint?: ContractKey;
    /** Also answers signed-out callers, so an expired token does not matter. */
    isForEveryone?: boolean;
    /** Finds the caller itself, in the same query as its other data. */
    isRecognisedLater?: boolean;
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

interface MountedEndpoint {
  readonly key: ContractKey;
  readonly endpoint: AnyEndpoint;
  readonly handle: UncheckedHandler;
  readonly config: FastifyContextConfig;
}

function mountOne(server: FastifyInstance, { key, endpoint, handle, config }: MountedEndpoint): void {
  const [method = '', path = ''] = key.split(' ');
  const { query, access } = endpoint;
  const { body, answers } = endpoint.raw === true ? {} : endpoint;
  const { isRecognisedLater = false, mayAsk } = config;
  const needsSession = access === 'session' && !isRecognisedLater;
  const needsKey = endpoint.headers?.includes('idempotency') === true && !isRecognisedLater;
  const status = endpoint.raw === true ? endpoint.status : Number(Object.keys(endpoint.answers)[0]);
  server.route({
    method,
    url: path,
    config: { isForEveryone: access === 'everyone', ...config, endpoint: key },
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
      if (needsSession && !request.visitor.signedIn) throw unauthenticated();
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
