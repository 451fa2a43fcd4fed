/** Validates requests by the schemas of the contract, and reports each invalid field. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { FastifySchemaCompiler, FastifySchemaValidationError } from 'fastify';
import type { TSchema } from 'typebox';
import type { Endpoint } from '../../contract/endpoint.ts';
import { isEmail } from '../../portal/forms/email.ts';
import { message, type Message } from '../../locales/message.ts';
import { requestMessages } from '../../locales/requests.ts';
import { badRequest, type HttpError, unprocessable } from './errors.ts';

const strict = { strict: true, allowUnionTypes: true, allErrors: true, removeAdditional: false } as const;
const bodies = addFormats.default(new Ajv2020({ ...strict, coerceTypes: false, useDefaults: true }));
bodies.addFormat('email', (text: string) => isEmail(text.trim()));
const addresses = addFormats.default(new Ajv2020({ ...strict, coerceTypes: true }));

/** Bodies are not converted, but get the defaults of their schema. A query has only text, so numbers and flags are parsed. */
export const compileInput: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) =>
  (httpPart === 'body' ? bodies : addresses).compile(schema);

/** @returns 422 with one message for each field; 400 if the endpoint refuses a query as a whole */
export function inputError(
  { messages = {}, malformed }: Endpoint,
  errors: readonly FastifySchemaValidationError[],
): HttpError {
  const found = errors.map((error) => ({ field: fieldOf(error), error }));
  const said = (field: string, error: FastifySchemaValidationError): Message =>
    messages[`${field}:${error.keyword}`] ?? messages[field.split('.', 1)[0] ?? ''] ?? usualMessage(error);
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
