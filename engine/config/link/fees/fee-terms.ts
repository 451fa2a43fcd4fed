/** When what a schedule comes to is paid: instalments, what being late costs, and which records are payments. */
import type {
  DueDay,
  InstalmentDay,
  InstalmentRule,
  Interest,
  LateRule,
  PaymentRule,
} from '../../../portal/model/fee.ts';
import { always, linkOptional } from '../conditions/condition.ts';
import { child, entries, isMapping, isSaid, items, number, text, type Cursor } from '../reading/cursor.ts';
import { linkDuration } from '../reading/durations.ts';
import { linkPercent } from './fee-amounts.ts';
import { linkTags } from './fee-quantities.ts';
import { linkFieldPath } from '../conditions/field-path.ts';
import { report, reportUnknown, type LinkContext } from '../reading/link-context.ts';
import { linkDay as linkDayOfYear } from '../names/day-names.ts';
import { checkDated } from '../conditions/subject-shape.ts';

export interface TermsPlace {
  readonly linking: LinkContext;
  /** Record type of the schedule. */
  readonly of: string;
  /** Its tags and the ids of its lines. */
  readonly names: ReadonlySet<string>;
}

export function linkInstalments(at: Cursor, place: TermsPlace): InstalmentRule | null {
  if (!isSaid(at)) return null;
  const { linking, of, names } = place;
  const field = (word: string) => {
    const said = child(at, word);
    return isSaid(said) ? linkFieldPath(said, linking, { type: of }) : null;
  };
  const plans = entries(child(at, 'plans')).map(
    ([name, plan]) => [name, items(plan).map((day) => linkDay(day, place))] as const,
  );
  return {
    of: linkTags(child(at, 'of'), names, linking),
    when: linkOptional(child(at, 'when'), linking, { where: 'needs', type: of, absent: always }),
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

/** `01-20`, the name of a day, or `{ field: F, plus: 21 days }`: without `field`, from the day on which the record was begun. */
export function linkDue(at: Cursor, { linking, of }: TermsPlace): DueDay {
  if (isMapping(at.value)) {
    const [field, plus] = [child(at, 'field'), child(at, 'plus')];
    const from = isSaid(field) ? linkFieldPath(field, linking, { type: of }) : null;
    if (from !== null) checkDated(field, from, linking, { type: of, code: 'fee/no-date' });
    return { from, plus: isSaid(plus) ? linkDuration(plus, linking) : null };
  }
  const name = text(at) ?? '';
  if (/^\d{2}-\d{2}$/.test(name)) return { day: linkDayOfYear(at, linking) };
  const { days } = linking.names;
  const choices = days === null ? [] : entries(child(days, 'named')).map(([key]) => key);
  if (!choices.includes(name)) report(linking, 'fee/unknown-day', at, { name, choices });
  return { named: name };
}

export function linkLate(at: Cursor, { linking, names }: TermsPlace): LateRule | null {
  if (!isSaid(at)) return null;
  return {
    of: linkTags(child(at, 'of'), names, linking),
    surcharge: linkPercent(child(at, 'surcharge'), linking),
    interest: linkInterest(child(at, 'interest'), linking),
    source: text(child(at, 'source')),
  };
}

function linkInterest(at: Cursor, linking: LinkContext): Interest | null {
  if (!isSaid(at)) return null;
  return {
    percent: linkPercent(child(at, 'percent'), linking),
    per: text(child(at, 'per')) === 'full month' ? 'full month' : 'month begun',
    cap: number(child(at, 'cap')),
    isOnSurcharge: text(child(at, 'base')) !== 'debt',
  };
}

export function linkPayments(at: Cursor, { linking }: TermsPlace): PaymentRule | null {
  if (!isSaid(at)) return null;
  const type = child(at, 'of');
  const of = text(type) ?? '';
  if (!linking.names.records.has(of)) {
    reportUnknown(linking, 'record/unknown-type', type, { name: of, choices: linking.names.records.keys() });
  }
  const field = (word: string) => {
    const said = child(at, word);
    if (isSaid(said) && linking.names.records.has(of)) linkFieldPath(said, linking, { type: of });
    return text(said) ?? '';
  };
  const where = { where: 'access', type: of, isRelative: true, absent: always } as const;
  return {
    of,
    where: linkOptional(child(at, 'where'), linking, where),
    amount: field('amount'),
    paidOn: field('paidOn'),
  };
}
