/** Which questions our own fields can draw. The form library draws the others: branches and rare widgets. */
import { propertiesOf } from '../../../portal/forms/form-levels.ts';
import type { JsonSchema } from '../../../portal/model/form.ts';
import { isMapping, mappingOf } from '../../../portal/values/is-mapping.ts';
import { widgetOf } from './widgets.ts';

const branches = [
  '$ref',
  'if',
  'not',
  'anyOf',
  'oneOf',
  'dependentSchemas',
  'dependencies',
  'patternProperties',
  'prefixItems',
];

/** @param schema of a step, of a group or of one question */
export function isDrawable(schema: JsonSchema, ui: JsonSchema): boolean {
  if (branches.some((word) => word in schema) || isMapping(schema['additionalProperties'])) return false;
  const parts: unknown[] = Array.isArray(schema['allOf']) ? schema['allOf'] : [];
  if (!parts.every(isOfCondition)) return false;
  const { type, items } = schema;
  if (type === 'object')
    return Object.entries(propertiesOf(schema)).every(([name, one]) => isDrawable(one, mappingOf(ui[name])));
  if (type === 'array' && isMapping(items) && items['type'] === 'object')
    return isDrawable(items, mappingOf(ui['items']));
  if (type === 'array' && schema['uniqueItems'] !== true) return false;
  if ('const' in schema && type !== 'boolean') return false;
  return widgetOf(schema, ui) !== null;
}

/** The keywords compiled from `when` and `within`, which the page evaluates itself. */
export function isOfCondition(branch: unknown): boolean {
  if (!isMapping(branch) || !isMapping(branch['then'])) return false;
  if (branch['$comment'] === 'within') return true;
  return Object.keys(branch).length === 2 && Object.keys(branch['then']).join() === 'required';
}
