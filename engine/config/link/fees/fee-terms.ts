/** When the fees of a schedule are due: instalments, late charges, and the records that are payments. */
import type {
  DueDay,
  InstalmentDay,
  InstalmentRule,
  Interest,
  LateRule,
  PaymentRule,
} from '../../../portal/model/fee.ts';
import { always, linkOptional } from '../conditions/condition.ts';
import { child, entries, isMapping, isPresent, items, number, text, type Cursor } from '../input/cursor.ts';
import { linkDuration } from '../input/durations.ts';
import { linkPercent } from './fee-amounts.ts';
import { linkTags } from './fee-quantities.ts';
import { linkFieldPath } from '../conditions/field-path.ts';
import { report, type LinkContext, isKnown, countUse } from '../input/link-context.ts';
import { linkDay as linkDayOfYear } from '../names/day-names.ts';
import { checkDated } from '../conditions/subject-shape.ts';

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
  const field = (word: string) => {
    const said = child(at, word);
    return isPresent(said) ? linkFieldPath(said, context, { type: of }) : null;
  };
  const plans = entries(child(at, 'plans')).map(
    ([name, plan]) => [name, items(plan).map((day) => linkDay(day, place))] as const,
  );
  return {
    of: linkTags(child(at, 'of'), names, context),
    when: linkOptional(child(at, 'when'), context, { where: 'needs', type: of, absent: always }),
    by: field('by'),
    plans: Object.fromEntries(plans),
    year: field('year'),
    remainder: text(child(at, 'remainder')) === 'first' ? 'first' : 'last',
  };
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
  if (choices.includes(name)) countUse(context, 'fee/unknown-day', at, { name });
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
  const field = (word: string) => {
    const said = child(at, word);
    if (isPresent(said) && context.names.records.has(of)) linkFieldPath(said, context, { type: of });
    return text(said) ?? '';
  };
  const where = { where: 'access', type: of, isRelative: true, absent: always } as const;
  return {
    of,
    where: linkOptional(child(at, 'where'), context, where),
    amount: field('amount'),
    paidOn: field('paidOn'),
  };
}
