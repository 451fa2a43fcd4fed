/** Reports and tariffs: numbers over the records that the caller may read, and the current rates. */
import { Type, type Static } from 'typebox';
import { message } from '../locales/message.ts';
import { reportMessages } from '../locales/reports.ts';
import type { Tariff } from '../portal/fees/tariff.ts';
import { valueKinds } from '../portal/forms/value-type.ts';
import { type Report, reportLengths } from '../portal/model/report.ts';
import type { Contract } from './endpoint.ts';
import { Certainty } from './record.ts';
import { Currency, Fields, Flag, List, OneOf, OrNull, Text } from './schema.ts';

const Value = Type.Unsafe<number | string | null>({
  type: ['number', 'string', 'null'],
  description: 'A count, a time, or a sum as decimal digits; null: nothing to measure yet.',
});

const Group = Type.Object({
  title: Text,
  type: OneOf(valueKinds),
  each: OneOf([...reportLengths, null]),
});

const Measure = Type.Object({
  title: Text,
  measure: OneOf(['count', 'sum', 'time', 'clock', 'flow']),
  type: OneOf(['number', 'money', 'percent']),
  currency: Currency,
});

const Row = Type.Object({
  groups: List(Type.Object({ value: OrNull(Text), label: Text })),
  values: List(Value),
});

const ReportAnswer = Type.Object(
  {
    name: Text,
    title: Text,
    help: OrNull(Text),
    period: Type.Object({ from: OrNull(Text), to: OrNull(Text), by: Text }),
    choices: List(Type.Object({ title: Text, each: OneOf([...reportLengths, null]) }), {
      description: 'All groups that the report can have, in the order of their positions.',
    }),
    groups: List(Group),
    measures: List(Measure),
    rows: List(Row),
    total: OrNull(List(Value), { description: 'Over all rows; null where there are no records.' }),
    chart: OneOf(['bar', 'line', null]),
    opens: Type.Unsafe<Report['opens']>({
      type: ['object', 'null'],
      properties: { type: Text, list: Text },
      required: ['type', 'list'],
    }),
  },
  { description: 'Headings, rows and the total.' },
);
export type WireReport = Static<typeof ReportAnswer>;
export type WireGroup = Static<typeof Group>;
export type WireMeasure = Static<typeof Measure>;
export type WireReportRow = Static<typeof Row>;
export type ReportValue = Static<typeof Value>;

const reportDay = (description: string) => Type.Optional(Type.String({ format: 'date', description }));

/** The period and the groups of a report. */
export const reportQuery = Type.Object({
  from: reportDay('First day of the period.'),
  to: reportDay('Last day of the period.'),
  groups: Type.Optional(
    Type.String({
      pattern: '^([1-9](,[1-9])*)?$',
      description: 'Positions of the groups that divide the numbers: `1,2`. Default: all.',
    }),
  ),
  each: Type.Optional(OneOf(reportLengths, { description: 'The length of the groups of days.' })),
});

/** What to say about a wrong choice. */
export const reportQueryMessages = {
  from: message(reportMessages.periodNotADay),
  to: message(reportMessages.periodNotADay),
  groups: message(reportMessages.groupsExpected),
  each: message(reportMessages.lengthExpected),
} as const;

export const reports = {
  'GET /reports/:name': {
    id: 'report',
    tag: 'Reports',
    summary: 'A report for a period, over the records that the caller may read.',
    access: 'session',
    params: { name: 'Name of the report.' },
    query: reportQuery,
    messages: reportQueryMessages,
    answers: { 200: ReportAnswer },
    refusals: [403, 404, 422],
  },
} as const satisfies Contract;

const basis = { source: OrNull(Text), certainty: Certainty };

const TariffLine = Type.Object({
  id: Text,
  title: Text,
  help: OrNull(Text),
  rates: List(
    Type.Object({
      for: OrNull(Text),
      amount: Type.Optional(Text),
      percent: Type.Optional(Text),
      table: Type.Optional(Text),
      field: Type.Optional(Text),
    }),
    {
      description: 'One of amount, percent, table and field each; none for a sum that is kept within limits.',
    },
  ),
  base: List(Text),
  per: List(Text),
  proRata: OrNull(Type.Object({ months: Type.Integer(), per: Text })),
  isRebate: Flag,
  share: OrNull(Text),
  less: List(Text),
  min: OrNull(Text),
  max: OrNull(Text),
  isForAll: Flag,
  ...basis,
});

const Bracket = Type.Object({
  limit: OrNull(Text),
  rate: Type.Object({ amount: Type.Optional(Text), percent: Type.Optional(Text) }),
  min: OrNull(Text),
  max: OrNull(Text),
});

const TariffTable = Type.Object({
  name: Text,
  title: Text,
  mode: OneOf(['flat', 'marginal']),
  bound: OneOf(['from', 'upTo']),
  rows: List(Bracket),
  of: List(Text),
  isMoney: Flag,
  ...basis,
});

const TariffAnswer = Type.Object(
  {
    name: Text,
    title: Text,
    version: Text,
    currency: Currency,
    groups: List(Type.Object({ title: OrNull(Text), lines: List(TariffLine) })),
    tables: List(TariffTable),
    late: OrNull(Fields, { description: 'Surcharge and interest of what is paid late.' }),
    ...basis,
  },
  { description: 'Lines by heading, and the tables that they name.' },
);

export const tariffs = {
  'GET /fees/:name': {
    id: 'fees',
    tag: 'Tariffs',
    summary: 'The lines and tables in force, for callers who may open a page that shows them.',
    access: 'optional',
    params: { name: 'Name of the fee schedule.' },
    answers: { 200: Type.Unsafe<Tariff>(TariffAnswer) },
    refusals: [404],
  },
} as const satisfies Contract;
