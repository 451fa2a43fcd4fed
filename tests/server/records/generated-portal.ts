/** A portal of orders with children, under generated access rules. */
import * as fc from 'fast-check';
import type { Condition } from '../../../engine/portal/model/condition.ts';
import type { Portal } from '../../../engine/portal/model/portal.ts';
import type { Access, FieldRule, ListColumn, RecordType } from '../../../engine/portal/model/record-type.ts';
import type { Report } from '../../../engine/portal/model/report.ts';
import { condition } from './generated-access.ts';
import { all, always, any, by, never, officeOwn, party, path, portal } from './portal.ts';

export type Type = 'order' | 'clearance' | 'note';

const rule: fc.Arbitrary<Condition> = fc.oneof(
  { weight: 3, arbitrary: condition },
  { weight: 2, arbitrary: condition.map((one) => any(one, officeOwn)) },
  { weight: 2, arbitrary: condition.map((one) => any(one, party('owner'))) },
  { weight: 2, arbitrary: fc.constantFrom(always, never, officeOwn) },
);
/** Never plainly `always`, which would let a search read the field. */
const ownRule = rule.map((one): FieldRule => ({ read: all(one), personal: null, isMasked: false }));
const shown = fc.subarray(['number', 'title', 'year', 'secret', 'order.title', 'order.secret']);
const accessRules = fc.record({
  read: rule,
  summary: fc.option(fc.record({ to: rule, fields: shown })),
  public: fc.option(fc.record({ when: rule, fields: shown, masked: fc.subarray(['title', 'order.title']) })),
  secret: ownRule,
  isTitleMasked: fc.boolean(),
});
export const rules = fc.record({ own: accessRules, order: accessRules, where: rule });
export type Rules = typeof rules extends fc.Arbitrary<infer T> ? T : never;

/** The columns of the list `some`. */
export function columns(type: Type): ListColumn[] {
  const above = type === 'order' ? [] : ['order.title', 'order.secret'];
  return ['number', 'state', 'title', 'secret', ...above].map((value) => ({ value, title: value }));
}

/** The rules `own` for records of this type, `order` for their parent orders, or for the clearances of orders. */
export function portalWith({ type, own, order, where }: Rules & { readonly type: Type }): Portal {
  const recordTypes = {
    ...portal.recordTypes,
    [type === 'order' ? 'clearance' : 'order']: typeWith(
      type === 'order' ? 'clearance' : 'order',
      order,
      where,
    ),
    [type]: typeWith(type, own, where),
  };
  const reports = [
    report(type, 'by-title', where, path('title')),
    report(type, 'by-secret', where, path('secret')),
    report(type, 'by-order', where, { ...path('title'), ancestor: 'order' }),
  ];
  return { ...portal, recordTypes, reports: by('name', reports) };
}

function typeWith(type: Type, given: Rules['own'], where: Condition): RecordType {
  const plain = portal.recordTypes[type];
  if (plain === undefined) throw new Error(type);
  const { read, summary, public: open, secret, isTitleMasked } = given;
  const access: Access = { ...plain.access, read, summary, public: open };
  // A masked field is visible to readers of the whole record.
  const title: FieldRule = { read: always, personal: 'yes', isMasked: true };
  const list = {
    name: 'some',
    title: 'Some',
    where,
    columns: columns(type),
    filters: [
      'state',
      'title',
      'secret',
      'year',
      ...(type === 'order'
        ? ['clearance.state', 'clearance.title', 'clearance.secret']
        : ['order.title', 'order.secret']),
    ].map((value) => ({ value, title: value })),
    sort: '-created',
    empty: '',
  };
  return { ...plain, access, fields: { secret, ...(isTitleMasked && { title }) }, lists: { some: list } };
}

function report(of: string, name: string, where: Condition, field: ReturnType<typeof path>): Report {
  return {
    name,
    title: name,
    help: null,
    of,
    where,
    period: 'created',
    groupBy: [{ title: name, by: { field }, each: null }],
    measures: [
      { measure: 'count', title: 'Number' },
      { measure: 'sum', title: 'Gross', of: path('lines', 'gross') },
    ],
    chart: null,
    opens: null,
    mail: null,
    place: { file: 'reports/test.yaml', line: 1, column: 1 },
  };
}
