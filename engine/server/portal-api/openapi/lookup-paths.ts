/** Describes the calls for the lookups that offices maintain, one by one. */
import type { JsonSchema } from '../../../portal/model/form.ts';
import type { Lookup, Portal } from '../../../portal/model/portal.ts';
import { inPath, json, object, reading, ref, writing, type Paths } from './operation.ts';

const tag = 'Lookups';
const textOrNull: JsonSchema = { type: ['string', 'null'] };

export function lookupPaths({ lookups, forms }: Portal): Paths {
  const kept = Object.values(lookups).filter(({ edit }) => edit !== null);
  return Object.fromEntries(
    kept.flatMap((one) => Object.entries(pathsOf(one, forms[one.edit?.form ?? '']?.schema ?? {}))),
  );
}

function pathsOf({ name, title }: Lookup, row: JsonSchema): Paths {
  const lookup = lookupSchema(row);
  return {
    [`/lookups/${name}`]: {
      get: reading({
        id: `lookup.${name}.kept`,
        tag,
        summary: `${title}: all rows, for those who keep them.`,
        answer: { status: 200, description: 'The lookup.', schema: lookup },
        errors: [403, 404],
      }),
      post: writing({
        id: `lookup.${name}.add`,
        tag,
        summary: `${title}: adds a row; forms, fees and kinds follow at once.`,
        body: json(object({ row })),
        answer: { status: 201, description: 'The lookup with the row.', schema: lookup },
        errors: [404, 422],
      }),
    },
    [`/lookups/${name}/{value}`]: {
      patch: writing({
        id: `lookup.${name}.change`,
        tag,
        summary: `${title}: changes a row, retires it, or offers it again; none is deleted, since records name it.`,
        parameters: [inPath('value', 'What records store.'), ref('parameters', 'version')],
        body: json(object({ row, retired: { type: 'boolean' } }, [])),
        answer: { status: 200, description: 'The lookup with the changed row.', schema: lookup },
        errors: [400, 404, 409, 422, 428],
      }),
    },
  };
}

function lookupSchema(row: JsonSchema): JsonSchema {
  const kept = object({
    value: { type: 'string', description: 'What records store.' },
    row,
    retired: { type: 'boolean', description: 'Offered no longer.' },
    version: { type: 'integer', description: '0: as the configuration’s file has it.' },
    changed_at: textOrNull,
    changed_by: textOrNull,
  });
  return object({
    name: { type: 'string' },
    title: { type: 'string' },
    form: { type: 'string', description: 'Hash of the form that asks the columns of one row.' },
    rows: { type: 'array', items: kept },
  });
}
