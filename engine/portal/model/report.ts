/** Reports: grouped numbers over records in a period. A dashboard shows several. */
import type { Condition, FieldPath } from './condition.ts';
import type { Place } from './place.ts';

export interface Report {
  readonly name: string;
  readonly title: string;
  /** One sentence on what the numbers say, or null. */
  readonly help: string | null;
  /** Record type. */
  readonly of: string;
  readonly where: Condition;
  /** The day that decides whether a record is in the period: a column, or a field with a day. */
  readonly period: string;
  readonly groupBy: readonly ReportGroup[];
  readonly measures: readonly ReportMeasure[];
  readonly chart: 'bar' | null;
  /** The list of the counted records, or null. */
  readonly opens: { readonly type: string; readonly list: string } | null;
  readonly place: Place;
}

/** A column or a field, or its months, quarters or years. */
export interface ReportGroup {
  readonly title: string;
  readonly by: { readonly column: ReportColumn } | { readonly field: FieldPath };
  readonly each: 'day' | 'month' | 'quarter' | 'year' | null;
}

export const reportColumns = ['state', 'kind', 'office', 'unit', 'created', 'updated', 'due'] as const;
type ReportColumn = (typeof reportColumns)[number];

export type ReportMeasure =
  | { readonly measure: 'count'; readonly title: string }
  | { readonly measure: 'sum'; readonly title: string; readonly of: FieldPath }
  /** The time that records took between two states. */
  | {
      readonly measure: 'time';
      readonly title: string;
      readonly from: string;
      readonly to: string;
      readonly in: 'minutes' | 'hours' | 'days' | 'working days';
      readonly as: TimeAggregate;
    };

export const timeAggregates = ['median', 'p90', 'mean', 'longest'] as const;
type TimeAggregate = (typeof timeAggregates)[number];
