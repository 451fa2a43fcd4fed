/** What the operations of the API share: the shapes on the wire, the headers, the errors. */
import type { JsonSchema } from '../../../portal/form.ts';
import type { Portal } from '../../../portal/portal.ts';
import { json, object, ref } from './operation.ts';
import { recordSchemas } from './record-schemas.ts';
import { userSchema } from './user-schema.ts';

const text = { type: 'string' };
const mapping = { type: 'object' };

export function componentsOf(portal: Portal): JsonSchema {
  return {
    securitySchemes: {
      session: { type: 'http', scheme: 'bearer', description: 'The token that `login` answered.' },
    },
    parameters,
    responses,
    schemas: {
      User: userSchema(portal),
      Decision: decision,
      PortalSlice: slice,
      Form: form,
      File: { type: 'string', format: 'binary' },
      ...recordSchemas,
      Problem: object({ message: text, code: text, request: text }, ['message', 'code']),
      FieldErrors: object({
        errors: { type: 'object', additionalProperties: { type: 'array', items: text } },
      }),
    },
  };
}

function header(name: string, description: string, schema: JsonSchema): JsonSchema {
  return { name, in: 'header', required: true, description, schema };
}

const parameters = {
  marker: header('X-Requested-With', 'Marks the call of a script.', { const: 'XMLHttpRequest' }),
  csrf: header('X-CSRF-TOKEN', 'The token of this browser: from the page, or from `csrf`.', text),
  idempotency: header('Idempotency-Key', 'One key a wish: a retry gets the first answer.', text),
  version: header('If-Match', 'The version of the record that the change is based on.', text),
};

const problem = (description: string) => ({ description, content: withSchema(ref('schemas', 'Problem')) });

const responses = {
  400: problem('The request lacks something, or is malformed.'),
  401: problem('Nobody is signed in.'),
  403: problem('Not for this caller, or without the marker or the token that writes need.'),
  404: problem('There is nothing here for this caller.'),
  409: {
    description: 'The record has moved on, and is answered as it is now; or a call with this key still runs.',
    content: withSchema({ anyOf: [ref('schemas', 'Record'), ref('schemas', 'Problem')] }),
  },
  413: problem('More than 1 MB.'),
  415: problem('A body or a file of another kind than is taken here.'),
  422: { description: 'What is wrong, field by field.', content: withSchema(ref('schemas', 'FieldErrors')) },
  428: problem('The header If-Match is missing.'),
  429: {
    description: 'Too many attempts; Retry-After says how many seconds to wait.',
    headers: { 'Retry-After': { schema: { type: 'integer' } } },
    content: withSchema({ type: 'array', items: text }),
  },
  503: problem('Too many callers ask for this, or the database is away; Retry-After says when to try again.'),
  500: problem('Something went wrong on this side; `request` names the call in the log.'),
};

function withSchema(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(json(schema)).map(([type, one]) => [type, { schema: one }]));
}

const decision = object(
  {
    outcome: { enum: ['show', 'go', 'not-found'] },
    to: text,
    signOut: { type: 'boolean' },
    message: text,
    route: text,
    title: text,
    screen: text,
  },
  ['outcome'],
);

const slice = object({
  hash: text,
  title: text,
  login: text,
  routes: { type: 'array', items: mapping },
  guards: mapping,
  departments: mapping,
  recordTypes: mapping,
  kinds: mapping,
  messages: { type: 'object', additionalProperties: text },
  constants: mapping,
});

const form = object({
  hash: text,
  title: text,
  schema: { type: 'object', description: 'JSON Schema 2020-12.' },
  uiSchema: mapping,
  steps: { type: 'array', items: mapping },
  conditions: { type: 'array', items: mapping },
  from: mapping,
  verify: { type: 'array', items: mapping },
  filledBy: mapping,
});
