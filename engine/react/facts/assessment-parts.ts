/** An assessment as a page shows it: lines below their subtotals, and amounts in its currency. */
import { type AssessedLine, isAssessment, type SpokenAssessment } from '../../portal/fees/assessment.ts';
import type { PortalSlice } from '../../portal/wire/slice.ts';
import { formatValue, type Speech } from '../../portal/text/text-format.ts';
import { currencyIn } from '../../portal/values/currency.ts';
import { dictionary, locale } from '../language/text.ts';

export interface LineGroup {
  /** Null for lines outside every subtotal. */
  readonly title: string | null;
  readonly amount: string | null;
  readonly lines: readonly AssessedLine<string>[];
}

/** The subtotals in order with their lines, then the lines that are not charged or have no tag. */
export function groupLines({ subtotals, lines }: SpokenAssessment): readonly LineGroup[] {
  const counted = (line: AssessedLine<string>) =>
    subtotals.some(({ tag }) => line.isCharged && tag === line.tags[0]);
  const rest = lines.filter((line) => !counted(line));
  const groups = subtotals.map(({ tag, title, amount }) => ({
    title,
    amount,
    lines: lines.filter((line) => line.isCharged && line.tags[0] === tag),
  }));
  return rest.length === 0 ? groups : [...groups, { title: null, amount: null, lines: rest }];
}

/** The value that a record stores under `assessment`, if it is one. */
export function assessmentOf(data: Readonly<Record<string, unknown>>): SpokenAssessment | null {
  const { assessment } = data;
  return isAssessment<string>(assessment) ? assessment : null;
}

/** Formats amounts and days. */
export interface FeeFormat {
  readonly money: (amount: string) => string;
  readonly number: (digits: string) => string;
  readonly day: (iso: string) => string;
}

/** @param currency of the amounts; undefined: that of the portal */
export function wordingOf(
  { constants, timeZone }: Pick<PortalSlice, 'constants' | 'timeZone'>,
  currency: string | undefined,
): FeeFormat {
  const own = currencyIn(constants);
  const speech: Speech = {
    locale: locale(),
    timeZone,
    words: dictionary(),
    ...(own !== undefined && { currency: own }),
  };
  const say = (format: 'money' | 'number' | 'longDate') => (value: string) =>
    String(formatValue(value, { format, speech, label: () => null, currency }));
  return { money: say('money'), number: say('number'), day: say('longDate') };
}
