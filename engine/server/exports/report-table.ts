/** A report as a table: its groups and its numbers, and the total in the last row. */
import type { ReportValue, WireReport } from '../../contract/reports.ts';
import { reportMessages } from '../../locales/reports.ts';
import { say } from '../../portal/language/say.ts';
import type { Portal } from '../../portal/model/portal.ts';
import { type CountedTable, headingOf } from './list-table.ts';
import type { SheetCell, TableRow } from './spreadsheet.ts';

/** @param portal in the reader's language */
export function reportTable(
  { words, timeZone }: Portal,
  { groups, measures, rows, total }: WireReport,
): CountedTable {
  const all = groups.map((_, index): SheetCell => ({
    text: index === 0 ? say(words, reportMessages.allGroups) : '',
  }));
  const shown = rows.map((row): TableRow => [
    ...row.groups.map(({ label }) => ({ text: label })),
    ...row.values.map(numberCell),
  ]);
  const last = groups.length === 0 || total === null ? [] : [[...all, ...total.map(numberCell)]];
  return {
    timeZone,
    columns: [
      ...groups.map(({ title }) => title),
      ...measures.map((measure) => headingOf(measure.title, measure)),
    ],
    count: async () => shown.length + last.length,
    async *pages() {
      yield [...shown, ...last];
    },
  };
}

function numberCell(value: ReportValue): SheetCell {
  return value === null ? { text: '' } : { text: String(value), as: 'number' };
}
