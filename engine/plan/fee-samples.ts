/** What the examples of the configuration pay before and after. */
import { assess } from '../portal/fees/assess.ts';
import type { AssessedLine } from '../portal/fees/assessment.ts';
import type { Portal } from '../portal/model/portal.ts';
import { blankRecord, contextAlone } from '../portal/model/record.ts';
import { valueShown } from '../portal/text/tell.ts';

export interface SampleChange {
  /** Name of the schedule. */
  readonly fees: string;
  /** The record type with the example, and its number from 1. */
  readonly sample: string;
  readonly before: string;
  readonly after: string;
  readonly lines: readonly { readonly title: string; readonly before: string; readonly after: string }[];
}

/** @param today ISO date on which they are assessed */
export function sampleChanges(before: Portal, after: Portal, today: string): readonly SampleChange[] {
  return Object.values(after.fees).flatMap(({ name, of }) => {
    if (!Object.hasOwn(before.fees, name) || before.fees[name]?.of !== of) return [];
    const examples = after.recordTypes[of]?.examples ?? [];
    return examples.flatMap((example, at): SampleChange[] => {
      const [was, is] = [before, after].map((portal) => totals(portal, { name, of, example, today }));
      if (was === undefined || is === undefined) return [];
      const ids = [...new Set([...was.lines.keys(), ...is.lines.keys()])];
      const lines = ids.flatMap((id) => {
        const [old, now] = [was.lines.get(id), is.lines.get(id)];
        const [amountBefore, amountAfter] = [old?.amount ?? '0.00', now?.amount ?? '0.00'];
        const line = now ?? old;
        return amountBefore === amountAfter || line === undefined
          ? []
          : [{ title: valueShown(after, line.title), before: amountBefore, after: amountAfter }];
      });
      if (lines.length === 0 && was.total === is.total) return [];
      return [{ fees: name, sample: `${of} ${at + 1}`, before: was.total, after: is.total, lines }];
    });
  });
}

interface Sample {
  readonly name: string;
  readonly of: string;
  readonly example: Readonly<Record<string, unknown>>;
  readonly today: string;
}

function totals(
  portal: Portal,
  { name, of, example, today }: Sample,
): { readonly total: string; readonly lines: ReadonlyMap<string, AssessedLine> } {
  const now = `${today}T00:00:00.000Z`;
  const record = blankRecord(of, { data: example, createdAt: now });
  const { total, lines } = assess(portal, name, contextAlone({ record, today, now }), { today });
  return { total, lines: new Map(lines.map((line) => [line.id, line])) };
}
