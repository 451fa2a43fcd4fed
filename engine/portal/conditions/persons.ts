/**
 * Whom a condition means by the visitor. A deputy does what the officer may do for whom they act, and is barred by what
 * bars either of the two: separation of duties holds for both.
 */
import type { ConditionOf } from '../model/condition.ts';
import type { Visitor } from '../model/department.ts';

/**
 * The persons of whom a test must be true for at least one.
 * @param isBar the test is inside an odd number of `not`
 */
export function personsOf(
  visitor: Visitor,
  isBar = false,
): readonly Pick<Visitor, 'account' | 'name' | 'username'>[] {
  const { actsFor } = visitor;
  if (actsFor === undefined) return [visitor];
  return isBar ? [actsFor, visitor] : [actsFor];
}

/** Ids of the accounts whose steps count: the one for which the visitor acts, then the deputy's; null: none. */
export function actorsOf({ account, actsFor }: Visitor): readonly [string | null, string | null] {
  return actsFor === undefined ? [account, null] : [actsFor.account, account];
}

/**
 * The scope; for a deputy and a comparison with the visitor's name, one for each person of whom it may be true.
 */
export function scopesOf<S extends { readonly visitor: Visitor; readonly isBar?: boolean }>(
  { operand }: ConditionOf<'compare'>,
  scope: S,
): readonly S[] {
  const { visitor, isBar } = scope;
  const isNamed = 'visitor' in operand && (operand.visitor === 'name' || operand.visitor === 'username');
  if (visitor.actsFor === undefined || !isNamed) return [scope];
  return personsOf(visitor, isBar).map(({ name, username }) => ({
    ...scope,
    visitor: { ...visitor, name, username },
  }));
}
