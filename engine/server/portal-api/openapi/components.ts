/** The shared components of the API's operations: schemas, headers, errors. */
import { Type, type TSchema } from 'typebox';
import { RecordAnswer, RecordEventAnswer, RecordPageAnswer } from '../../../contract/record.ts';
import { Dictionary, Fields, List, Text } from '../../../contract/schema.ts';
import { User } from '../../../contract/sessions.ts';
import type { JsonSchema } from '../../../portal/model/form.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import { withFields } from './schema-fields.ts';

export const File = Type.Unsafe<Blob>({ type: 'string', format: 'binary' });

const ProblemItem = Type.Object(
  { code: Text, field: Type.Optional(Text), values: Fields },
  {
    description:
      'One thing that is wrong: the code of a message, the field that it is about, and what is filled in. Amounts, days, moments and sizes are objects with one member, such as `{"day":"2026-12-03"}`; titles are in the language of the reader.',
  },
);

const problems = List(ProblemItem);

/** The members of RFC 9457, and ours. */
const members = {
  code: Type.String({ description: 'The kind of problem, for programs: `not-found`.' }),
  type: Type.String({ format: 'uri', description: '`urn:problem-type:munisipyo:` and the code.' }),
  title: Type.String({ description: 'The kind of problem, for people.' }),
  status: Type.Integer(),
  detail: Type.String({ description: 'What is wrong, for people.' }),
  instance: Type.String({ format: 'uri-reference', description: 'The path that was called.' }),
  problems,
};

const Problem = Type.Object({
  ...members,
  message: Text,
  request: Type.Optional(Text),
  current: Type.Optional(
    Type.Unsafe<object>({
      type: 'object',
      description: 'After a conflict of versions: the state as it is now.',
    }),
  ),
});

const FieldErrors = Type.Object({
  ...members,
  errors: Dictionary(List(Text), {
    description: 'Field, dotted where nested → sentences in the language of the reader.',
  }),
});

/** The schema of a component → its name. The document refers to it wherever it occurs. */
export const componentNames: ReadonlyMap<unknown, string> = new Map<TSchema, string>([
  [User, 'User'],
  [RecordAnswer, 'Record'],
  [RecordPageAnswer, 'RecordPage'],
  [RecordEventAnswer, 'Event'],
  [File, 'File'],
  [ProblemItem, 'ProblemItem'],
  [Problem, 'Problem'],
  [FieldErrors, 'FieldErrors'],
]);

export function componentsOf(portal: Portal): JsonSchema {
  // Copies: a component itself is not replaced by a reference.
  const schemas = [...componentNames].map(([schema, name]) => [name, { ...(schema as TSchema) }]);
  return {
    securitySchemes: {
      session: { type: 'http', scheme: 'bearer', description: 'The token that `login` answered.' },
    },
    parameters,
    responses,
    schemas: { ...Object.fromEntries(schemas), User: userSchema(portal) },
  };
}

/** The fixed facts of the user, and each flag at the configuration's `as` path. */
function userSchema(portal: Portal): JsonSchema {
  const flags = Object.values(portal.departments).flatMap((department) => Object.values(department.flags));
  const beside: Record<string, JsonSchema> = {};
  const can: Record<string, JsonSchema> = {};
  for (const { as, default: usual } of flags) {
    const [first = '', ...rest] = as.split('.');
    const schema = usual === null || Array.isArray(usual) ? {} : { type: typeof usual };
    if (rest.length === 0) beside[first] = schema;
    else can[rest.join('.')] = schema;
  }
  const department = { enum: Object.keys(portal.departments) };
  const fields = { ...beside, department, can: { type: 'object', properties: can } };
  const user = withFields({ ...User }, fields);
  return { ...user, required: Object.keys(user['properties'] as object) };
}

function header(name: string, description: string, schema: JsonSchema = { type: 'string' }): JsonSchema {
  return { name, in: 'header', required: true, description, schema };
}

const parameters = {
  marker: header('X-Requested-With', 'Marks the call of a script.', { const: 'XMLHttpRequest' }),
  csrf: header('X-CSRF-TOKEN', 'The token of this browser: from the page, or from `csrf`.'),
  idempotency: header('Idempotency-Key', 'One key for each intended change: a retry gets the first answer.'),
  version: header('If-Match', 'The version of the record that the change is based on.'),
};

/** The second content type is for clients that request it in `Accept`. */
function problem(description: string, schema: TSchema = Problem, usual: TSchema = schema): JsonSchema {
  return {
    description,
    content: {
      'application/json': { schema: usual },
      'application/problem+json': { schema },
    },
  };
}

const Conflict = Type.Unsafe<object>({
  // A record has a type of its own.
  anyOf: [
    { allOf: [RecordAnswer, Type.Object({ ...members, type: Text })] },
    // The account or the row of a lookup as it is now.
    Type.Object({ problems }),
    Problem,
  ],
});

const responses = {
  400: problem('The request is incomplete or malformed.'),
  401: problem('Nobody is signed in.'),
  403: problem('Not allowed for this caller, or the marker or token that writes need is missing.'),
  404: problem('It does not exist for this caller.'),
  409: problem(
    'The record was changed meanwhile; the answer is the current record. Or a call with this key is still running.',
    Problem,
    Conflict,
  ),
  412: problem('The header Tus-Resumable is missing, or names another version.'),
  413: problem('More than 1 MB.'),
  415: problem('The content type of the body or file is not accepted.'),
  422: problem('What is wrong, field by field.', FieldErrors),
  428: problem('The header If-Match is missing.'),
  429: {
    description: 'Too many attempts; Retry-After is the number of seconds to wait.',
    headers: { 'Retry-After': { schema: { type: 'integer' } } },
    content: { 'application/json': { schema: List(Text) } },
  },
  500: problem('The server failed; `request` names the call in the log.'),
  503: problem(
    'Too many callers ask for this, or the database is away; Retry-After names the time to try again.',
  ),
};
