/** The fields that a derived value shows because it sums, joins, selects or copies them. */
import { child, entries, isMapping, isPresent, items, text, texts, type Cursor } from '../reading/cursor.ts';
import type { LinkContext } from '../reading/link-context.ts';

/** A path as written, in a record of this type. */
export interface DerivedSource {
  readonly type: string;
  readonly path: string;
}

/**
 * Lists the fields that a derived value shows. Conditions and counts show nothing of an answer.
 * @param at the derived value of a record of this type
 */
export function sourcesOfDerived(at: Cursor, type: string, context: LinkContext): DerivedSource[] {
  for (const measure of ['latest', 'earliest'] as const) {
    if (!isPresent(child(at, measure))) continue;
    const of = text(child(at, measure)) ?? '';
    return entries(child(at, 'give')).map(([key, said]) => ({ type: of, path: text(said) ?? key }));
  }
  if (isPresent(child(at, 'percent'))) {
    return [child(at, 'percent'), child(at, 'of')].flatMap((one) => sourcesOfDerived(one, type, context));
  }
  const results = [...items(child(at, 'cases')).map((one) => child(one, 'value')), child(at, 'else')];
  const less = child(at, 'less');
  const paths = [
    ...results.map((one) => (isMapping(one.value) ? child(one, 'field') : null)),
    child(at, 'union'),
    child(at, 'sum'),
    isMapping(less.value) ? child(less, 'sum') : less,
  ];
  return paths.flatMap((one) => (one === null ? [] : sourceAt(text(one), type, context)));
}

/** `receipt.amount` belongs to the children, if that type is below this one. */
function sourceAt(path: string | null, type: string, { names }: LinkContext): DerivedSource[] {
  if (path === null) return [];
  const [first = '', ...rest] = path.split('.');
  const root = names.records.get(first);
  const isChild = root !== undefined && rest.length > 0 && texts(child(root, 'parent')).includes(type);
  return [isChild ? { type: first, path: rest.join('.') } : { type, path }];
}
