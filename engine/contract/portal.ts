/** The configuration for the browser: the caller's slice, decisions, forms, messages, and this description. */
import { Type } from 'typebox';
import { message } from '../locales/message.ts';
import { requestMessages } from '../locales/requests.ts';
import type { Words } from '../portal/language/say.ts';
import type { WireDecision } from '../portal/routing/decide.ts';
import type { PortalSlice, WireForm } from '../portal/wire/slice.ts';
import type { Contract } from './endpoint.ts';
import { Described, Dictionary, Fields, Flag, List, OneOf, Text } from './schema.ts';

const Decision = Type.Object(
  {
    outcome: OneOf(['show', 'go', 'not-found']),
    to: Type.Optional(Text),
    signOut: Type.Optional(Flag),
    message: Type.Optional(Text),
    route: Type.Optional(Text),
    title: Type.Optional(Text),
    screen: Type.Optional(Text),
  },
  { description: 'The decision.' },
);

const Slice = Type.Object(
  {
    hash: Text,
    title: Text,
    login: Text,
    routes: List(Fields),
    guards: Fields,
    departments: Fields,
    recordTypes: Fields,
    kinds: Fields,
    messages: Dictionary(Text),
    constants: Fields,
  },
  { additionalProperties: true, description: 'The slice.' },
);

const Form = Type.Object(
  {
    hash: Text,
    title: Text,
    schema: Type.Unsafe<object>({ ...Fields, description: 'JSON Schema 2020-12.' }),
    uiSchema: Fields,
    steps: List(Fields),
    conditions: List(Fields),
    from: Fields,
    verify: List(Fields),
    filledBy: Fields,
  },
  { description: 'The form.' },
);

const tag = 'Portal';

export const portal = {
  'GET /portal': {
    id: 'portal',
    tag,
    summary:
      'The part of the configuration that the caller’s pages need; without a session, the part for the public pages.',
    access: 'optional',
    answers: { 200: Type.Unsafe<PortalSlice>(Slice) },
  },
  'GET /portal/hash': {
    id: 'portal.hash',
    tag,
    summary: 'The configuration in force.',
    access: 'optional',
    answers: { 200: Type.Object({ hash: Text }, { description: 'Its hash.' }) },
  },
  'GET /decision': {
    id: 'decision',
    tag,
    summary: 'The decision on this location for the caller, by the whole configuration.',
    access: 'optional',
    query: Type.Object({
      path: Type.String({ pattern: '^/', description: 'A path, with or without a query.' }),
    }),
    messages: { path: message(requestMessages.pathMissing, { example: '?path=/…' }) },
    malformed: 'path-missing',
    answers: { 200: Type.Unsafe<WireDecision>(Decision) },
    refusals: [400],
  },
} as const satisfies Contract;

export const openApi = {
  'GET /openapi.json': {
    id: 'openapi',
    tag,
    summary: 'This description.',
    access: 'everyone',
    answers: { 200: Type.Unsafe<object>({ ...Fields, description: 'OpenAPI 3.1.' }) },
  },
  'GET /openapi.html': {
    raw: true,
    id: 'openapi.page',
    tag,
    summary: 'The list of all operations, as a page for people.',
    access: 'everyone',
    status: 200,
    produces: 'text/html',
    description: 'HTML.',
  },
  'GET /openapi/:operation': {
    raw: true,
    id: 'openapi.operation',
    tag,
    summary: 'One operation, as a page for people.',
    access: 'everyone',
    params: { operation: 'Id of the operation.' },
    status: 200,
    produces: 'text/html',
    description: 'HTML.',
    refusals: [404],
  },
} as const satisfies Contract;

export const sentences = {
  'GET /locales/:language': {
    id: 'locale',
    tag,
    summary: 'The engine’s own messages in a language, by their codes; empty for English.',
    access: 'everyone',
    params: { language: 'One of the portal’s `locales`.' },
    answers: { 200: Described<Words['texts']>('The sentences.') },
    refusals: [404],
  },
} as const satisfies Contract;

export const forms = {
  'GET /forms/:hash': {
    id: 'form',
    tag: 'Forms',
    summary: 'A form. It never changes under its hash; only its language depends on the reader.',
    access: 'everyone',
    params: { hash: 'Hash of the form, as records, actions and the slice name it.' },
    query: Type.Object({
      lookups: Type.Optional(
        Type.String({
          description:
            'Hash and language of the portal, with a dot between, whose public lookups the caller holds: where they are those in force, the form names their columns (`$lookup`: name, column, number of rows) instead of repeating them.',
        }),
      ),
    }),
    answers: { 200: Type.Unsafe<WireForm>(Form) },
    refusals: [404],
  },
  'GET /forms/:hash/validator.js': {
    raw: true,
    id: 'form.validator',
    tag: 'Forms',
    summary: 'The module that validates the answers of the form in the browser.',
    access: 'everyone',
    params: { hash: 'Hash of the form.' },
    status: 200,
    produces: 'text/javascript',
    description: 'An ES module.',
    refusals: [404],
  },
} as const satisfies Contract;

export const offeredRecords = {
  'GET /forms/:hash/records/:question': {
    id: 'form.records',
    tag: 'Forms',
    summary: 'The records that a question of the form offers to the caller.',
    access: 'optional',
    params: { hash: 'Hash of the form.', question: 'Name of the question.' },
    query: Type.Object({
      q: Type.Optional(Type.String({ description: 'Words to search for in the records.' })),
      value: Type.Optional(
        Type.String({
          description: 'Slug of a chosen record: only this one, as far as the caller may see it.',
        }),
      ),
    }),
    answers: {
      200: List(
        Type.Object({
          value: Type.String({ description: 'Slug: the answer.' }),
          label: Text,
          answers: Type.Optional(
            Type.Record(Type.String(), Type.Union([Type.Number(), Type.String()]), {
              description: 'Of a chosen record: what figures of the form read of it.',
            }),
          ),
        }),
        { description: 'At most twenty.' },
      ),
    },
    refusals: [404],
  },
} as const satisfies Contract;
