/** What a condition may not ask of a relative: of a record above or below only its row and what stands above it are known. */
import type { ConditionPlace } from './condition-place.ts';
import {
  child,
  entries,
  isMapping,
  isSaid,
  items,
  oneOrMore,
  text,
  texts,
  type Cursor,
} from '../reading/cursor.ts';
import type { LinkContext } from '../reading/link-context.ts';

/** Words about what does not stand in the row of a record: its children, its history, its documents, who has read it. */
const besidesRow: ReadonlySet<string> = new Set([
  'children',
  'did',
  'document',
  'unseen',
  'checklist',
  'expired',
]);

/** Measures that count or pick among the records below. */
const counting: ReadonlySet<string> = new Set(['count', 'exists', 'latest', 'earliest']);

/** Would this word never hold where it stands, whatever is true of the record that it asks about? */
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
 * A fact counts the children of the record itself and of those above it. Of a relative nothing is counted, and a table
 * of cases is read from the row of whichever record declares it.
 */
function isFactUnknown(name: string, context: LinkContext, { type, isRelative }: ConditionPlace): boolean {
  if (isRelative === true) return needsMore(name, context, new Set());
  const declaring = typesOf(name, context);
  if (type === null || declaring.length === 0 || declaring.some(([one]) => one === type)) return false;
  return declaring.some(
    ([one, at]) => isSaid(child(at, 'cases')) && asksMore(at, { type: one, context, seen: new Set([name]) }),
  );
}

function needsMore(name: string, context: LinkContext, seen: ReadonlySet<string>): boolean {
  if (seen.has(name)) return false;
  const next = new Set([...seen, name]);
  return typesOf(name, context).some(([type, at]) => asksMore(at, { type, context, seen: next }));
}

function typesOf(name: string, { names }: LinkContext): [type: string, at: Cursor][] {
  return [...names.records].flatMap(([type, root]): [string, Cursor][] => {
    const at = child(child(root, 'derived'), name);
    return isSaid(at) ? [[type, at]] : [];
  });
}

interface RelativeCheck {
  readonly type: string;
  readonly context: LinkContext;
  /** Facts on the way here. */
  readonly seen: ReadonlySet<string>;
}

/** Does anything in this derived value, or in its conditions, ask for more than the row? */
function asksMore(at: Cursor, check: RelativeCheck): boolean {
  if (Array.isArray(at.value)) return items(at).some((one) => asksMore(one, check));
  if (!isMapping(at.value)) return false;
  return entries(at).some(([key, value]) => {
    if (key === 'fact') return needsMore(text(value) ?? '', check.context, check.seen);
    // As a comparison `exists` takes true or false, as a measure the name of a type.
    if (counting.has(key) && typeof value.value === 'string') return true;
    if (key === 'sum' && isOfChildren(value, check)) return true;
    return isBesidesRow(key, value) || asksMore(value, check);
  });
}

/** `receipt.amount`: over the records below. */
function isOfChildren(at: Cursor, { type, context }: RelativeCheck): boolean {
  const [of = '', ...rest] = (text(at) ?? '').split('.');
  const root = context.names.records.get(of);
  return rest.length > 0 && root !== undefined && texts(child(root, 'parent')).includes(type);
}
