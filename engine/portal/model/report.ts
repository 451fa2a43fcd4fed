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
  readonly chart: 'bar' | 'line' | null;
  /** The list of the counted records, or null. */
  readonly opens: { readonly type: string; readonly list: string } | null;
  /** When the numbers of the time before are mailed, and to which departments; null: never. */
  readonly mail: ReportMail | null;
  readonly place: Place;
}

export interface ReportMail {
  readonly every: 'day' | 'week' | 'month';
  /** Time of day: `07:00`. */
  readonly at: string;
  /** Department keys. */
  readonly to: readonly string[];
}

/** A column or a field, or its months, quarters or years; or who last took one of some transitions. */
export interface ReportGroup {
  readonly title: string;
  readonly by:
    { readonly column: ReportColumn } | { readonly field: FieldPath } | { readonly steps: readonly string[] };
  readonly each: ReportLength | null;
}

export const reportLengths = ['day', 'month', 'quarter', 'year'] as const;
export type ReportLength = (typeof reportLengths)[number];

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
    }
  /** Whether a clock was met. */
  | {
      readonly measure: 'clock';
      readonly title: string;
      readonly clock: string;
      /** The states that end it. */
      readonly stops: readonly string[];
      readonly as: 'met' | 'missed' | 'share';
    }
  /** The movements of records in the period that the first group is. */
  | {
      readonly measure: 'flow';
      readonly title: string;
      readonly arrives: readonly string[];
      readonly leaves: readonly string[];
      readonly as: 'arrived' | 'left' | 'open';
    };

export const timeAggregates = ['median', 'p90', 'mean', 'longest'] as const;
type TimeAggregate = (typeof timeAggregates)[number];
