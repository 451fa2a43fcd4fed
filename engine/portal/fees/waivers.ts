/** Waives lines of an assessment, each with a line of its own that says why. */
import { assessmentMessages } from '../../locales/assessment.ts';
import { message } from '../../locales/message.ts';
import { toAmount, zero, money } from './amounts.ts';
import type { AssessedLine } from './assessment.ts';
import { linesOf } from './quantities.ts';

export interface Waiver {
  /** Tags and ids of lines. */
  readonly lines: readonly string[];
  readonly reason: string;
}

/** The lines, each followed by the line that waives it. What takes something off, or is not charged, is not waived. */
export function withWaivers(lines: readonly AssessedLine[], waivers: readonly Waiver[]): AssessedLine[] {
  return lines.flatMap((line) => {
    const waiver = waivers.find((one) => linesOf(one.lines, [line]).length > 0);
    const amount = toAmount(line.amount);
    if (waiver === undefined || !line.isCharged || amount.lte(zero)) return [line];
    const waived: AssessedLine = {
      ...line,
      id: `${line.id}/waived`,
      title: message(assessmentMessages.waived, { title: line.title }),
      rule: waiver.reason,
      base: null,
      rate: null,
      amount: money(zero.minus(amount)),
      isWaiver: true,
      source: null,
      certainty: null,
    };
    return [line, waived];
  });
}
