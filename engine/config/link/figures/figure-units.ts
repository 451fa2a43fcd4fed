/** The units of figures: which can be added, multiplied and divided, and what comes out. */
import type { MoneyUnit, Unit } from '../../diagnostics/catalogue/figure.ts';
import type { FiguresOperation } from '../../../portal/model/form.ts';

/** The units that a figure may have: a number in the file has any of them. */
export type Units = readonly Unit[];

const usual: Units = ['number', 'money', 'days', 'percent'];

/** The units of a number in the file. @param others of the answers that it may be joined with */
export function anyUnit(others: Units): Units {
  return [...new Set([...usual, ...others])];
}

/** The unit of amounts. @param currency undefined: that of the portal */
export function unitOfMoney(currency: string | undefined): MoneyUnit {
  return currency === undefined ? 'money' : `money ${currency}`;
}

export function isMoney(unit: Unit): unit is MoneyUnit {
  return unit === 'money' || unit.startsWith('money ');
}

/** The units of the result; empty: these figures do not go together. */
export function unitsAfter(operation: FiguresOperation, parts: readonly Units[]): Units {
  const [first = [], ...others] = parts;
  return others.reduce((units, other) => {
    const results = units.flatMap((one) => other.map((two) => joined[operation](one, two)));
    return [...new Set(results)].filter((unit) => unit !== null);
  }, first);
}

type Join = (one: Unit, other: Unit) => Unit | null;

/** A question without a unit may count days. */
const added: Join = (one, other) => {
  if (one === other) return one;
  return [one, other].every((unit) => unit === 'number' || unit === 'days') ? 'days' : null;
};

const multiplied: Join = (one, other) => {
  const [unit, by] = one === 'number' || (one === 'days' && isMoney(other)) ? [other, one] : [one, other];
  if (unit === 'percent' || by === 'percent') return null;
  if (by === 'number') return unit;
  // So much for each day.
  return isMoney(unit) && by === 'days' ? unit : null;
};

const divided: Join = (one, other) => {
  if (one === other) return 'number';
  if (other === 'number') return one;
  return other === 'days' && (isMoney(one) || one === 'number') ? one : null;
};

const joined: Readonly<Record<FiguresOperation, Join>> = {
  sum: added,
  average: added,
  min: added,
  max: added,
  difference: added,
  product: multiplied,
  quotient: divided,
  percent: (part, whole) => (added(part, whole) === null ? null : 'percent'),
  rate: (percentage, whole) => (percentage === 'percent' ? whole : null),
};
