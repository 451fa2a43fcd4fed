/** A report as the API answers it: headings, rows and the total. */
import type { Report, ReportGroup, ReportMeasure } from '../model/report.ts';
import type { ValueKind } from '../forms/value-type.ts';

export interface WireReport {
  readonly name: string;
  readonly title: string;
  readonly help: string | null;
  /** First and last day, or null: open; and the day of a record by which it is cut out. */
  readonly period: { readonly from: string | null; readonly to: string | null; readonly by: string };
  /** The divisions. */
  readonly groups: readonly WireGroup[];
  readonly measures: readonly WireMeasure[];
  readonly rows: readonly WireReportRow[];
  /** Over all rows; null where there are no records. */
  readonly total: readonly ReportValue[] | null;
  readonly chart: Report['chart'];
  readonly opens: Report['opens'];
}

export interface WireGroup {
  readonly title: string;
  /** What its values are, and into which spans of time they are put together; null: none. */
  readonly type: ValueKind;
  readonly each: ReportGroup['each'];
}

export interface WireMeasure {
  readonly title: string;
  readonly measure: ReportMeasure['measure'];
  /** An amount is in the portal's currency. */
  readonly type: 'number' | 'money';
}

export interface WireReportRow {
  readonly groups: readonly { readonly value: string | null; readonly label: string }[];
  readonly values: readonly ReportValue[];
}

/** A count, a time, or a sum as decimal digits; null: there is nothing to measure yet. */
export type ReportValue = number | string | null;
