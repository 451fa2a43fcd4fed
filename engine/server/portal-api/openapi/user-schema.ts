/** The user record as a schema: fixed fields, and each flag at the configuration's `as` path. */
import type { JsonSchema } from '../../../portal/model/form.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import { object } from './operation.ts';

const text = { type: 'string' };

export function userSchema(portal: Portal): JsonSchema {
  const flags = Object.values(portal.departments).flatMap((department) => Object.values(department.flags));
  const beside: Record<string, JsonSchema> = {};
  const can: Record<string, JsonSchema> = {};
  for (const { as, default: usual } of flags) {
    const [first = '', ...rest] = as.split('.');
    if (rest.length === 0) beside[first] = schemaLike(usual);
    else can[rest.join('.')] = schemaLike(usual);
  }
  return object({
    token: text,
    department: { enum: Object.keys(portal.departments) },
    name: text,
    slug: text,
    office: { type: ['string', 'null'] },
    ...beside,
    can: { type: 'object', properties: can },
  });
}

function schemaLike(value: unknown): JsonSchema {
  return value === null || Array.isArray(value) ? {} : { type: typeof value };
}
