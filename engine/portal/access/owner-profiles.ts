/** The profiles of owners: the records that people have with their accounts, also beside the records that they file. */
import type { Portal } from '../model/portal.ts';
import type { RecordType } from '../model/record-type.ts';

type TypesPortal = Pick<Portal, 'recordTypes'>;

/** The types of the profiles that the owners of such records can have. A type above the record is none of them. */
export function profilesOfOwner(portal: TypesPortal, recordType: RecordType): string[] {
  const owners = recordType.parties['owner']?.departments ?? [];
  const above = typesAbove(portal, recordType);
  return Object.values(portal.recordTypes).flatMap(({ type, account }) =>
    account !== null &&
    recordType.builtIn === null &&
    type !== recordType.type &&
    !above.includes(type) &&
    (owners.length === 0 || owners.includes(account.department))
      ? [type]
      : [],
  );
}

/** Every type that may be an ancestor, nearest first. */
export function typesAbove({ recordTypes }: TypesPortal, { parents }: RecordType): readonly string[] {
  const types = [...parents];
  for (const type of types) {
    const more = Object.hasOwn(recordTypes, type) ? (recordTypes[type]?.parents ?? []) : [];
    types.push(...more.filter((one) => !types.includes(one)));
  }
  return types;
}
