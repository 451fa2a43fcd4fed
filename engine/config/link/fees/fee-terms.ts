/** When the fees of a schedule are due: instalments, late charges, and the records that are payments. */
import type {
  DueDay,
  InstalmentDay,
  InstalmentRule,
  Interest,
  LateRule,
  PaymentRule,
} from '../../../portal/model/fee.ts';
import type { FieldPath } from '../../../portal/model/condition.ts';
import { always, linkOptional } from '../conditions/condition.ts';
import { child, entries, isMapping, isPresent, items, number, text, type Cursor } from '../input/cursor.ts';
import { linkDuration } from '../input/durations.ts';
import { linkPercent } from './fee-amounts.ts';
import { linkTags } from './fee-quantities.ts';
import { linkFieldPath } from '../conditions/field-path.ts';
import { report, type LinkContext, isKnown, countUse } from '../input/link-context.ts';
import { linkDay as linkDayOfYear } from '../names/day-names.ts';
import { valuesOfField } from '../conditions/possible-values.ts';
import { checkDated, linkSummedPath } from '../conditions/subject-shape.ts';

export interface TermsPlace {
  readonly context: LinkContext;
  /** Record type of the schedule. */
  readonly of: string;
  /** Its tags and the ids of its lines. */
  readonly names: ReadonlySet<string>;
}

export function linkInstalments(at: Cursor, place: TermsPlace): InstalmentRule | null {
  if (!isPresent(at)) return null;
  const { context, of, names } = place;
  const [by, year] = [child(at, 'by'), child(at, 'year')];
  const chosen = isPresent(by) ? linkFieldPath(by, context, { type: of }) : null;
  if (chosen !== null) checkPlans(child(at, 'plans'), chosen, place);
  const plans = entries(child(at, 'plans')).map(
    ([name, plan]) => [name, items(plan).map((day) => linkDay(day, place))] as const,
  );
  return {
    of: linkTags(child(at, 'of'), names, context),
    when: linkOptional(child(at, 'when'), context, { where: 'needs', type: of, absent: always }),
    by: chosen,
    plans: Object.fromEntries(plans),
    year: isPresent(year) ? linkSummedPath(year, context, { type: of }) : null,
    remainder: text(child(at, 'remainder')) === 'first' ? 'first' : 'last',
  };
}

/** A plan applies when its name is the answer. */
function checkPlans(at: Cursor, chosen: FieldPath, { context, of }: TermsPlace): void {
  const choices = valuesOfField(chosen, context, { type: of })?.map(String) ?? null;
  if (choices === null) return;
  const plans = entries(at);
  const unknown = plans.filter(([name]) => !choices.includes(name));
  // If no plan is an answer, `by` names the wrong question: that is one mistake.
  for (const [name, plan] of unknown.length === plans.length ? unknown.slice(0, 1) : unknown) {
    report(context, 'fee/unknown-plan', { ...plan, value: {} }, { name, choices });
  }
}

function linkDay(at: Cursor, place: TermsPlace): InstalmentDay {
  const isTitled = isMapping(at.value);
  return {
    title: isTitled ? text(child(at, 'title')) : null,
    due: linkDue(isTitled ? child(at, 'due') : at, place),
  };
}

/**
 * `01-20`, the name of a day, or `{ field: F, plus: 21 days }`; without `field` it counts from the day the record was
 * created.
 */
export function linkDue(at: Cursor, { context, of }: TermsPlace): DueDay {
  if (isMapping(at.value)) {
    const [field, plus] = [child(at, 'field'), child(at, 'plus')];
    const from = isPresent(field) ? linkFieldPath(field, context, { type: of }) : null;
    if (from !== null) checkDated(field, from, context, { type: of, code: 'fee/no-date' });
    return { from, plus: isPresent(plus) ? linkDuration(plus, context) : null };
  }
  const name = text(at) ?? '';
  if (/^\d{2}-\d{2}$/.test(name)) return { day: linkDayOfYear(at, context) };
  const { days } = context.names;
  const choices = days === null ? [] : entries(child(days, 'named')).map(([key]) => key);
  if (choices.includes(name)) countUse(context, 'day', at, { name });
  else report(context, 'fee/unknown-day', at, { name, choices });
  return { named: name };
}

export function linkLate(at: Cursor, { context, names }: TermsPlace): LateRule | null {
  if (!isPresent(at)) return null;
  return {
    of: linkTags(child(at, 'of'), names, context),
    surcharge: linkPercent(child(at, 'surcharge'), context),
    interest: linkInterest(child(at, 'interest'), context),
    source: text(child(at, 'source')),
  };
}

function linkInterest(at: Cursor, context: LinkContext): Interest | null {
  if (!isPresent(at)) return null;
  return {
    percent: linkPercent(child(at, 'percent'), context),
    per: text(child(at, 'per')) === 'full month' ? 'full month' : 'month begun',
    cap: number(child(at, 'cap')),
    isOnSurcharge: text(child(at, 'base')) !== 'debt',
  };
}

export function linkPayments(at: Cursor, { context }: TermsPlace): PaymentRule | null {
  if (!isPresent(at)) return null;
  const type = child(at, 'of');
  const of = text(type) ?? '';
  isKnown(context, 'record/unknown-type', type, { name: of, choices: context.names.records });
  const [amount, paidOn] = [child(at, 'amount'), child(at, 'paidOn')];
  if (context.names.records.has(of)) {
    if (isPresent(amount)) linkSummedPath(amount, context, { type: of });
    const day = isPresent(paidOn) ? linkFieldPath(paidOn, context, { type: of }) : null;
    if (day !== null) checkDated(paidOn, day, context, { type: of, code: 'fee/no-date' });
  }
  const where = { where: 'access', type: of, isRelative: true, absent: always } as const;
  return {
    of,
    where: linkOptional(child(at, 'where'), context, where),
    amount: text(amount) ?? '',
    paidOn: text(paidOn) ?? '',
  };
}
