/** Gives answers the present names of their questions and choices. */
import type { PortalRecord } from '../model/record.ts';
import { isMapping } from '../values/is-mapping.ts';

/** The lookup of a question, or of each entry of its list; null: its choices come from none. */
export function lookupOf(uiSchema: Readonly<Record<string, unknown>>): string | null {
  const { items } = uiSchema;
  const said = uiSchema['ui:lookup'] ?? (isMapping(items) ? items['ui:lookup'] : undefined);
  return typeof said === 'string' ? said : null;
}

export interface AnswerSuccessions {
  readonly questions: ReadonlyMap<string, string>;
  readonly choices: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

/** @returns the same answers if they have none of the earlier names */
export function succeedAnswers(
  data: PortalRecord['data'],
  { questions, choices }: AnswerSuccessions,
): PortalRecord['data'] {
  let next = data;
  for (const [from, to] of questions) {
    const keys = from.split('.');
    const key = to.split('.').at(-1) ?? to;
    next = changeAt(next, keys.slice(0, -1), (level) =>
      renameKeys(level, new Map([[keys.at(-1) ?? '', key]])),
    );
  }
  for (const [path, names] of choices) {
    const keys = path.split('.');
    const last = keys.at(-1) ?? '';
    next = changeAt(next, keys.slice(0, -1), (level) => {
      const value = renameValue(level[last], names);
      return value === level[last] ? level : { ...level, [last]: value };
    });
  }
  return next;
}

function renameValue(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return names.get(value) ?? value;
  if (!Array.isArray(value) || !value.some((one) => names.has(String(one)))) return value;
  return [...new Set(value.map((one) => renameValue(one, names)))];
}

export type AnswerLevel = Readonly<Record<string, unknown>>;

/** Changes each level at these keys: a mapping, or every row of a list. */
export function changeAt(
  level: AnswerLevel,
  [key, ...rest]: readonly string[],
  change: (level: AnswerLevel) => AnswerLevel,
): AnswerLevel {
  if (key === undefined) return change(level);
  const value = level[key];
  const next = Array.isArray(value)
    ? mapIfChanged(value, (row: unknown) => (isMapping(row) ? changeAt(row, rest, change) : row))
    : isMapping(value)
      ? changeAt(value, rest, change)
      : value;
  return next === value ? level : { ...level, [key]: next };
}

function mapIfChanged(all: readonly unknown[], change: (one: unknown) => unknown): readonly unknown[] {
  const next = all.map(change);
  return next.every((one, index) => one === all[index]) ? all : next;
}

/** @returns the same mapping if it has none of the earlier keys */
export function renameKeys<T>(
  all: Readonly<Record<string, T>>,
  names: ReadonlyMap<string, string> = new Map(),
): Readonly<Record<string, T>> {
  const keys = Object.keys(all);
  if (!keys.some((key) => names.has(key))) return all;
  // A value that stands under the later name already is newer.
  return Object.fromEntries([
    ...keys.filter((key) => names.has(key)).map((key) => [names.get(key), all[key]] as const),
    ...keys.filter((key) => !names.has(key)).map((key) => [key, all[key]] as const),
  ]) as Record<string, T>;
}
