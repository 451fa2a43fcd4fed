/** A family of records without a database, for stories and tests. */
import type { PortalRecord } from '../model/record.ts';
import type { Family, Member } from './family.ts';

/** @param records with each parent before its children */
export function familyOfRecords(
  records: readonly PortalRecord[],
  { today, now }: Pick<Family, 'today' | 'now'>,
): Family {
  const members = records.map((record): readonly [string, Member] => [
    record.id,
    { record, parties: [], documents: [], did: [], wallet: [], wake: null },
  ]);
  return { members: new Map(members), today, now };
}
