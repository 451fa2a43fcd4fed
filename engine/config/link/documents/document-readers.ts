/** Checks that the readers of a document may read each field that it shows. */
import { isDeepStrictEqual } from 'node:util';
import type { Condition } from '../../../portal/model/condition.ts';
import { onceForEach } from '../../../portal/values/once-for-each.ts';
import { always, linkOptional } from '../conditions/condition.ts';
import type { FieldMark } from '../../diagnostics/catalogue/document.ts';
import { child, type Cursor, isPresent, spanOf } from '../input/cursor.ts';
import { type LinkContext, type Names, report, quietly } from '../input/link-context.ts';
import { markOf } from '../records/personal-fields.ts';
import { isMarkedPersonal, type ShownField } from '../texts/text-paths.ts';

/** A text that everybody reads who checks the document. */
export interface PublicText {
  readonly at: Cursor;
  readonly isMasked: boolean;
  readonly fields: readonly ShownField[];
}

export interface LinkedSubject extends PublicText {
  readonly text: string;
}

interface Readers {
  /** Texts of the document with the fields that they show. */
  readonly shown: readonly { readonly at: Cursor; readonly fields: readonly ShownField[] }[];
  readonly everybody: readonly PublicText[];
  /** Who may open the document. */
  readonly read: Condition;
  readonly isPublic: boolean;
}

export function checkReaders({ shown, everybody, read, isPublic }: Readers, context: LinkContext): void {
  for (const { at, fields } of shown) {
    for (const field of fields) {
      const rule = ruleOf(field, context);
      if (isPublic && rule.isPersonal) reportPersonal(at, field, context);
      const readers = isPublic ? always : both(read, rule.record);
      if (!implies(readers, rule.read)) reportHidden(at, field, context);
    }
  }
  for (const text of everybody) checkPublicText(text, context);
}

/** Reports personal fields that are not masked, and fields that some readers may not see. */
function checkPublicText({ at, isMasked, fields }: PublicText, context: LinkContext): void {
  for (const field of fields) {
    const rule = ruleOf(field, context);
    if (rule.isPersonal && !isMasked) reportPersonal(at, field, context);
    if (!implies(always, rule.read)) reportHidden(at, field, context);
  }
}

function reportPersonal(at: Cursor, field: ShownField, context: LinkContext): void {
  const marked = field.isOfRow ? null : markOf(field.type, field.field, context);
  report(context, 'document/personal-in-public', at, { ...field, marked });
}

function reportHidden(at: Cursor, field: ShownField, context: LinkContext): void {
  const { type, field: name } = field;
  const root = context.names.records.get(type);
  const read = root === undefined ? null : child(child(child(root, 'fields'), name), 'read');
  const isRule = read !== null && isPresent(read);
  const marked: FieldMark | null = isRule ? { rule: 'read', field: name, type, place: spanOf(read) } : null;
  report(context, 'document/not-for-readers', at, { ...field, marked });
}

interface ReadRule {
  /** Who may read the field. */
  readonly read: Condition;
  /** Who may read its record. */
  readonly record: Condition;
  readonly isPersonal: boolean;
}

/** By type and field: documents show the same fields again and again. */
const rulesOf = onceForEach<Names, Map<string, ReadRule>>(() => new Map());

function ruleOf({ type, field, isPersonal, isOfRow }: ShownField, context: LinkContext): ReadRule {
  const root = context.names.records.get(type);
  if (root === undefined || isOfRow) return { read: always, record: always, isPersonal };
  const known = rulesOf(context.names);
  const own = `${type} ${field}`;
  const rule = known.get(own) ?? linkRule({ type, field, root }, context);
  known.set(own, rule);
  return isPersonal ? { ...rule, isPersonal } : rule;
}

interface FieldOfRecord extends Pick<ShownField, 'type' | 'field'> {
  readonly root: Cursor;
}

function linkRule({ type, field, root }: FieldOfRecord, context: LinkContext): ReadRule {
  const said = child(child(root, 'fields'), field);
  // Invalid conditions are already reported for the record type.
  const quiet = quietly(context);
  const conditionAt = (at: Cursor) => linkOptional(at, quiet, { where: 'access', type, absent: always });
  return {
    read: conditionAt(child(said, 'read')),
    record: conditionAt(child(child(root, 'access'), 'read')),
    isPersonal: isMarkedPersonal(child(said, 'personal')),
  };
}

function both(first: Condition, second: Condition): Condition {
  return { test: 'all', of: [first, second] };
}

/** True: `second` is true whenever `first` is. False: unknown. */
function implies(first: Condition, second: Condition): boolean {
  if (second.test === 'always' || isDeepStrictEqual(first, second)) return true;
  if (second.test === 'all') return second.of.every((part) => implies(first, part));
  if (first.test === 'any') return first.of.length > 0 && first.of.every((part) => implies(part, second));
  if (second.test === 'any' && second.of.some((part) => implies(first, part))) return true;
  return first.test === 'all' && first.of.some((part) => implies(part, second));
}
