/** Tries one case on a portal, in memory. */
import type { Portal } from '../portal/model/portal.ts';
import { blankRecord, contextAlone, type RecordContext } from '../portal/model/record.ts';
import type {
  ConfigurationCase,
  CaseRecord,
  Expectation,
  UnknownCaseName,
} from '../config/link/cases/case.ts';
import type { UsedRules } from './coverage.ts';
import { MemoryRecords, somebodyElse } from './memory-records.ts';
import { tryExpectation, visitorFor } from './try-expectation.ts';

export interface CaseFailure {
  readonly place: Expectation['place'];
  /** What was expected, and what is. */
  readonly message: string;
  /** How that came about, one line each. */
  readonly because: readonly string[];
}

/** @returns an empty list if everything is as expected */
export function runCase(portal: Portal, one: ConfigurationCase, coverage: UsedRules): readonly CaseFailure[] {
  if (one.unknown.length > 0) return failuresOfNames(one.unknown);
  const visitor = visitorFor({ portal }, one.persona);
  const records = new MemoryRecords(portal, `${one.day}T08:00:00.000Z`, coverage);
  const id = one.record === null ? null : placeCase(records, one.record, { actor: visitor.account });
  const context: RecordContext =
    id === null
      ? contextAlone({ record: blankRecord('', {}), today: one.day, now: records.now })
      : records.contextOf(visitor, id);
  return one.expected.flatMap((expected) => {
    const found = tryExpectation({ portal, visitor, context, records, coverage }, expected);
    return found === null ? [] : [{ place: expected.place, ...found }];
  });
}

export function failuresOfNames(unknown: readonly UnknownCaseName[]): CaseFailure[] {
  return unknown.map(({ place, what, name }) => ({
    place,
    message: `There is no ${what} "${name}".`,
    because: [],
  }));
}

/** The id of the record, placed below those above it and above those below it. */
export function placeCase(
  records: MemoryRecords,
  { isOwn, parent, children, ...said }: CaseRecord,
  { actor, below = null }: { readonly actor: string | null; readonly below?: string | null },
): string {
  const above = parent === null ? below : placeCase(records, parent, { actor });
  const { id } = records.place({ ...said, owner: isOwn ? actor : somebodyElse, parent: above });
  for (const child of children) placeCase(records, child, { actor, below: id });
  return id;
}
