/** The least and the most that a figure can be. A range may be too wide, and never too narrow. */
import type { Rounding } from '../../portal/values/rounding.ts';
import type { FiguresOperation } from '../../portal/model/form.ts';

export interface FigureRange {
  readonly least: number;
  readonly most: number;
}

export interface PartRange extends FigureRange {
  /** How many values it has at most: a list has one for each of its rows. */
  readonly count: number;
  /** It always has a value. */
  readonly isSure: boolean;
}

export const anything: FigureRange = { least: -Infinity, most: Infinity };

export function rangeAfter(operation: FiguresOperation, parts: readonly PartRange[]): FigureRange {
  const [first = anything, second = anything] = parts;
  switch (operation) {
    case 'sum':
      return rangeOfSum(parts);
    case 'average':
      return around(parts);
    case 'min': {
      const { least, most } = around(parts);
      return { least, most: Math.min(most, ...sureOf(parts).map((one) => one.most)) };
    }
    case 'max': {
      const { least, most } = around(parts);
      return { least: Math.max(least, ...sureOf(parts).map((one) => one.least)), most };
    }
    case 'product':
      return parts.reduce<FigureRange>(product, { least: 1, most: 1 });
    case 'difference':
      return parts
        .slice(1)
        .reduce<FigureRange>(
          (left, { least, most }) => ({ least: left.least - most, most: left.most - least }),
          first,
        );
    case 'quotient':
      return quotient(first, second);
    case 'percent':
      return product(quotient(first, second), { least: 100, most: 100 });
    case 'rate':
      return product(product(first, second), { least: 0.01, most: 0.01 });
  }
}

/** The smallest range around all of them. */
export function around(ranges: readonly FigureRange[]): FigureRange {
  return {
    least: Math.min(...ranges.map((one) => one.least)),
    most: Math.max(...ranges.map((one) => one.most)),
  };
}

/** A rounded figure is at most one step away. */
export function rangeRounded({ least, most }: FigureRange, { to }: Rounding): FigureRange {
  const step = Number(to);
  return { least: Math.floor(least / step) * step, most: Math.ceil(most / step) * step };
}

function sureOf(parts: readonly PartRange[]): readonly PartRange[] {
  return parts.filter(({ isSure }) => isSure);
}

/** A part without a value is left out, but one of them has one. */
function rangeOfSum(parts: readonly PartRange[]): FigureRange {
  const [sure, others] = [sureOf(parts), parts.filter(({ isSure }) => !isSure)];
  const mayBeNone = sure.length > 0;
  const below = total(others.map(({ least, count }) => Math.min(0, scaled(least, count))));
  const above = total(others.map(({ most, count }) => Math.max(0, scaled(most, count))));
  const { least, most } = around(others);
  return {
    least: total(sure.map((one) => one.least)) + (mayBeNone || below < 0 ? below : least),
    most: total(sure.map((one) => one.most)) + (mayBeNone || above > 0 ? above : most),
  };
}

function total(values: readonly number[]): number {
  return values.reduce((sum, one) => sum + one, 0);
}

function product(one: FigureRange, other: FigureRange): FigureRange {
  const ends = [one.least, one.most].flatMap((end) => [scaled(end, other.least), scaled(end, other.most)]);
  return { least: Math.min(...ends), most: Math.max(...ends) };
}

/** Nothing is divided by zero: there is no figure then. */
function quotient(of: FigureRange, by: FigureRange): FigureRange {
  if (by.least < 0) return anything;
  return {
    least: shared(of.least, of.least < 0 ? by.least : by.most),
    most: shared(of.most, of.most < 0 ? by.most : by.least),
  };
}

/** Nothing without end is still nothing. */
function scaled(value: number, by: number): number {
  return value === 0 || by === 0 ? 0 : value * by;
}

function shared(value: number, by: number): number {
  return value === 0 ? 0 : value / by;
}
