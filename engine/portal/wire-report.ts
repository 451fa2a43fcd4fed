/** A report as the API answers it: headings, rows and the total. */
import type { Report, ReportMeasure } from './report.ts';

export interface WireReport {
  readonly name: string;
  readonly title: string;
  readonly help: string | null;
  /** First and last day, or null: open; and the day of a record by which it is cut out. */
  readonly period: { readonly from: string | null; readonly to: string | null; readonly by: string };
  /** Headings of the divisions. */
  readonly groups: readonly string[];
  readonly measures: readonly WireMeasure[];
  readonly rows: readonly WireReportRow[];
  /** Over all rows; null where there are no records. */
  readonly total: readonly ReportValue[] | null;
  readonly chart: Report['chart'];
  readonly opens: Report['opens'];
}

export interface WireMeasure {
  readonly title: string;
  readonly measure: ReportMeasure['measure'];
  /** A sum of amounts, in the portal's currency. */
  readonly isMoney: boolean;
}

export interface WireReportRow {
  readonly groups: readonly { readonly value: string | null; readonly label: string }[];
  readonly values: readonly ReportValue[];
}

/** A count, a time, or a sum as decimal digits; null: there is nothing to measure yet. */
export type ReportValue = number | string | null;
