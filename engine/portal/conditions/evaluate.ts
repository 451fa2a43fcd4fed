/**
 * Evaluates conditions. The logic has two values: a missing value makes a comparison false, and `not` is the exact
 * complement.
 */
import type {
  Condition,
  ConditionOf,
  ConditionSubject,
  Operand,
  Quantifier,
  Value,
} from '../model/condition.ts';
import { stateOnDay } from '../model/document.ts';
import { contextAlone, type PortalRecord, type RecordContext } from '../model/record.ts';
import { isWithin, shiftDay } from '../time/today.ts';
import { onceForEach } from '../values/once-for-each.ts';
import { comparisonOf, readColumn, readField, readRows } from './field-value.ts';
import { scopesOf, personsOf } from './persons.ts';
import { deriveValue } from './derive.ts';
import type { EvaluationScope } from './scope.ts';

/** Every other condition is false, as is one that needs unknown facts. */
function holdsByTime(
  condition: ConditionOf<'lapsed' | 'expired' | 'after'>,
  { record, documents, today, now }: RecordContext,
  isOver: EvaluationScope['isOver'],
): boolean {
  switch (condition.test) {
    case 'lapsed': {
      const clock = Object.hasOwn(record.clocks, condition.clock)
        ? record.clocks[condition.clock]
        : undefined;
      return clock?.state === 'running' && clock.due !== null && clock.due <= now;
    }
    case 'expired': {
      const asked = documents.filter(
        ({ document, state }) =>
          state !== 'revoked' && (condition.document === null || condition.document === document),
      );
      // A newer document that is still valid replaces the earlier one.
      return asked.length > 0 && asked.every(({ validUntil }) => validUntil !== null && validUntil < today);
    }
    case 'after':
      return isOver?.(condition.wait, record.since) ?? false;
    default:
      // Stored conditions may be of another version of the engine.
      condition satisfies never;
      return false;
  }
}

type Test = (scope: EvaluationScope) => boolean;

/**
 * Evaluates a condition. Unknown facts deny: without a record every test about a record is false.
 * @param condition as compiled by the linker; it must not change, because it is compiled to a function once
 * @param scope the visitor, the address and the record
 */
export function holds(condition: Condition, scope: EvaluationScope): boolean {
  return testOf(condition)(scope);
}

const testOf = onceForEach(compile);

function compile(condition: Condition): Test {
  switch (condition.test) {
    case 'always':
      return () => true;
    case 'all': {
      const parts = condition.of.map(testOf);
      return (scope) => parts.every((part) => part(scope));
    }
    case 'any': {
      const parts = condition.of.map(testOf);
      return (scope) => parts.some((part) => part(scope));
    }
    case 'not': {
      const part = testOf(condition.of);
      return (scope) =>
        !part(scope.visitor.actsFor === undefined ? scope : { ...scope, isBar: !scope.isBar });
    }
    case 'compare':
      return compileComparison(condition);
    case 'between':
      return ({ context, today }) => isWithin(condition, context?.today ?? today);
    default:
      return (scope) => scope.context !== undefined && holdsOverRecord(condition, scope, scope.context);
  }
}

function compileComparison(condition: ConditionOf<'compare'>): Test {
  const usual = compileValues(condition);
  return (scope) =>
    scope.visitor.actsFor === undefined ? usual(scope) : scopesOf(condition, scope).some(usual);
}

function compileValues({ subject, operator, operand, each }: ConditionOf<'compare'>): Test {
  const isTrue = comparisonOf(operator);
  const left = readerOf(subject);
  const right = operandReaderOf(operand);
  if (each === undefined) return (scope) => isTrue(left(scope), right(scope));
  const rowsIn = (scope: EvaluationScope): readonly unknown[] =>
    subject.from === 'field' ? readRows(subject.path, scope) : [left(scope)].flat();
  return (scope) => {
    const rows = rowsIn(scope);
    const said = right(scope);
    return each === 'any'
      ? rows.some((row) => isTrue(row, said))
      : rows.length > 0 && rows.every((row) => isTrue(row, said));
  };
}

