/** Dates that a step asks: each says which days it takes, so that nobody records a visit of tomorrow. */
import type { JsonSchema } from '../../portal/form.ts';
import { isMapping } from '../../portal/is-mapping.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { Findings, spanIn, type Checking } from './checking.ts';
import { wholeWorkflows } from './reach.ts';

export function checkDays(checking: Checking): Diagnostic[] {
  const { portal } = checking;
  const findings = new Findings();
  for (const workflow of wholeWorkflows(portal)) {
    for (const { name, by, input } of Object.values(workflow.transitions)) {
      const form = by === null ? undefined : portal.forms[input ?? ''];
      const fields = form === undefined ? [] : openDates(form.schema, form.uiSchema);
      if (fields.length === 0) continue;
      const place = spanIn(checking, { kind: 'workflow', name: workflow.name }, 'transitions', name, 'input');
      findings.add('form/any-day', place, { name, fields });
    }
  }
  return findings.all();
}

/** Paths of questions for a date that say neither a first nor a last day; of lists the path of the rows. */
function openDates(schema: JsonSchema, uiSchema: JsonSchema): string[] {
  const properties = Object.entries(mapping(schema['properties']));
  return properties.flatMap(([name, property]) => {
    const [inner, ui] = [mapping(property), mapping(uiSchema[name])];
    if (inner['format'] === 'date') return 'ui:notBefore' in ui || 'ui:notAfter' in ui ? [] : [name];
    const rows = isMapping(inner['items']) ? openDates(inner['items'], mapping(ui['items'])) : openDates(inner, ui);
    return rows.map((path) => `${name}.${path}`);
  });
}

function mapping(value: unknown): JsonSchema {
  return isMapping(value) ? value : {};
}
