/**
 * Computes the derived values that depend on one record alone: tables of cases, exact sums and unions of its own
 * fields.
 */
import type { Condition, Operand } from '../model/condition.ts';
import type { DerivedValue } from '../model/record-type.ts';
import { readField } from './field-value.ts';
import type { EvaluationScope } from './scope.ts';

/**
 * Functions that read conditions and operands. They are arguments, because a condition may read a derived value in
 * turn.
 */
export interface ConditionEvaluator {
  readonly holds: (condition: Condition, scope: EvaluationScope) => boolean;
  readonly readOperand: (operand: Operand, scope: EvaluationScope) => unknown;
}

/**
 * Computes a derived value.
 * @returns undefined for a value that needs other records: the store computes those and passes them as facts
 */
export function deriveValue(
  derived: DerivedValue,
  scope: EvaluationScope,
  reader: ConditionEvaluator,
): unknown {
  switch (derived.measure) {
    case 'cases': {
      const hit = derived.cases.find((one) => reader.holds(one.when, scope));
      return reader.readOperand(hit?.value ?? derived.otherwise, scope);
    }
    case 'union':
    case 'sum':
      return remembered(derived, scope);
    case 'less':
      return exactDifference(
        deriveValue(derived.of, scope, reader),
        deriveValue(derived.less, scope, reader),
      );
    case 'percent':
      return percent(deriveValue(derived.part, scope, reader), deriveValue(derived.of, scope, reader));
    default:
      return undefined;
  }
}

type OwnMeasure = Extract<DerivedValue, { measure: 'union' | 'sum' }>;

const known = new WeakMap<object, Map<OwnMeasure, unknown>>();

/** Depends only on the record's own answers, which do not change, so the result can be cached. */
function remembered(derived: OwnMeasure, scope: EvaluationScope): unknown {
  const record = scope.context?.record;
  const paths = [derived.of, ...(derived.measure === 'sum' && derived.less !== null ? [derived.less] : [])];
  const isOwn = paths.every(({ ancestor }) => ancestor === null || ancestor === record?.type);
  if (record === undefined || !isOwn) return gathered(derived, scope);
  const values = known.get(record.data) ?? new Map<OwnMeasure, unknown>();
  known.set(record.data, values);
  if (!values.has(derived)) values.set(derived, gathered(derived, scope));
  return values.get(derived);
}

function gathered(derived: OwnMeasure, scope: EvaluationScope): unknown {
  const value = readField(derived.of, scope);
  if (derived.measure === 'union') return value === undefined ? undefined : [...new Set([value].flat(2))];
  const sum = exactSum([value].flat());
  if (derived.less === null) return sum;
  return exactDifference(sum, exactSum([readField(derived.less, scope)].flat()));
}

function percent(part: unknown, of: unknown): number | undefined {
  if (typeof part !== 'number' || typeof of !== 'number' || of === 0) return undefined;
  return (part / of) * 100;
}

const decimals = 10;

/** The sum of all numbers, which may be numbers or texts; other values are ignored. */
export function exactSum(values: readonly unknown[]): number {
  return toNumber(values.reduce<bigint>((total, one) => total + (parts(one) ?? 0n), 0n));
}

/** @returns undefined if one of them is not a number */
export function exactDifference(of: unknown, less: unknown): number | undefined {
  const [whole, taken] = [parts(of), parts(less)];
  return whole === null || taken === null ? undefined : toNumber(whole - taken);
}

/** In units of the last decimal place. */
function parts(value: unknown): bigint | null {
  const text = typeof value === 'number' ? plain(value) : value;
  const found = typeof text === 'string' ? /^(-?)(\d+)(?:\.(\d{1,10}))?$/.exec(text) : null;
  if (found === null) return null;
  const [, sign = '', whole = '0', fraction = ''] = found;
  return BigInt(`${sign}${whole}${fraction.padEnd(decimals, '0')}`);
}

/** `1e21` and `1e-7` have no plain digits. */
function plain(value: number): string {
  const text = String(value);
  return text.includes('e') ? value.toFixed(decimals) : text.replace(/(\.\d{10})\d+$/, '$1');
}

function toNumber(amount: bigint): number {
  const digits = (amount < 0n ? -amount : amount).toString().padStart(decimals + 1, '0');
  const text = `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
  return Number(amount < 0n ? `-${text}` : text);
}
