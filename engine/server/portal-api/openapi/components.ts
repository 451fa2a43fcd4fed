/** The shared components of the API's operations: response bodies, headers, errors. */
import type { JsonSchema } from '../../../portal/model/form.ts';
import type { Portal } from '../../../portal/model/portal.ts';
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
      ProblemItem: problemItem,
      Problem: object({ ...problemMembers, message: text, request: text }, [...always, 'message']),
      FieldErrors: object({ ...problemMembers, errors }, [...always, 'errors']),
    },
  };
}

const problemItem = {
  ...object({ code: text, field: text, values: mapping }, ['code', 'values']),
  description:
    'One thing that is wrong: the code of a message, the field that it is about, and what is filled in. Amounts, days, moments and sizes are objects with one member, such as `{"day":"2026-12-03"}`; titles are in the language of the reader.',
};

/** The members of RFC 9457, and ours. */
const problemMembers = {
  code: { type: 'string', description: 'The kind of problem, for programs: `not-found`.' },
  type: { type: 'string', format: 'uri', description: '`urn:problem-type:munisipyo:` and the code.' },
  title: { type: 'string', description: 'The kind of problem, for people.' },
  status: { type: 'integer' },
  detail: { type: 'string', description: 'What is wrong, for people.' },
  instance: { type: 'string', format: 'uri-reference', description: 'The path that was called.' },
  problems: { type: 'array', items: ref('schemas', 'ProblemItem') },
};
const always = Object.keys(problemMembers);

const errors = {
  type: 'object',
  description: 'Field, dotted where nested → sentences in the language of the reader.',
  additionalProperties: { type: 'array', items: text },
};

function header(name: string, description: string, schema: JsonSchema): JsonSchema {
  return { name, in: 'header', required: true, description, schema };
}

const parameters = {
  marker: header('X-Requested-With', 'Marks the call of a script.', { const: 'XMLHttpRequest' }),
  csrf: header('X-CSRF-TOKEN', 'The token of this browser: from the page, or from `csrf`.', text),
  idempotency: header('Idempotency-Key', 'One key a wish: a retry gets the first answer.', text),
  version: header('If-Match', 'The version of the record that the change is based on.', text),
};

const problem = (description: string, schema = 'Problem') => ({
  description,
  content: problemContent(ref('schemas', schema)),
});

const responses = {
  400: problem('The request lacks something, or is malformed.'),
  401: problem('Nobody is signed in.'),
  403: problem('Not for this caller, or without the marker or the token that writes need.'),
  404: problem('There is nothing here for this caller.'),
  409: {
    description: 'The record has moved on, and is answered as it is now; or a call with this key still runs.',
    content: {
      ...withSchema({
        anyOf: [
          { allOf: [ref('schemas', 'Record'), object({ problems: problemMembers.problems })] },
          ref('schemas', 'Problem'),
        ],
      }),
      'application/problem+json': { schema: ref('schemas', 'Problem') },
    },
  },
  413: problem('More than 1 MB.'),
  415: problem('A body or a file of another kind than is taken here.'),
  422: problem('What is wrong, field by field.', 'FieldErrors'),
  428: problem('The header If-Match is missing.'),
  429: {
    description: 'Too many attempts; Retry-After says how many seconds to wait.',
    headers: { 'Retry-After': { schema: { type: 'integer' } } },
    content: withSchema({ type: 'array', items: text }),
  },
  503: problem('Too many callers ask for this, or the database is away; Retry-After says when to try again.'),
  500: problem('Something went wrong on this side; `request` names the call in the log.'),
};

/** The second for clients that request it in `Accept`. */
function problemContent(schema: JsonSchema): JsonSchema {
  return { ...withSchema(schema), 'application/problem+json': { schema } };
}

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
