/** Links the figures of `compute`: the questions, numbers, constants and conditions that they are computed from. */
import type { Condition } from '../../../portal/model/condition.ts';
import {
  type Computation,
  type DateSpan,
  type Figure,
  gatheringOperations,
  spanOperations,
} from '../../../portal/model/form.ts';
import { isLive } from '../../../portal/forms/form-conditions.ts';
import { testsOf } from '../../../portal/conditions/possible.ts';
import { fractionOf } from '../../../portal/values/fraction.ts';
import { withoutExponent } from '../../../portal/values/decimal.ts';
import { roundModes, type Rounding } from '../../../portal/values/rounding.ts';
import {
  child,
  type Cursor,
  isMapping,
  isPresent,
  items,
  oneOrMore,
  text,
  written,
} from '../input/cursor.ts';
import { countUse, type LinkContext, report, reportUnknown } from '../input/link-context.ts';

/** Where a computation is written. */
export interface FigurePlace {
  readonly context: LinkContext;
  /** Links the `when` of a case. */
  readonly condition: (at: Cursor) => Condition;
  /** Counts or checks the name of a question. */
  readonly name: (at: Cursor, path: string) => void;
}

/** Operations whose figures are a list. */
const listOperations = [...gatheringOperations, 'product', 'difference', 'quotient'] as const;

/** @returns null if there is none */
export function linkComputation(at: Cursor, place: FigurePlace): Computation | null {
  if (!isPresent(at)) return null;
  const round = child(at, 'round');
  return { ...linkOperation(at, place), ...(isPresent(round) && { round: linkRounding(round, place) }) };
}

function linkOperation(at: Cursor, place: FigurePlace): Computation {
  const figures = (key: string) => oneOrMore(child(at, key)).map((one) => linkFigure(one, place));
  for (const operation of listOperations) {
    if (isPresent(child(at, operation))) return { [operation]: figures(operation) };
  }
  if (isPresent(child(at, 'percent'))) return { percent: [...figures('percent'), ...figures('of')] };
  if (isPresent(child(at, 'rate'))) return { rate: [...figures('rate'), ...figures('of')] };
  if (isPresent(child(at, 'count'))) return { count: linkName(child(at, 'count'), place) };
  const constant = child(at, 'constant');
  if (isPresent(constant)) return { sum: [linkConstant(constant, place.context)] };
  for (const unit of spanOperations) {
    const span = child(at, unit);
    if (isPresent(span)) return { [unit]: linkSpan(span, place) };
  }
  return linkCases(at, place);
}

function linkSpan(at: Cursor, place: FigurePlace): DateSpan {
  return { from: linkName(child(at, 'from'), place), to: linkName(child(at, 'to'), place) };
}

function linkCases(at: Cursor, place: FigurePlace): Computation {
  const value = (one: Cursor) => (isPresent(one) ? linkFigure(one, place) : null);
  return {
    cases: items(child(at, 'cases')).map((one) => {
      const when = place.condition(child(one, 'when'));
      if (isRestless(when)) report(place.context, 'form/restless-case', child(one, 'when'), {});
      return { when, value: value(child(one, 'value')) };
    }),
    otherwise: value(child(at, 'else')),
  };
}

/** Would the figure change while no answer does? */
function isRestless(when: Condition): boolean {
  return !isLive(when) || testsOf(when).some(isOfToday);
}

function isOfToday(test: Condition): boolean {
  return test.test === 'between' || (test.test === 'compare' && 'today' in test.operand);
}

function linkFigure(at: Cursor, place: FigurePlace): Figure {
  if (isMapping(at.value)) {
    const constant = child(at, 'constant');
    if (isPresent(constant)) return linkConstant(constant, place.context);
    if (isPresent(child(at, 'district'))) {
      report(place.context, 'form/odd-sum', at, { name: 'district', problem: 'is no figure' });
      return none;
    }
    return linkComputation(at, place) ?? none;
  }
  if (typeof at.value === 'string') return linkName(at, place);
  return linkNumber(at, written(at), place);
}

const none: Figure = { number: '0' };

function linkName(at: Cursor, place: FigurePlace): string {
  const path = text(at) ?? '';
  place.name(at, path);
  return path;
}

function linkNumber(at: Cursor, said: string, { context }: Pick<FigurePlace, 'context'>): Figure {
  const digits = withoutExponent(said);
  if (fractionOf(digits) !== null) return { number: digits };
  report(context, 'form/odd-sum', at, { name: digits, problem: 'is not a number with at most ten decimals' });
  return none;
}

function linkConstant(at: Cursor, context: LinkContext): Figure {
  const name = text(at) ?? '';
  const value = context.names.constants.get(name);
  if (value === undefined) {
    const choices = context.names.constants.keys();
    reportUnknown(context, 'condition/unknown-constant', at, { name, choices });
    return none;
  }
  countUse(context, 'constant', at, { name });
  return linkNumber(at, String(value), { context });
}

function linkRounding(at: Cursor, place: FigurePlace): Rounding {
  const mode = roundModes.find((one) => one === text(child(at, 'mode'))) ?? 'half up';
  const to = child(at, 'to');
  const unit = linkNumber(to, written(to), place);
  return { to: typeof unit !== 'string' && 'number' in unit ? unit.number : '0', mode };
}
