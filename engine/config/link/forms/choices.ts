/** The choices of a question: rows of a lookup, choices that depend on another answer, and their names. */
import { child, type Cursor, entries, isMapping, isPresent, items, text } from '../input/cursor.ts';
import { type LinkContext, report, reportUnknown, countUse } from '../input/link-context.ts';
import { offeredRows } from '../input/offered-rows.ts';
import type { CompiledSchema } from './form-compilation.ts';
import { countQuestion } from '../names/question-uses.ts';

export function compileLookup(at: Cursor, context: LinkContext): CompiledSchema {
  const name = text(at) ?? '';
  const root = context.names.lookups.get(name);
  if (root === undefined) {
    report(context, 'form/unknown-lookup', at, { name, choices: [...context.names.lookups.keys()] });
    return { schema: { type: 'string' }, uiSchema: {} };
  }
  countUse(context, 'lookup', at, { name });
  const labels = new Map<string, string>();
  const headings = headingsOf(root, context);
  const groups: string[] = [];
  for (const row of offeredRows(root)) {
    const value = text(child(row, 'value'));
    if (value === null || labels.has(value)) continue;
    labels.set(value, text(child(row, 'label')) ?? value);
    groups.push(headings.get(text(child(row, 'group')) ?? '') ?? '');
  }
  // A lookup without rows allows no answer. `enum` must not be empty, so this uses `not`.
  const choice = labels.size === 0 ? { not: {} } : { enum: [...labels.keys()] };
  return {
    schema: { type: 'string', ...choice },
    uiSchema: {
      'ui:lookup': name,
      'ui:enumNames': [...labels.values()],
      ...(groups.some((group) => group !== '') && { 'ui:groups': groups }),
    },
  };
}

/** The headings of a lookup by the value that its rows have in `group`. */
export function headingsOf(root: Cursor, context: LinkContext): ReadonlyMap<string, string> {
  const named = context.names.lookups.get(text(child(root, 'groups')) ?? '');
  const rows = named === undefined ? [] : items(child(named, 'rows'));
  return new Map(rows.map((row) => [text(child(row, 'value')) ?? '', text(child(row, 'label')) ?? '']));
}

/** `within` of a question with a `lookup`. */
interface DependentChoices {
  /** Name of the answer at the same level. */
  readonly field: string;
  /** The column's value for each choice, in the order of the choices. */
  readonly of: readonly string[];
}

/**
 * Reads `within` of a property.
 * @param level the `properties` that contain it
 * @returns null if there is no `within`, or it names something unknown
 */
export function withinOf(property: Cursor, level: Cursor, context: LinkContext): DependentChoices | null {
  const at = child(property, 'within');
  const field = text(child(at, 'field'));
  const column = text(child(at, 'column'));
  if (field === null || column === null) return null;
  if (!isPresent(child(level, field))) {
    const choices = entries(level).map(([name]) => name);
    reportUnknown(context, 'condition/unknown-field', child(at, 'field'), { name: field, choices });
    return null;
  }
  const lookup = context.names.lookups.get(text(child(property, 'lookup')) ?? '');
  const rows = lookup === undefined ? [] : offeredRows(lookup);
  countQuestion(context, child(at, 'field'), field, [child(level, field)]);
  if (rows.length > 0 && rows.every((row) => !isPresent(child(row, column)))) {
    const choices = isMapping(rows[0]?.value) ? Object.keys(rows[0].value) : [];
    reportUnknown(context, 'condition/unknown-field', child(at, 'column'), { name: column, choices });
    return null;
  }
  // A repeated value is one choice.
  const said = new Map(rows.map((row) => [text(child(row, 'value')), text(child(row, column)) ?? '']));
  return { field, of: [...said.values()] };
}

/** Branches of a schema that limit the choices by the answer to the other question. */
export function branchesOf(
  name: string,
  { field, of }: DependentChoices,
  values: readonly unknown[],
): object[] {
  const groups = Map.groupBy(values, (_, at) => of[at] ?? '');
  return [...groups].map(([answer, choices]) => ({
    $comment: 'within',
    if: { properties: { [field]: { const: answer } }, required: [field] },
    // oxlint-disable-next-line unicorn/no-thenable -- the word of JSON Schema; nobody awaits a schema.
    then: { properties: { [name]: { enum: choices } } },
  }));
}
