/**
 * Rejects conditions that cannot be evaluated for a parent or child, of which only the row and the records above are
 * known.
 */
import type { ConditionPlace } from './condition-place.ts';
import {
  child,
  entries,
  isMapping,
  isPresent,
  items,
  oneOrMore,
  text,
  texts,
  type Cursor,
} from '../input/cursor.ts';
import type { LinkContext } from '../input/link-context.ts';
import { derivedValueAt } from '../names/derived-values.ts';

/** Keys about data outside the row of a record: its children, history, documents and readers. */
const besidesRow: ReadonlySet<string> = new Set([
  'children',
  'did',
  'document',
  'unseen',
  'checklist',
  'place',
  'expired',
]);

/** Measures that count or select children. */
const counting: ReadonlySet<string> = new Set(['count', 'exists', 'latest', 'earliest']);

/** Returns true if the key can never be true at this place. */
export function isUnknownHere(
  key: string,
  value: Cursor,
  { context, place }: { readonly context: LinkContext; readonly place: ConditionPlace },
): boolean {
  if (key === 'fact') return isFactUnknown(text(value) ?? '', context, place);
  return place.isRelative === true && isBesidesRow(key, value);
}

function isBesidesRow(key: string, value: Cursor): boolean {
  return besidesRow.has(key) || (key === 'party' && oneOrMore(value).some((role) => role.value !== 'owner'));
}

/**
 * A fact can count the children of the record and of the records above it. A parent or child has no counts, and a
 * table of cases is evaluated on the row of the record that declares it.
 */
function isFactUnknown(name: string, context: LinkContext, { type, isRelative }: ConditionPlace): boolean {
  if (isRelative === true) return needsMore(name, context, new Set());
  const declaring = typesOf(name, context);
  if (type === null || declaring.length === 0 || declaring.some(([one]) => one === type)) return false;
  return declaring.some(
    ([one, at]) =>
      isPresent(child(at, 'cases')) && asksMore(at, { type: one, context, seen: new Set([name]) }),
  );
}

function needsMore(name: string, context: LinkContext, seen: ReadonlySet<string>): boolean {
  if (seen.has(name)) return false;
  const next = new Set([...seen, name]);
  return typesOf(name, context).some(([type, at]) => asksMore(at, { type, context, seen: next }));
}

function typesOf(name: string, { names }: LinkContext): [type: string, at: Cursor][] {
  return [...names.records].flatMap(([type, root]): [string, Cursor][] => {
    const at = derivedValueAt(root, name);
    return isPresent(at) ? [[type, at]] : [];
  });
}

interface RelativeCheck {
  readonly type: string;
  readonly context: LinkContext;
  /** Facts that are being followed. */
  readonly seen: ReadonlySet<string>;
}

/** Returns true if this derived value or its conditions need more than the row. */
function asksMore(at: Cursor, check: RelativeCheck): boolean {
  if (Array.isArray(at.value)) return items(at).some((one) => asksMore(one, check));
  if (!isMapping(at.value)) return false;
  return entries(at).some(([key, value]) => {
    if (key === 'fact') return needsMore(text(value) ?? '', check.context, check.seen);
    // In a comparison `exists` has a boolean value; as a measure it has the name of a type.
    if (counting.has(key) && typeof value.value === 'string') return true;
    if (key === 'sum' && isOfChildren(value, check)) return true;
    return isBesidesRow(key, value) || asksMore(value, check);
  });
}

/** Returns true for a path such as `receipt.amount`, which sums over children. */
function isOfChildren(at: Cursor, { type, context }: RelativeCheck): boolean {
  const [of = '', ...rest] = (text(at) ?? '').split('.');
  const root = context.names.records.get(of);
  return rest.length > 0 && root !== undefined && texts(child(root, 'parent')).includes(type);
}
