/** Describes the calls for reports: numbers over the records that the reader may read. */
import type { JsonSchema } from '../../../portal/model/form.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import type { Report } from '../../../portal/model/report.ts';
import { valueKinds } from '../../../portal/forms/value-type.ts';
import { inQuery, object, reading, type Paths } from './operation.ts';

const text = { type: 'string' };
const day = { type: 'string', format: 'date' };
const orNull = (type: string) => ({ type: [type, 'null'] });
const value = { type: ['number', 'string', 'null'] };

/** Each report one by one. */
export function reportPaths(portal: Portal): Paths {
  const reports = Object.values(portal.reports);
  return Object.fromEntries(reports.map((report) => [`/reports/${report.name}`, { get: run(report) }]));
}

function run({ name, title }: Report): JsonSchema {
  return reading({
    id: `report.${name}`,
    tag: 'Reports',
    summary: `${title}, for a period, over the records that the caller may read.`,
    parameters: [
      inQuery('from', 'First day of the period.', day),
      inQuery('to', 'Last day of the period.', day),
    ],
    answer: { status: 200, description: 'Headings, rows and the total.', schema: answer },
    errors: [422],
  });
}

const answer = object({
  name: text,
  title: text,
  help: orNull('string'),
  period: object({ from: orNull('string'), to: orNull('string'), by: text }),
  groups: {
    type: 'array',
    items: object({
      title: text,
      type: { enum: valueKinds, description: 'What its values are.' },
      each: { enum: ['day', 'month', 'quarter', 'year', null] },
    }),
  },
  measures: {
    type: 'array',
    items: object({
      title: text,
      measure: { enum: ['count', 'sum', 'time'] },
      type: { enum: ['number', 'money'] },
    }),
  },
  rows: {
    type: 'array',
    items: object({
      groups: { type: 'array', items: object({ value: orNull('string'), label: text }) },
      values: { type: 'array', items: value },
    }),
  },
  total: { type: ['array', 'null'], items: value },
  chart: { enum: ['bar', null] },
  opens: { ...object({ type: text, list: text }), type: ['object', 'null'] },
});
