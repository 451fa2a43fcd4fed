/**
 * Describes the calls for the configuration: the caller's slice, decisions, lookups one by one, forms, this
 * description.
 */
import type { JsonSchema } from '../../../portal/model/form.ts';
import type { Lookup, Portal } from '../../../portal/model/portal.ts';
import { inPath, inQuery, object, reading, ref, type Paths } from './operation.ts';

const text = { type: 'string' };
const tag = 'Portal';

export function portalPaths(portal: Portal): Paths {
  const lookups = Object.values(portal.lookups).filter((lookup) => lookup.isPublic);
  return {
    ...fixed,
    ...Object.fromEntries(lookups.map((lookup) => [`/${lookup.name}`, { get: readLookup(lookup) }])),
  };
}

const fixed: Paths = {
  '/portal': {
    get: reading({
      id: 'portal',
      tag,
      summary:
        'The part of the configuration that the caller’s pages need; signed out, what the public pages need.',
      security: 'none',
      answer: { status: 200, description: 'The slice.', schema: ref('schemas', 'PortalSlice') },
      errors: [401],
    }),
  },
  '/portal/hash': {
    get: reading({
      id: 'portal.hash',
      tag,
      summary: 'Which configuration is in force.',
      security: 'none',
      answer: { status: 200, description: 'Its hash.', schema: object({ hash: text }) },
      errors: [401],
    }),
  },
  '/locales/{language}': {
    get: reading({
      id: 'locale',
      tag,
      summary: 'The engine’s own sentences in a language: English text → translation; empty in English.',
      security: 'none',
      parameters: [inPath('language', 'One of the portal’s `locales`.')],
      answer: {
        status: 200,
        description: 'The sentences.',
        schema: { type: 'object', additionalProperties: text },
      },
      errors: [404],
    }),
  },
  '/decision': {
    get: reading({
      id: 'decision',
      tag,
      summary: 'Where a step to this location leads the caller, judged on the whole configuration.',
      security: 'none',
      parameters: [{ ...inQuery('path', 'A path, with or without a query.'), required: true }],
      answer: { status: 200, description: 'The decision.', schema: ref('schemas', 'Decision') },
      errors: [400, 401],
    }),
  },
  '/openapi.json': {
    get: reading({
      id: 'openapi',
      tag,
      summary: 'This description.',
      security: 'none',
      answer: { status: 200, description: 'OpenAPI 3.1.', schema: { type: 'object' } },
    }),
  },
  '/forms/{hash}': {
    get: reading({
      id: 'form',
      tag: 'Forms',
      summary: 'A form, for ever the same under its hash; only its language is the reader’s.',
      security: 'none',
      parameters: [
        inPath('hash', 'Hash of the form, as records, actions and the slice name it.'),
        inQuery(
          'lookups',
          'Hash and language of the portal, with a dot between, whose public lookups the caller holds: where they are those in force, the form names their columns (`$lookup`: name, column, number of rows) instead of repeating them.',
        ),
      ],
      answer: { status: 200, description: 'The form.', schema: ref('schemas', 'Form') },
      errors: [404],
    }),
  },
  '/forms/{hash}/validator.js': {
    get: reading({
      id: 'form.validator',
      tag: 'Forms',
      summary: 'The module that validates the answers of the form in the browser.',
      security: 'none',
      parameters: [inPath('hash', 'Hash of the form.')],
      answer: { status: 200, description: 'An ES module.', schema: text },
      answerType: 'text/javascript',
      errors: [404],
    }),
  },
};

function readLookup({ name, title, rows }: Lookup): JsonSchema {
  const columns = new Map(
    rows.flatMap((row) => Object.entries(row)).map(([key, cell]) => [key, typeOf(cell)]),
  );
  return reading({
    id: `lookup.${name}`,
    tag: 'Lookups',
    summary: `${title}: values and their labels.`,
    security: 'none',
    answer: {
      status: 200,
      description: title,
      schema: {
        type: 'array',
        items: object({ ...Object.fromEntries(columns), value: text, label: text }, ['value', 'label']),
      },
    },
  });
}

function typeOf(cell: unknown): JsonSchema {
  if (Array.isArray(cell)) return { type: 'array', items: text };
  return cell === null ? {} : { type: typeof cell };
}
