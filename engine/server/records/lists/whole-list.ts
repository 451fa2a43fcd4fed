/** Reads a whole list, page by page, so that its size does not matter. */
import { recordTypeOf } from '../../../portal/access/access.ts';
import type { WireRow } from '../../../contract/record.ts';
import type { RecordListInput } from '../../../contract/records.ts';
import { notFound } from '../../http/errors.ts';
import { toRow } from '../read/wire-record.ts';
import { clientOf, requestContextOf, type RecordRequest } from '../rows/record-desk.ts';
import { type ListQuery, readListQuery } from './list-query.ts';
import { countStatement, readPage } from './list-records.ts';
import { columnsOf, rowNeedsOf } from './row-needs.ts';

/** All rows of a list that the visitor may see, in its order and without its page limit. */
export interface WholeList {
  /** Counts no further than this. */
  count(most: number): Promise<number>;
  pages(): AsyncGenerator<readonly WireRow[], void>;
}

/** Rows that an export reads and writes at a time. */
const wholePage = 500;

/**
 * The whole list. In a transaction with one snapshot, its rows are those of one moment.
 * @throws HttpError 404 for an unknown type, 422 for an invalid parameter
 */
export function wholeList(request: RecordRequest, type: string, parameters: RecordListInput): WholeList {
  const scope = requestContextOf(request);
  const recordType = recordTypeOf(scope.portal, type);
  if (recordType === null) throw notFound();
  const secret = request.desk.application.secret('cursor');
  const { cursor: _, rows: _rows, ...filters } = parameters;
  const asked = readListQuery({ portal: scope.portal, recordType, query: filters, secret });
  const reading = rowNeedsOf(scope.portal, recordType, asked.list);
  const columns = columnsOf(recordType, asked.list);
  const client = clientOf(request);
  return {
    async count(most) {
      const statement = countStatement(request, recordType, asked, most);
      if (statement === null) return 0;
      const [counted] = await client.query<{ total: number }>(statement.text, statement.values);
      return counted?.total ?? 0;
    },
    async *pages() {
      let from: ListQuery['from'] = null;
      do {
        const query: ListQuery = { ...asked, limit: wholePage, from };
        const page = await readPage(request, recordType, { query, reading, isCounted: false });
        yield page.stored.flatMap((one) => toRow(scope, one, { columns, isPart: false }) ?? []);
        from = page.last && { sort: asked.sort, ...page.last };
      } while (from !== null);
    },
  };
}
