/** Choices that depend on another answer: only the rows of a lookup whose column says what was answered there. */
import { child, entries, isMapping, isSaid, text, type Cursor } from '../link/reading/cursor.ts';
import { reportUnknown, type LinkContext } from '../link/reading/link-context.ts';
import { offeredRows } from '../link/names/offered-rows.ts';

/** `within` of a question with a `lookup`. */
export interface DependentChoices {
  /** Name of the answer at the same level. */
  readonly field: string;
  /** What the column says of each choice, in the order of the choices. */
  readonly of: readonly string[];
}

/**
 * Reads `within` of a property.
 * @param level the `properties` that it stands among
 * @returns null where nothing is said, or what is said names nothing
 */
export function withinOf(property: Cursor, level: Cursor, context: LinkContext): DependentChoices | null {
  const at = child(property, 'within');
  const field = text(child(at, 'field'));
  const column = text(child(at, 'column'));
  if (field === null || column === null) return null;
  if (!isSaid(child(level, field))) {
    const choices = entries(level).map(([name]) => name);
    reportUnknown(context, 'condition/unknown-field', child(at, 'field'), { name: field, choices });
    return null;
  }
  const lookup = context.names.lookups.get(text(child(property, 'lookup')) ?? '');
  const rows = lookup === undefined ? [] : offeredRows(lookup);
  if (rows.length > 0 && rows.every((row) => !isSaid(child(row, column)))) {
    const choices = isMapping(rows[0]?.value) ? Object.keys(rows[0].value) : [];
    reportUnknown(context, 'condition/unknown-field', child(at, 'column'), { name: column, choices });
    return null;
  }
  // A value that stands twice is one choice.
  const said = new Map(rows.map((row) => [text(child(row, 'value')), text(child(row, column)) ?? '']));
  return { field, of: [...said.values()] };
}

/** Branches of a schema: what may be chosen once the other question is answered. */
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
