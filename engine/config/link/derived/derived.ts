/** Links derived values: counts and sums over records, sums and unions over fields, tables of cases; and the fields that they show. */
import type { Cases, Operand } from '../../../portal/model/condition.ts';
import type { DerivedValue, RelatedRecords } from '../../../portal/model/record-type.ts';
import { amountsOfDerived } from '../conditions/joined-amounts.ts';
import { always, linkCondition, linkOptional } from '../conditions/condition.ts';
import { linkFieldPath, questionsNaming, referredBy } from '../conditions/field-path.ts';
import { linkOperand } from '../conditions/operand.ts';
import { linkSummedPath } from '../conditions/subject-shape.ts';
import { child, type Cursor, entries, isMapping, isPresent, items, text, texts } from '../input/cursor.ts';
import { countUse, isKnown, type LinkContext, report } from '../input/link-context.ts';

const nothing: Extract<DerivedValue, { measure: 'cases' }> = {
  measure: 'cases',
  cases: [],
  otherwise: { value: null },
};

/** @param type the record type that it belongs to; null for a department's */
export function linkDerived(at: Cursor, context: LinkContext, type: string | null): DerivedValue {
  const value = linkMeasure(at, context, type);
  context.amounts.push({ at, parts: amountsOfDerived(value, type) });
  return value;
}

function linkMeasure(at: Cursor, context: LinkContext, type: string | null): DerivedValue {
  for (const measure of ['count', 'exists'] as const) {
    if (isPresent(child(at, measure))) {
      return { measure, ...linkRelated(at, measure, context, type) };
    }
  }
  for (const measure of ['latest', 'earliest'] as const) {
    if (!isPresent(child(at, measure))) continue;
    const give = entries(child(at, 'give')).map(([key, said]) => [key, text(said) ?? key] as const);
    const by = text(child(at, 'by')) ?? 'created';
    return { measure, ...linkRelated(at, measure, context, type), by, give: Object.fromEntries(give) };
  }
  if (isPresent(child(at, 'percent'))) {
    const part = linkDerived(child(at, 'percent'), context, type);
    return { measure: 'percent', part, of: linkDerived(child(at, 'of'), context, type) };
  }
  if (isPresent(child(at, 'cases'))) return { measure: 'cases', ...linkCases(at, context, type) };
  return linkOverFields(at, context, type);
}

function linkOverFields(at: Cursor, context: LinkContext, type: string | null): DerivedValue {
  const place = { type };
  const union = child(at, 'union');
  if (isPresent(union)) {
    const of = linkFieldPath(union, context, place);
    return of === null ? nothing : { measure: 'union', of };
  }
  const sum = child(at, 'sum');
  if (!isPresent(sum)) return nothing;
  const taken = child(at, 'less');
  if (isMapping(taken.value) && !isPresent(child(taken, 'sum'))) {
    const whole = typeof sum.value === 'number' ? { value: sum.value } : linkSummedPath(sum, context, place);
    if (whole === null) return nothing;
    const of: DerivedValue =
      'value' in whole ? { ...nothing, otherwise: whole } : { measure: 'sum', of: whole, less: null };
    return { measure: 'less', of, less: linkDerived(taken, context, type) };
  }
  const subtracted = isMapping(taken.value) ? child(taken, 'sum') : taken;
  const total = linkTotal(sum, at, context, type);
  const less = isPresent(subtracted) ? linkTotal(subtracted, taken, context, type) : null;
  if (total === null && less === null && typeof sum.value !== 'number') {
    const of = linkSummedPath(sum, context, place);
    const off = isPresent(subtracted) ? linkSummedPath(subtracted, context, place) : null;
    return of === null ? nothing : { measure: 'sum', of, less: off };
  }
  const own = (path: Cursor): DerivedValue => {
    if (typeof path.value === 'number') return { ...nothing, otherwise: { value: path.value } };
    const of = linkSummedPath(path, context, place);
    return of === null ? nothing : { measure: 'sum', of, less: null };
  };
  if (!isPresent(subtracted)) return total ?? own(sum);
  return { measure: 'less', of: total ?? own(sum), less: less ?? own(subtracted) };
}

/** `receipt.amount`: over the children of that type. Null if the path names no such type. */
function linkTotal(path: Cursor, at: Cursor, context: LinkContext, type: string | null): DerivedValue | null {
  const [of = '', ...rest] = (text(path) ?? '').split('.');
  if (type === null || rest.length === 0 || !isRelated(of, at, type, context)) return null;
  countUse(context, 'type', path, { name: of });
  const field = linkSummedPath({ ...path, value: rest.join('.') }, context, { type: of });
  const where = { where: 'access', type: of, isRelative: true, absent: always } as const;
  if (field === null) return nothing;
  const through = linkThrough(at, context, { of, type });
  return { measure: 'total', of, where: linkOptional(child(at, 'where'), context, where), ...through, field };
}

/** The records of a type are below the record, or name it. */
function isRelated(of: string, at: Cursor, type: string, { names }: LinkContext): boolean {
  const root = names.records.get(of);
  return (
    root !== undefined && (isPresent(child(at, 'through')) || texts(child(root, 'parent')).includes(type))
  );
}

/** The question of `of` whose answer names the record; nothing if the records are below it. */
function linkThrough(
  at: Cursor,
  context: LinkContext,
  { of, type }: { readonly of: string; readonly type: string | null },
): Pick<RelatedRecords, 'through'> {
  const through = child(at, 'through');
  const name = text(through);
  if (name === null) return {};
  if (type !== null && referredBy(`${name}.state`, of, context)?.type === type)
    return { through: linkFieldPath(through, context, { type: of })?.keys ?? [] };
  const choices = type === null ? [] : questionsNaming(type, of, context);
  report(context, 'derived/names-nothing', through, { name, of, type, choices });
  return {};
}

/** Flags of a department count records of the account, which are not children. */
function linkRelated(at: Cursor, word: string, context: LinkContext, type: string | null) {
  const of = text(child(at, word)) ?? '';
  isKnown(context, 'record/unknown-type', child(at, word), { name: of, choices: context.names.records });
  const where = linkOptional(child(at, 'where'), context, {
    where: 'access',
    type: of,
    isRelative: type !== null,
    absent: always,
  });
  return { of, where, ...linkThrough(at, context, { of, type }) };
}

function linkCases(at: Cursor, context: LinkContext, type: string | null): Cases<Operand> {
  const place = { where: 'needs', type } as const;
  const otherwise = child(at, 'else');
  return {
    cases: items(child(at, 'cases')).map((one) => ({
      when: linkCondition(child(one, 'when'), context, place),
      value: linkOperand(child(one, 'value'), context, place),
    })),
    otherwise: isPresent(otherwise) ? linkOperand(otherwise, context, place) : { value: null },
  };
}

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
  return paths.flatMap((one) => (one === null ? [] : sourceAt(text(one), { at, type }, context)));
}

/** `receipt.amount` belongs to the receipts, if they are below the record or name it. */
function sourceAt(
  path: string | null,
  { at, type }: { readonly at: Cursor; readonly type: string },
  context: LinkContext,
): DerivedSource[] {
  if (path === null) return [];
  const [first = '', ...rest] = path.split('.');
  const isOfOthers = rest.length > 0 && isRelated(first, at, type, context);
  return [isOfOthers ? { type: first, path: rest.join('.') } : { type, path }];
}
