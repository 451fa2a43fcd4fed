/**
 * Checks rules for records that belong to units: each requires the visitor's own unit, or allows all units with
 * `unit: any`.
 */
import type { Scope } from '../../../portal/conditions/scope.ts';
import type { Condition, ConditionOf } from '../../../portal/model/condition.ts';
import type { Place } from '../../../portal/model/place.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import type { RecordType } from '../../../portal/model/record-type.ts';
import type { Visitor } from '../../../portal/model/department.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { DiagnosticSet, spanIn, type CheckContext } from '../context/check-context.ts';
import { type KnownTruth, possible, testsOf } from '../../../portal/conditions/possible.ts';
import { aboveOf } from '../../logic/changing-tests.ts';
import {
  canHold,
  knownVisitor,
  accountsOf,
  visibleIn,
  initialAccountsOf,
} from '../../logic/visitor-facts.ts';
import { isOwnOffice, officesOf } from '../../../portal/workflow/record-offices.ts';

export function checkUnits(context: CheckContext): Diagnostic[] {
  const { portal } = context;
  const findings = new DiagnosticSet();
  const departments = Object.values(portal.departments).filter(({ units }) => units !== null);
  if (departments.length === 0) return [];
  for (const type of Object.values(portal.recordTypes)) {
    for (const rule of rulesOf(context, type)) {
      const open = departments.filter(({ key }) => isOpen({ portal, department: key }, type, rule.condition));
      const [first] = open;
      if (first !== undefined) {
        const details = { what: rule.what, type: type.type, departments: open.map(({ key }) => key) };
        findings.add('unit/not-asked', rule.place, details);
      } else if (type.unit.length === 0 && type.builtIn === null && asksOwnUnit(rule.condition)) {
        findings.add('unit/not-said', rule.place, { what: rule.what, type: type.type });
      }
    }
  }
  return findings.all();
}

interface UnitRule {
  readonly what: string;
  readonly condition: Condition;
  readonly place: Place;
}

/** All rules that let somebody read or change a record of this type. */
function rulesOf(context: CheckContext, type: RecordType): UnitRule[] {
  const { access, checklist } = type;
  const here = (...keys: readonly string[]) => spanIn(context, { kind: 'record', name: type.type }, ...keys);
  const rules: (UnitRule | null)[] = [
    { what: 'access.read', condition: access.read, place: here('access', 'read') },
    access.summary && {
      what: 'access.summary',
      condition: access.summary.to,
      place: here('access', 'summary'),
    },
    { what: 'access.update', condition: access.update, place: here('access', 'update') },
    checklist && {
      what: 'checklist.review',
      condition: checklist.review,
      place: here('checklist', 'review'),
    },
    checklist && { what: 'checklist.waive', condition: checklist.waive, place: here('checklist', 'waive') },
  ];
  return [...rules.filter((rule) => rule !== null), ...stepsOf(context, type)];
}

function stepsOf(context: CheckContext, { type }: RecordType): UnitRule[] {
  const workflow = context.portal.workflows[type];
  if (workflow === undefined) return [];
  const here = (...keys: readonly string[]) =>
    spanIn(context, { kind: 'workflow', name: workflow.name }, ...keys);
  return Object.values(workflow.transitions).flatMap(({ name, by, extends: clock }) => {
    if (by === null) return [];
    const place = clock === null ? here('transitions', name, 'by') : here('clocks', clock, 'extend', 'by');
    return { what: `the step "${name}"`, condition: by, place };
  });
}

/**
 * Returns true if the rule can be true for somebody of this department and another unit. Flags that must be granted
 * first count only if such accounts can see the record.
 */
function isOpen(
  { portal, department }: { readonly portal: Portal; readonly department: string },
  type: RecordType,
  condition: Condition,
): boolean {
  const seen: Condition = { test: 'all', of: [condition, visibleIn(portal, type, '')] };
  const holdsFor = (rule: Condition) => (visitor: Visitor) => holdsElsewhere({ portal, visitor }, type, rule);
  return (
    initialAccountsOf(portal, department, [condition]).some(holdsFor(condition)) ||
    accountsOf(portal, department, [seen]).some(holdsFor(seen))
  );
}

