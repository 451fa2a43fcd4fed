/** The text by which people know a record that an answer names. */
import { columnOf } from '../conditions/derived-values.ts';
import type { Portal } from '../model/portal.ts';
import type { PortalRecord } from '../model/record.ts';
import { typeOfColumn } from '../forms/column-type.ts';
import type { OfferedRecords } from '../forms/references.ts';
import { labelIn } from '../forms/value-type.ts';

/**
 * What people read of a record that an answer names: its number, its name …
 * @param isShown tells which columns and answers of it the reader may see
 * @returns '' if the reader may see none of them, or it has none
 */
export function labelOfReferred(
  portal: Portal,
  { label }: Pick<OfferedRecords, 'label'>,
  record: PortalRecord,
  isShown: (name: string) => boolean = () => true,
): string {
  const said = label.filter(isShown).flatMap((name) => {
    const value = columnOf(record, name);
    if (value === null || value === '') return [];
    return labelIn(typeOfColumn(portal, record.type, name, record.kind), value) ?? String(value);
  });
  return said.join(' · ');
}
