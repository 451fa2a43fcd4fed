/** Describes the calls about reports: numbers over what their reader may read. */
import type { Portal } from '../../../portal/portal.ts';
import { inPath, inQuery, object, reading, type Paths } from './operation.ts';

const text = { type: 'string' };
const day = { type: 'string', format: 'date' };
const orNull = (type: string) => ({ type: [type, 'null'] });
const value = { type: ['number', 'string', 'null'] };

export function reportPaths(portal: Portal): Paths {
  const names = Object.keys(portal.reports);
  if (names.length === 0) return {};
  return {
    '/reports/{name}': {
      get: reading({
        id: 'report',
        tag: 'Reports',
        summary: 'A report for a period, over the records that the caller may read.',
        parameters: [
          { ...inPath('name', 'Name of the report.'), schema: { enum: names } },
          inQuery('from', 'First day of the period.', day),
          inQuery('to', 'Last day of the period.', day),
        ],
        answer: { status: 200, description: 'Headings, rows and the total.', schema: answer },
        errors: [404, 422],
      }),
    },
  };
}

const answer = object({
  name: text,
  title: text,
  help: orNull('string'),
  period: object({ from: orNull('string'), to: orNull('string'), by: text }),
  groups: { type: 'array', items: text },
  measures: { type: 'array', items: object({ title: text, measure: { enum: ['count', 'sum', 'time'] } }) },
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
