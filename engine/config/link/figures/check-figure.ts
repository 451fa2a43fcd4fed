/** Checks that a figure can be computed, and that its unit, its decimals and its range fit its question. */
import type { Computation } from '../../../portal/model/form.ts';
import type { Cursor } from '../input/cursor.ts';
import { report } from '../input/link-context.ts';
import { type FigureNature, natureOfAnswer } from './answer-nature.ts';
import { type FigureSurroundings, natureOfFigure } from './figure-nature.ts';
import { isMoney, type Units } from './figure-units.ts';

/** @param name the path of the question that gets the figure */
export function checkFigure(
  at: Cursor,
  { name, computation }: { readonly name: string; readonly computation: Computation },
  scope: FigureSurroundings,
): void {
  const { context } = scope;
  const question = scope.questions.get(name);
  const own = question === undefined ? null : natureOfAnswer(question);
  if (own === null) {
    report(context, 'form/odd-sum', at, { name: ownKey(name), problem: 'is neither a number nor an amount' });
    return;
  }
  const nature = natureOfFigure(computation, at, scope);
  if (nature === null) return;
  if (!heldBy(own).some((unit) => nature.units.includes(unit))) {
    const [needs = 'number'] = own.units;
    const [is = 'number'] = nature.units;
    report(context, 'form/other-unit', at, { name: ownKey(name), is, needs });
  } else if (nature.decimals > own.decimals) {
    report(context, 'form/unrounded', at, { name: ownKey(name), decimals: own.decimals });
  } else reportRange(at, { name: ownKey(name), own, figure: nature }, scope);
}

function ownKey(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1);
}

/** A question without a unit may count days. */
function heldBy({ units }: FigureNature): Units {
  return units.includes('number') ? [...units, 'days'] : units;
}

/** Binary fractions at the ends of a range are off by less. */
const tolerance = 1e-6;

function reportRange(
  at: Cursor,
  { name, own, figure }: { readonly name: string; readonly own: FigureNature; readonly figure: FigureNature },
  { context }: FigureSurroundings,
): void {
  const { least, most } = figure.range;
  if (least > own.range.most + tolerance) {
    report(context, 'form/figure-outside', at, {
      name,
      is: `at least ${least}`,
      limit: `at most ${own.range.most}`,
    });
  } else if (most < own.range.least - tolerance) {
    report(context, 'form/figure-outside', at, {
      name,
      is: `at most ${most}`,
      limit: `at least ${own.range.least}`,
    });
  } else if (own.units.some(isMoney) && least < 0) report(context, 'form/below-zero', at, { name });
}
