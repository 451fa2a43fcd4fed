/** What the examples of the configuration pay before and after. */
import { isDeepStrictEqual } from 'node:util';
import { assess } from '../portal/fees/assess.ts';
import type { AssessedLine } from '../portal/fees/assessment.ts';
import type { Portal } from '../portal/model/portal.ts';
import { blankRecord, contextAlone } from '../portal/model/record.ts';
import { presentAnswers } from '../portal/succession/succeed-record.ts';
import { partsOfName } from '../portal/succession/names-in.ts';
import { renamedNames } from './subjects/renamed-subjects.ts';
import type { SubjectKind } from './subjects/subjects.ts';
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
  const laterName = (kind: SubjectKind, name: string) => renamedNames(before, after, kind).get(name) ?? name;
  return Object.values(after.fees).flatMap(({ name, of }) => {
    const earlier = Object.values(before.fees).find((one) => laterName('fees', one.name) === name);
    if (earlier === undefined || laterName('record type', earlier.of) !== of) return [];
    const examples = after.recordTypes[of]?.examples ?? [];
    return examples.flatMap((example, at): SampleChange[] => {
      const earlierSample = { name: earlier.name, of: earlier.of, today };
      const was = totals(
        before,
        { ...earlierSample, example: earlierExample(before, after, { of, earlierOf: earlier.of, at }) },
        (id) => partsOfName(laterName('fee line', `${earlier.name}: ${id}`)).part,
      );
      const is = totals(after, { name, of, example, today });
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

/** As the earlier configuration has it, if the two differ by names alone; otherwise as the later one has it. */
function earlierExample(
  before: Portal,
  after: Portal,
  { of, earlierOf, at }: { readonly of: string; readonly earlierOf: string; readonly at: number },
): Sample['example'] {
  const example = after.recordTypes[of]?.examples[at] ?? {};
  const earlier = before.recordTypes[earlierOf]?.examples[at];
  const isSame =
    earlier !== undefined &&
    isDeepStrictEqual(presentAnswers(after, { type: of, kind: null }, earlier), example);
  return isSame ? earlier : example;
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
  laterId: (id: string) => string = (id) => id,
): { readonly total: string; readonly lines: ReadonlyMap<string, AssessedLine> } {
  const now = `${today}T00:00:00.000Z`;
  const record = blankRecord(of, { data: example, createdAt: now });
  const { total, lines } = assess(portal, name, contextAlone({ record, today, now }), { today });
  return { total, lines: new Map(lines.map((line) => [laterId(line.id), line])) };
}