function holdsElsewhere(scope: Scope, type: RecordType, condition: Condition): boolean {
  const { portal } = scope;
  const asked = withoutShared(condition);
  const known = otherUnit(scope, type);
  if (hasUnits(scope, type)) return possible(asked, known).true;
  // A child of another unit's record belongs to that unit.
  const above = aboveOf(portal, type.type).filter((one) => hasUnits(scope, portal.recordTypes[one]));
  if (above.some((one) => possible(asked, below(one, type, { portal, known })).true)) return true;
  // A record without a unit may be shown because of a relative that has one.
  const without: KnownTruth = (test) =>
    relativesOf(portal, type, test).some((one) => hasUnits(scope, one)) ? false : null;
  return possible(asked, known).true && !possible(asked, (test) => without(test) ?? known(test)).true;
}

/** Also knows that the record is below a record of this type, so a test of any other parent is false. */
function below(
  above: string,
  { type }: RecordType,
  { portal, known }: { readonly portal: Portal; readonly known: KnownTruth },
): KnownTruth {
  const between = aboveOf(portal, type).filter((one) => aboveOf(portal, one).includes(above));
  const line = new Set([above, ...aboveOf(portal, above), ...between]);
  return (test) =>
    test.test === 'parent' && test.type !== null && !line.has(test.type) ? false : known(test);
}

function hasUnits({ portal, visitor }: Scope, type: RecordType | undefined): boolean {
  if (type === undefined) return false;
  return (
    type.unit.length > 0 || (visitor.department !== null && officesOf(portal, type).has(visitor.department))
  );
}

/** Knows a record of another unit, in which the visitor has no role. */
function otherUnit(scope: Scope, type: RecordType): KnownTruth {
  const { portal, visitor } = scope;
  const ofVisitor = knownVisitor({ portal, visitor });
  return (test) => {
    if (isUnit(test)) return false;
    switch (test.test) {
      case 'self':
      case 'party':
      case 'did':
      case 'link':
        return false;
      case 'children':
      case 'parent':
        return relativesOf(portal, type, test).some((one) => holdsOfRelative(scope, one, test))
          ? null
          : false;
      default:
        return isOwnOffice(test) && !canHold(test, { portal, visitor, type }) ? false : ofVisitor(test);
    }
  };
}

type OfRelative = ConditionOf<'children' | 'parent'>;

function holdsOfRelative(scope: Scope, type: RecordType, test: OfRelative): boolean {
  const inner = test.test === 'parent' ? test.of : test.quantifier.any;
  return inner === null || possible(withoutShared(inner), otherUnit(scope, type)).true;
}

function relativesOf({ recordTypes }: Portal, type: RecordType, test: Condition): RecordType[] {
  if (test.test === 'children') return [recordTypes[test.type] ?? []].flat();
  if (test.test !== 'parent') return [];
  const names = test.type === null ? type.parents : [test.type];
  return names.flatMap((name) => recordTypes[name] ?? []);
}

/** Returns true if the test compares the record's unit, or anything with the visitor's unit. */
function isUnit(test: Condition): boolean {
  if (test.test !== 'compare') return false;
  const { subject, operand } = test;
  const isRecords = subject.from === 'record' && subject.name === 'unit';
  return isRecords || ('visitor' in operand && operand.visitor === 'unit');
}

/** Treats parts that are open to all units on purpose (`unit: any`) as false. */
function withoutShared(condition: Condition): Condition {
  switch (condition.test) {
    case 'any':
      if (isShared(condition)) return { test: 'not', of: { test: 'always' } };
      return { test: 'any', of: condition.of.map(withoutShared) };
    case 'all':
      return { test: 'all', of: condition.of.map(withoutShared) };
    default:
      return condition;
  }
}

/** Returns true for a compiled `unit: any`. */
function isShared(condition: Condition): boolean {
  if (condition.test !== 'any') return false;
  const [first, second] = condition.of;
  return first?.test === 'always' && second !== undefined && isUnit(second);
}

function asksOwnUnit(condition: Condition): boolean {
  return testsOf(withoutShared(condition)).some(isUnit);
}
