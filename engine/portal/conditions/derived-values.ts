/** Computes derived values that count or select records below a record or that name it, and passes them to conditions as facts. */
import type { FieldPath, Value } from '../model/condition.ts';
import type { Portal } from '../model/portal.ts';
import type { DerivedValue } from '../model/record-type.ts';
import { contextOfChild, contextOfRelative, type PortalRecord, type RecordContext } from '../model/record.ts';
import { slugsAt } from '../values/slugs-at.ts';
import { deriveValue, exactDifference, exactSum } from './derive.ts';
import { holds, readOperand } from './evaluate.ts';
import { readField } from './field-value.ts';
import type { RecordScope } from './scope.ts';

/**
 * An object that behaves as if all facts were computed.
 * @param names the names of all possible facts; called only when somebody lists them
 * @param compute returns undefined if the fact does not exist
 */
function lazyFacts(
  names: () => readonly string[],
  compute: (name: string) => Value | undefined,
): Record<string, Value> {
  const known = new Set<string>();
  const know = (facts: Record<string, Value>, name: string | symbol): void => {
    if (typeof name === 'symbol' || known.has(name)) return;
    known.add(name);
    const value = compute(name);
    if (value !== undefined) facts[name] = value;
  };
  return new Proxy<Record<string, Value>>(
    {},
    {
      get(facts, name) {
        know(facts, name);
        return Reflect.get(facts, name) as unknown;
      },
      has(facts, name) {
        know(facts, name);
        return Reflect.has(facts, name);
      },
      getOwnPropertyDescriptor(facts, name) {
        know(facts, name);
        return Reflect.getOwnPropertyDescriptor(facts, name);
      },
      ownKeys(facts) {
        for (const name of names()) know(facts, name);
        return Reflect.ownKeys(facts);
      },
    },
  );
}

/**
 * Facts of the record's ancestors that its own type does not declare; the nearest ancestor wins. Each is computed on
 * first use.
 * @param childrenOf the records below the ancestor with this id
 */
export function factsAbove(
  { portal, visitor, context }: RecordScope,
  childrenOf: (id: string) => readonly PortalRecord[],
): Record<string, Value> {
  const { record: own, ancestors } = context;
  const says = ({ type }: PortalRecord, name: string) =>
    Object.hasOwn(portal.recordTypes[type]?.derived ?? {}, name);
  const names = () => ancestors.flatMap(({ type }) => Object.keys(portal.recordTypes[type]?.derived ?? {}));
  return lazyFacts(names, (name) => {
    const at = says(own, name) ? -1 : ancestors.findIndex((one) => says(one, name));
    const record = ancestors[at];
    if (record === undefined) return undefined;
    const above = { ...contextOfChild(context, record), ancestors: ancestors.slice(at + 1) };
    return countedFact({ portal, visitor, context: { ...above, children: childrenOf(record.id) } }, name);
  });
}

/** Derived values that aggregate the records below, or those that name the record. */
export type ChildMeasure = Extract<
  DerivedValue,
  { measure: 'count' | 'exists' | 'latest' | 'earliest' | 'total' }
>;

/** Decides whether this value needs records other than the one that declares it. */
export function isCounted(derived: DerivedValue): derived is ChildMeasure {
  return ['count', 'exists', 'latest', 'earliest', 'total'].includes(derived.measure);
}

/**
 * A fact of the context's own record that needs its children; undefined if there is no such fact or it has no value.
 */
function countedFact(scope: RecordScope, name: string): Value | undefined {
  const { portal, visitor, context } = scope;
  const facts = portal.recordTypes[context.record.type]?.derived ?? {};
  const derived = Object.hasOwn(facts, name) ? facts[name] : undefined;
  if (derived === undefined || !needsOthers(derived)) return undefined;
  return countedValue(derived, {
    find: (of) => matching(scope, of),
    read: (path, one) => readField(path, { portal, visitor, context: one }),
    own: (of) => deriveValue(of, scope, { holds, readOperand }),
  });
}

/** The facts of the context's own record that need its children, by name, without those that have no value. */
export function countedFacts(scope: RecordScope): Record<string, Value> {
  const { portal, context } = scope;
  return lazyFacts(factNames(portal, context.record), (name) => countedFact(scope, name));
}