type RecordTest = Exclude<Condition, { test: 'always' | 'all' | 'any' | 'not' | 'compare' | 'between' }>;

function holdsOverRecord(condition: RecordTest, scope: EvaluationScope, context: RecordContext): boolean {
  switch (condition.test) {
    case 'self':
      return isOneOf(context.record.owner, scope);
    case 'party':
      return isParty(condition.role, scope, context);
    case 'did':
      return condition.transitions.some(
        (name) => context.did.includes(name) || (scope.isBar && context.deputyDid?.includes(name)),
      );
    case 'children':
      return holdsOverChildren(condition.type, condition, scope, context);
    case 'parent':
      return holdsOverParent(condition, scope, context);
    case 'form':
      return scope.isFormComplete?.(context) ?? false;
    case 'checklist':
      return scope.isChecklist?.(condition.is, context) ?? false;
    case 'applies':
      return doesApply(scope, context) === condition.is;
    case 'unreachable':
      return scope.isUnreachable?.(condition.step, context) ?? false;
    case 'link':
      return cameByLink(condition.field, scope, context);
    case 'unseen':
      return context.isUnseen === true;
    default:
      return holdsByTime(condition, context, scope.isOver);
  }
}

/** An item of a record without a kind or parent is always required. */
function doesApply(scope: EvaluationScope, context: RecordContext): boolean {
  const { kind } = context.record;
  const [parent, ...above] = context.ancestors;
  if (kind === null || parent === undefined || !('kinds' in scope.portal)) return true;
  const applies = Object.hasOwn(scope.portal.kinds, kind) ? scope.portal.kinds[kind]?.applies : undefined;
  return applies !== undefined && holds(applies, { ...scope, context: around(parent, above, context) });
}

function cameByLink(field: string, { visitor }: EvaluationScope, context: RecordContext): boolean {
  const { link } = visitor;
  return link?.record === context.record.id && link.field === field;
}

function isParty(role: string, scope: EvaluationScope, context: RecordContext): boolean {
  const { department, signedIn } = scope.visitor;
  if (!signedIn) return false;
  if (role === 'owner' && isOneOf(context.record.owner, scope)) return true;
  return context.parties.some(
    (party) =>
      party.role === role &&
      (isOneOf(party.account, scope) || (party.department !== null && party.department === department)),
  );
}

function isOneOf(account: string | null, { visitor, isBar }: EvaluationScope): boolean {
  if (account === null) return false;
  if (visitor.actsFor === undefined) return account === visitor.account;
  return personsOf(visitor, isBar).some((person) => person.account === account);
}

function holdsOverChildren(
  type: string,
  { quantifier }: ConditionOf<'children'>,
  scope: EvaluationScope,
  context: RecordContext,
): boolean {
  const children = context.children.filter((child) => child.type === type);
  const ancestors = [context.record, ...context.ancestors];
  const holdsFor = (condition: Condition) => (child: PortalRecord) =>
    holds(condition, { ...scope, context: around(child, ancestors, context) });
  return (
    counted(quantifier, children, holdsFor) &&
    (quantifier.every === null || children.every(holdsFor(quantifier.every)))
  );
}

/** `atLeast` counts the children that satisfy `any`, or all of them if only `every` is given. */
function counted(
  { any, atLeast }: Quantifier,
  children: readonly PortalRecord[],
  holdsFor: (condition: Condition) => (child: PortalRecord) => boolean,
): boolean {
  if (any === null) return children.length >= atLeast;
  return children.filter(holdsFor(any)).length >= Math.max(1, atLeast);
}

