/** Questions that are asked only after one another: none of them would ever be asked. */
import type { Condition, ConditionOf } from '../../portal/model/condition.ts';
import { createDiagnostic } from '../diagnostics/create-diagnostic.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { child, type Cursor } from '../link/reading/cursor.ts';
import type { RawCondition } from './form-compilation.ts';

/** One diagnostic for each circle, where its first question stands. */
export function circlesOfQuestions(root: Cursor, conditions: readonly RawCondition[]): Diagnostic[] {
  const asked = new Map(conditions.map((one) => [one.property, one]));
  const told = new Set<string>();
  return [...asked.keys()].flatMap((start) => {
    if (told.has(start)) return [];
    const circle = circleFrom(start, asked);
    if (circle === null) return [];
    for (const name of circle) told.add(name);
    const at = start.split('.').reduce<Cursor>((level, key) => child(child(level, 'properties'), key), root);
    return [
      createDiagnostic('form/circular-when', at.file.positions(at.pointer, 'key'), {
        circle: [...circle, start],
      }),
    ];
  });
}

function circleFrom(start: string, asked: ReadonlyMap<string, RawCondition>): string[] | null {
  const paths = [[start]];
  const seen = new Set<string>();
  for (const path of paths) {
    const last = path.at(-1) ?? start;
    for (const next of questionsIn(asked.get(last)?.when, last, asked)) {
      if (next === start) return path;
      if (!seen.has(next)) paths.push([...path, next]);
      seen.add(next);
    }
  }
  return null;
}

/** The questions with conditions that must be answered for this to hold; one of several is no must. */
function questionsIn(
  when: Condition | undefined,
  property: string,
  asked: ReadonlyMap<string, RawCondition>,
): string[] {
  if (when?.test === 'all') return when.of.flatMap((one) => questionsIn(one, property, asked));
  if (when?.test === 'any') {
    const [first = [], ...rest] = when.of.map((one) => questionsIn(one, property, asked));
    return first.filter((name) => rest.every((names) => names.includes(name)));
  }
  // What was not asked has no answer: `exists: false` and `not` hold then.
  if (when?.test !== 'compare' || when.subject.from !== 'field' || isForNone(when)) return [];
  const { ancestor, keys } = when.subject.path;
  if (ancestor !== null) return [];
  const beside = [...property.split('.').slice(0, -1), ...keys].join('.');
  return [beside, keys.join('.')].filter((name) => asked.has(name)).slice(0, 1);
}

function isForNone({ operator, operand }: ConditionOf<'compare'>): boolean {
  return operator === 'exists' && 'value' in operand && operand.value === false;
}
