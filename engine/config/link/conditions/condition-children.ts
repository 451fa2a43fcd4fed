/** The key `children`: a condition on child records, and how many must meet it. */
import type { Condition } from '../../../portal/model/condition.ts';
import type { ConditionPlace } from './condition-place.ts';
import type { RecordWord } from './condition-engine.ts';
import { child, isMapping, isPresent, number, text, type Cursor } from '../input/cursor.ts';
import { report, type LinkContext, isKnown } from '../input/link-context.ts';

const always: Condition = { test: 'always' };

export function linkChildren({ value, at, context, linkCondition }: RecordWord): Condition {
  const type = namedType(value, context);
  const inner: ConditionPlace = { where: 'access', type, isRelative: true };
  const part = (key: 'every' | 'any'): Condition | null => {
    const said = child(at, key);
    return isMapping(said.value) ? linkCondition(said, context, inner) : null;
  };
  const [every, any] = [part('every'), part('any')];
  const least = child(at, 'atLeast');
  const count = child(at, 'count');
  if (every === null && any === null && !isPresent(least) && !isPresent(count)) {
    report(context, 'condition/no-comparison', value, { name: `children: ${type}` });
  }
  if (every !== null && !isPresent(least) && !isPresent(count)) {
    report(context, 'condition/every-of-none', value, { name: type });
  }
  const quantified: Condition = {
    test: 'children',
    type,
    quantifier: { every, any, atLeast: number(least) ?? 0 },
  };
  if (!isPresent(count)) return quantified;
  const counted = countOf(count, (atLeast) => atLeastOf(type, any, atLeast));
  return every === null && !isPresent(least) ? counted : { test: 'all', of: [quantified, counted] };
}

function atLeastOf(type: string, any: Condition | null, atLeast: number): Condition {
  if (atLeast <= 0) return always;
  return { test: 'children', type, quantifier: { every: null, any, atLeast } };
}

/** Expresses every comparison with a number by one or two "at least". */
function countOf(at: Cursor, atLeast: (count: number) => Condition): Condition {
  const words = isMapping(at.value) ? at.value : { is: at.value };
  const below = (count: number): Condition => ({ test: 'not', of: atLeast(count) });
  const parts = Object.entries(words).flatMap(([word, said]): Condition[] => {
    const count = Number(said);
    switch (word) {
      case 'atLeast':
        return [atLeast(count)];
      case 'above':
        return [atLeast(count + 1)];
      case 'atMost':
        return [below(count + 1)];
      case 'below':
        return [below(count)];
      default:
        return [atLeast(count), below(count + 1)];
    }
  });
  const [only = always, ...more] = parts;
  return more.length === 0 ? only : { test: 'all', of: parts };
}

/** The named record type; reports an unknown name. */
export function namedType(at: Cursor, context: LinkContext): string {
  const name = text(at) ?? '';
  const { records } = context.names;
  isKnown(context, 'record/unknown-type', at, { name, choices: records });
  return name;
}
