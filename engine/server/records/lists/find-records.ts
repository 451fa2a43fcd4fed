/** Searches the records of every type that the visitor may read. */
import type { FoundRecords } from '../../../contract/record.ts';
import { requestContextOf } from '../rows/record-desk.ts';
import type { RecordRequest } from '../rows/record-desk.ts';
import { searchWordsOf } from '../../../portal/text/search-words.ts';
import { firstRecords } from './list-records.ts';

/** One type with many matches must not hide the others. */
const mostOfAType = 5;
const mostFound = 20;

/** @param q words, or how they begin; a record must match all of them */
export async function findRecords(request: RecordRequest, q: string): Promise<FoundRecords> {
  const { portal } = requestContextOf(request);
  if (searchWordsOf(q).length === 0) return { items: [] };
  const query = { q, sort: '-updated', limit: mostOfAType };
  const pages = await Promise.all(
    Object.keys(portal.recordTypes).map((type) => firstRecords(request, type, query)),
  );
  const items = pages
    .flat()
    // A record before its parts, which are found by the same words.
    .toSorted((a, b) => a.ancestors.length - b.ancestors.length || b.updated_at.localeCompare(a.updated_at))
    .slice(0, mostFound);
  return { items };
}