/** The record with its facts, as `holds` expects it. Each fact is computed on first use. */
export function withCountedFacts(scope: RecordScope): RecordContext {
  const { portal, context } = scope;
  const known = context.facts;
  const names = () => [...new Set([...factNames(portal, context.record)(), ...Object.keys(known)])];
  const facts = lazyFacts(names, (name) =>
    Object.hasOwn(known, name) ? known[name] : countedFact(scope, name),
  );
  return { ...context, facts };
}

/** Decides whether this value may need other records. */
export function needsOthers(derived: DerivedValue): boolean {
  return isCounted(derived) || derived.measure === 'percent' || derived.measure === 'less';
}

function factNames({ recordTypes }: Portal, { type }: PortalRecord): () => readonly string[] {
  return () => Object.keys(recordTypes[type]?.derived ?? {});
}

function matching(scope: RecordScope, { of, where, through }: ChildMeasure): RecordContext[] {
  const { portal, visitor, context } = scope;
  return (through === undefined ? belowOf(context) : namingOf(context, through)).filter(
    (one) => one.record.type === of && holds(where, { portal, visitor, context: one }),
  );
}

function belowOf(context: RecordContext): RecordContext[] {
  return context.children.map((child) => contextOfChild(context, child));
}

/** The records that name the context's record in the answer with these keys. */
export function namingOf(context: RecordContext, keys: readonly string[]): RecordContext[] {
  const { slug } = context.record;
  return (context.naming ?? []).flatMap((one) =>
    slugsAt(one.record.data, keys).includes(slug) ? [contextOfRelative(context, one)] : [],
  );
}

interface MeasureReader {
  /** The records that the value aggregates. */
  readonly find: (derived: ChildMeasure) => RecordContext[];
  readonly read: (path: FieldPath, context: RecordContext) => unknown;
  /** The facts of the record that do not need its children. */
  readonly own: (derived: DerivedValue) => unknown;
}

function countedValue(derived: DerivedValue, measures: MeasureReader): Value | undefined {
  if (derived.measure === 'percent') {
    const whole = countedValue(derived.of, measures);
    const part = countedValue(derived.part, measures);
    if (typeof whole !== 'number' || typeof part !== 'number' || whole === 0) return undefined;
    return (part / whole) * 100;
  }
  if (derived.measure === 'less') {
    const [of, less] = [derived.of, derived.less].map(
      (one) => countedValue(one, measures) ?? measures.own(one),
    );
    return exactDifference(of, less);
  }
  if (!isCounted(derived)) return undefined;
  const found = measures.find(derived);
  switch (derived.measure) {
    case 'count':
      return found.length;
    case 'exists':
      return found.length > 0;
    case 'total':
      return exactSum(found.flatMap((one) => [measures.read(derived.field, one)].flat()));
    default:
      return pick(
        derived,
        found.map(({ record }) => record),
      );
  }
}

function pick(
  derived: Extract<ChildMeasure, { measure: 'latest' | 'earliest' }>,
  found: PortalRecord[],
): Value | undefined {
  const sign = derived.measure === 'latest' ? -1 : 1;
  const [first] = found.sort((a, b) => sign * order(columnOf(a, derived.by), columnOf(b, derived.by)));
  const [given] = Object.values(derived.give);
  return first === undefined || given === undefined ? undefined : (columnOf(first, given) ?? undefined);
}

/** A column of the row (`state`, `created` …), or else a scalar field of its data, or else null. */
export function columnOf(record: PortalRecord, name: string): string | number | boolean | null {
  switch (name) {
    case 'state':
    case 'number':
    case 'kind':
    case 'office':
    case 'unit':
    case 'due':
    case 'slug':
      return record[name];
    case 'created':
      return record.createdAt;
    case 'updated':
      return record.updatedAt;
    case 'booking':
      return record.booking?.from ?? null;
    default: {
      const value = Object.hasOwn(record.data, name) ? record.data[name] : null;
      const isScalar = ['string', 'number', 'boolean'].includes(typeof value);
      return isScalar ? (value as string | number | boolean) : null;
    }
  }
}

export type Cell = ReturnType<typeof columnOf>;

function order(a: Cell, b: Cell): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const [left, right] = [String(a ?? ''), String(b ?? '')];
  return left < right ? -1 : Number(left > right);
}
