/** Makes cases from a record: what it needs, costs and allows now, for its owner and for each department. */
import { availableItems } from '../portal/checklist/checklist.ts';
import { holds } from '../portal/conditions/evaluate.ts';
import type { RecordScope } from '../portal/conditions/scope.ts';
import { assess } from '../portal/fees/assess.ts';
import { signedOut } from '../portal/model/department.ts';
import type { Portal } from '../portal/model/portal.ts';
import type { PortalRecord } from '../portal/model/record.ts';
import type { RequirementKind } from '../portal/model/requirement.ts';
import { isMapping } from '../portal/values/is-mapping.ts';
import { kindsBelow, kindsOfSet } from '../portal/workflow/new-records.ts';
import { type CaseRecord, usualPersona } from '../config/link/cases/case.ts';
import { emptyCoverage } from './coverage.ts';
import { MemoryRecords } from './memory-records.ts';
import { refusalNow } from './record-form.ts';
import { refusedBy } from './rules.ts';
import { placeCase } from './run-case.ts';
import { visitorFor } from './try-expectation.ts';

interface RecordNow {
  readonly record: CaseRecord;
  /** ISO date. */
  readonly day: string;
  readonly title: string;
  /** Null: nobody owns it. */
  readonly ownerDepartment: string | null;
}

/** A case as its file has it. */
type WrittenCase = Readonly<Record<string, unknown>>;

/** The first case is that of the owner. Departments that can do nothing with the record have none. */
export function casesOfRecord(portal: Portal, now: RecordNow): readonly WrittenCase[] {
  const { record, day, title, ownerDepartment } = now;
  const others = Object.keys(portal.departments).filter((key) => key !== ownerDepartment);
  const own = ownerDepartment === null ? [] : [caseFor(portal, now, ownerDepartment)];
  const [first, ...more] = [
    ...own,
    ...others.map((key) => caseFor(portal, { ...now, record: foreign(record) }, key)),
  ];
  const wanted = [
    ...(first === undefined ? [] : [first]),
    ...more.filter(({ steps }) => steps.possible.length > 0),
  ];
  return wanted.map(({ department, steps, scope }, index) => ({
    case: `${title}, as ${department} has it`,
    day,
    as: department,
    record: writtenRecord(index === 0 && own.length > 0 ? record : foreign(record)),
    ...(steps.possible.length > 0 && { steps: { possible: steps.possible } }),
    ...(Object.keys(steps.refused).length > 0 && { refused: steps.refused }),
    ...(index === 0 && needsOf(scope)),
  }));
}

interface DepartmentCase {
  readonly department: string;
  readonly scope: RecordScope;
  readonly steps: {
    readonly possible: readonly string[];
    readonly refused: Readonly<Record<string, string>>;
  };
}

function foreign(record: CaseRecord): CaseRecord {
  const { parent, children } = record;
  return {
    ...record,
    isOwn: false,
    parent: parent && foreign(parent),
    children: children.map(foreign),
  };
}

function caseFor(portal: Portal, { record, day }: RecordNow, department: string): DepartmentCase {
  const visitor = visitorFor({ portal }, usualPersona(department));
  const records = new MemoryRecords(portal, `${day}T08:00:00.000Z`, emptyCoverage());
  const id = placeCase(records, record, { actor: visitor.account });
  const scope = { portal, visitor, context: records.contextOf(visitor, id) };
  const steps = Object.values(portal.workflows[record.type]?.transitions ?? {})
    .filter(({ by }) => by !== null)
    .map(({ name }) => {
      const refusal = refusalNow({ records, visitor }, scope.context, name);
      return [name, refusal && (refusedBy(portal, refusal).rules[0] ?? null)] as const;
    });
  return {
    department,
    scope,
    steps: {
      possible: steps.flatMap(([name, rule]) => (rule === null ? [name] : [])),
      refused: Object.fromEntries(steps.flatMap(([name, rule]) => (rule === null ? [] : [[name, rule]]))),
    },
  };
}

/** The items, the kinds and the fees of the record. */
function needsOf(scope: RecordScope): WrittenCase {
  const { portal, context } = scope;
  const { record } = context;
  const asked = availableItems(scope).map(({ id }) => id);
  const kinds = kindsFor(portal, record).map(
    ({ id, applies }) => [id, holds(applies, { ...scope, visitor: signedOut })] as const,
  );
  const [apply, not] = [true, false].map((does) => kinds.flatMap(([id, is]) => (is === does ? [id] : [])));
  const assessment = record.data['assessment'];
  const schedule = isMapping(assessment) ? String(assessment['schedule']) : '';
  const isAssessed = Object.hasOwn(portal.fees, schedule);
  const total = isAssessed ? assess(portal, schedule, context, { today: context.today }).total : '';
  return {
    ...(asked.length > 0 && { items: { asked } }),
    ...(kinds.length > 0 && { kinds: withoutEmpty({ apply, not }) }),
    ...(isAssessed && { fees: { schedule, amounts: { total } } }),
  };
}

/** The kinds of its checklists at its office, and of the records below it. */
function kindsFor(portal: Portal, record: PortalRecord): RequirementKind[] {
  const below = Object.values(portal.recordTypes).filter(({ parents }) => parents.includes(record.type));
  const sets = new Set(below.flatMap(({ kinds }) => kinds));
  const all = [...kindsBelow(portal, record), ...[...sets].flatMap((set) => kindsOfSet(portal, set))];
  return [...new Set(all)].filter(({ isRetired }) => !isRetired);
}

function writtenRecord({ isOwn, parent, children, ...said }: CaseRecord): WrittenCase {
  return withoutEmpty({
    ...said,
    own: isOwn || null,
    parent: parent && writtenRecord(parent),
    children: children.map(writtenRecord),
  });
}

function withoutEmpty(written: WrittenCase): WrittenCase {
  return Object.fromEntries(Object.entries(written).filter(([, value]) => !isEmpty(value)));
}

function isEmpty(value: unknown): boolean {
  return (
    value === null || value === undefined || (typeof value === 'object' && Object.keys(value).length === 0)
  );
}
