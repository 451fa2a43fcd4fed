/** The questions of a form, level by level: a level is the `properties` of one or several forms. */
import { onceForEach } from '../../../portal/values/once-for-each.ts';
import { child, type Cursor, entries, isPresent, text } from '../input/cursor.ts';
import type { Names } from '../input/link-context.ts';
import { fieldsOfTransitions } from './written-fields.ts';

/** The questions with this key. */
export function named(level: readonly Cursor[], key: string): readonly Cursor[] {
  if (indexed.has(level)) return indexOf(level).get(key) ?? [];
  return level.map((one) => child(one, key)).filter(isPresent);
}

/** A level in which many names are looked up: a type with many kinds has many mappings. */
export function indexedLevel(level: Cursor[]): Cursor[] {
  indexed.add(level);
  return level;
}

const indexed = new WeakSet<readonly Cursor[]>();

const indexOf = onceForEach((level: readonly Cursor[]): ReadonlyMap<string, readonly Cursor[]> => {
  const stated = level.flatMap(entries).filter(([, one]) => isPresent(one));
  const byKey = Map.groupBy(stated, ([key]) => key);
  return new Map([...byKey].map(([key, same]) => [key, same.map(([, one]) => one)]));
});

/** The level below a question: of a mapping, of the rows of a list, or of a referenced fragment. */
export function below(question: Cursor, context: { readonly names: Pick<Names, 'forms'> }): Cursor[] {
  const fragment = context.names.forms.get(text(child(question, '$ref')) ?? '');
  const rows = child(question, 'items');
  return [
    child(question, 'properties'),
    ...(isPresent(rows) ? below(rows, context) : []),
    ...(fragment === undefined ? [] : [child(fragment, 'properties')]),
  ].filter(isPresent);
}

/** The level of the answers that a record has: of its form, and of steps that save what they ask. */
export function levelOfRecord(
  { type, kind }: { readonly type: string | null; readonly kind: string | null },
  names: Names,
): Cursor[] {
  const [ofKind, ofType] = [names.kinds.get(kind ?? ''), names.records.get(type ?? '')];
  const own = ofKind && child(ofKind, 'form');
  const shared = ofType && names.forms.get(text(child(ofType, 'form')) ?? '');
  const form = own !== undefined && isPresent(own) ? own : shared;
  const asked = form === undefined ? [] : [child(form, 'properties')].filter(isPresent);
  return [...asked, ...(type === null ? [] : fieldsOfTransitions(type, names))];
}