function holdsOverParent(
  condition: ConditionOf<'parent'>,
  scope: EvaluationScope,
  context: RecordContext,
): boolean {
  const at = context.ancestors.findIndex(
    (ancestor) => condition.type === null || ancestor.type === condition.type,
  );
  const parent = context.ancestors[at];
  if (parent === undefined) return false;
  const ancestors = context.ancestors.slice(at + 1);
  return holds(condition.of, { ...scope, context: around(parent, ancestors, context) });
}

/** The value of the left side of a comparison. */
export function readSubject(subject: ConditionSubject, scope: EvaluationScope): unknown {
  return readerOf(subject)(scope);
}

/** The context of a relative, of which only the row and its ancestors are known. */
export function around(
  record: PortalRecord,
  ancestors: readonly PortalRecord[],
  { today, now, input, referred = [] }: RecordContext,
): RecordContext {
  return contextAlone({ record, ancestors, input, today, now, referred });
}

type ScopeReader = (scope: EvaluationScope) => unknown;

function readerOf(subject: ConditionSubject): ScopeReader {
  switch (subject.from) {
    case 'visitor':
      return ({ visitor }) => visitor[subject.name];
    case 'flag':
      return ({ visitor }) => own(visitor.flags, subject.name);
    case 'param':
      return ({ params }) => own(params, subject.name);
    case 'record':
      return ({ context }) => readColumn(subject.name, context?.record);
    case 'field':
      return (scope) => readField(subject.path, scope);
    case 'fact':
      return (scope) => readFact(subject.name, scope);
    case 'document':
      return ({ context }) => readStanding(subject.name, context);
    case 'input':
      return ({ context }) => own(context?.input, subject.name);
    // The portal may come from another version of the engine: treat an unknown test as missing.
    default:
      return () => undefined;
  }
}

function operandReaderOf(operand: Operand): ScopeReader {
  if (!('value' in operand)) return (scope) => readOperand(operand, scope);
  const { value } = operand;
  return () => value;
}

function readStanding(name: string, context: RecordContext | undefined): Value | undefined {
  const newest = context?.documents.find(({ document }) => document === name);
  return newest === undefined || context === undefined ? undefined : stateOnDay(newest, context.today);
}

/**
 * A fact is a derived value of the nearest record at or above this one. The store provides the facts that need other
 * records.
 */
export function readFact(name: string, scope: EvaluationScope): unknown {
  const { context, portal } = scope;
  if (context === undefined) return undefined;
  if (Object.hasOwn(context.facts, name)) return context.facts[name];
  if (!('recordTypes' in portal)) return undefined;
  const above = [context.record, ...context.ancestors];
  const at = above.findIndex((record) => Object.hasOwn(portal.recordTypes[record.type]?.derived ?? {}, name));
  const record = above[at];
  const derived = record && portal.recordTypes[record.type]?.derived?.[name];
  if (record === undefined || derived === undefined) return undefined;
  const inner = at === 0 ? scope : { ...scope, context: around(record, above.slice(at + 1), context) };
  return deriveValue(derived, inner, { holds, readOperand });
}

/** The right side of a comparison in this scope; undefined if it is missing. */
export function readOperand(operand: Operand, scope: EvaluationScope): unknown {
  if ('value' in operand) return operand.value;
  if ('field' in operand) return readField(operand.field, scope);
  if ('visitor' in operand) return scope.visitor[operand.visitor] ?? undefined;
  if ('today' in operand) return shiftDay(scope.context?.today, operand.today);
  if ('area' in operand) return scope.route?.area ?? undefined;
  if ('input' in operand) return own(scope.context?.input, operand.input);
  return readOfficeConstant(operand.officeConstant, scope);
}

function readOfficeConstant(name: string, { portal, context }: EvaluationScope): Value | undefined {
  const office = context?.record.office;
  if (office === undefined || office === null || !('recordTypes' in portal)) return undefined;
  return portal.departments[office]?.constants[name];
}

function own(map: Readonly<Record<string, unknown>> | undefined, name: string): unknown {
  return map !== undefined && Object.hasOwn(map, name) ? map[name] : undefined;
}
