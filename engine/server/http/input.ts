/** Validates requests by the schemas of the contract, and reports each invalid field. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { FastifySchemaCompiler, FastifySchemaValidationError } from 'fastify';
import { Type, type TSchema } from 'typebox';
import type { AnyEndpoint } from '../../contract/endpoint.ts';
import { isEmail } from '../../portal/forms/email.ts';
import { message, type Message } from '../../locales/message.ts';
import { requestMessages } from '../../locales/requests.ts';
import { badRequest, type HttpError, unprocessable } from './errors.ts';

const ajv = addFormats.default(
  new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true, useDefaults: true }),
);
ajv.addFormat('email', (text: string) => isEmail(text.trim()));

/** Values are not converted, and unknown fields are not removed. The defaults of the schema are filled in. */
export const compileInput: FastifySchemaCompiler<TSchema> = ({ schema }) => ajv.compile(schema);

/**
 * The values of a query, which has only text: a whole number becomes a number if the schema expects one. Browsers send
 * empty parameters for empty fields; they count as absent.
 */
export function queryValues(query: unknown, schema?: TSchema): Readonly<Record<string, unknown>> {
  const { properties = {} } = (schema ?? {}) as { readonly properties?: Readonly<Record<string, TSchema>> };
  const isWhole = (name: string, value: string): boolean =>
    Object.hasOwn(properties, name) && Type.IsInteger(properties[name]) && /^[1-9]\d{0,8}$/.test(value);
  return Object.fromEntries(
    Object.entries(query ?? {})
      .filter(([, value]) => value !== '')
      .map(([name, value]) => [name, isWhole(name, value) ? Number(value) : value]),
  );
}

/** @returns 422 with one message for each field; 400 if the endpoint refuses a query as a whole */
export function inputError(
  { messages = {}, malformed }: AnyEndpoint,
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
