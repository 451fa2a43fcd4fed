/** What the reader of a report chooses: its period, and which of its groups it has. */
import type { ApiQuery } from '../../contract/contract.ts';
import { message } from '../../locales/message.ts';
import { reportMessages } from '../../locales/reports.ts';
import type { Report, ReportLength } from '../../portal/model/report.ts';
import { unprocessable } from '../http/errors.ts';
import type { Period } from './group-sql.ts';

export interface ReportChoice extends Period {
  /** Positions of the groups, counted from 1; null: all. */
  readonly groups: readonly number[] | null;
  /** The length of the groups of days; null: as configured. */
  readonly each: ReportLength | null;
}

/** @throws HttpError 422 for a period that ends before it begins */
export function choiceOf(query: ApiQuery<'GET /reports/:name'>): ReportChoice {
  const { from = null, to = null, groups = '', each = null } = query;
  if (from !== null && to !== null && from > to)
    throw unprocessable({ to: [message(reportMessages.periodReversed)] });
  return { from, to, groups: groups === '' ? null : groups.split(',').map(Number), each };
}

/** The report with the chosen groups. Movements keep their time. */
export function chosenReport(report: Report, { groups, each }: ReportChoice): Report {
  const isFlow = report.measures.some(({ measure }) => measure === 'flow');
  const kept = report.groupBy.filter(
    (_, index) => groups === null || groups.includes(index + 1) || (isFlow && index === 0),
  );
  return {
    ...report,
    groupBy: kept.map((group) => (group.each === null || each === null ? group : { ...group, each })),
  };
}
