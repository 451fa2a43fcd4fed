/** Links the files of arrivals/: how many records people file on which day, for the simulation of queues. */
import type { ArrivalRow, Arrivals } from '../../../portal/model/calendar.ts';
import { mappingOf } from '../../../portal/values/is-mapping.ts';
import type { ParsedFile } from '../../source/source.ts';
import { checkQuestion } from '../workflows/effect-create.ts';
import { baseName } from '../input/files.ts';
import {
  child,
  entries,
  isPresent,
  items,
  number,
  placeOf,
  rootOf,
  text,
  type Cursor,
} from '../input/cursor.ts';
import { report, type LinkContext, isKnown } from '../input/link-context.ts';
import { linkDay } from '../names/day-names.ts';
import { countAnswers } from '../names/question-uses.ts';
import { propertiesOf } from '../conditions/field-path.ts';

export function linkArrivals(files: readonly ParsedFile[], context: LinkContext): Record<string, Arrivals> {
  return Object.fromEntries(files.map((file) => [baseName(file), linkProfile(file, context)]));
}

function linkProfile(file: ParsedFile, context: LinkContext): Arrivals {
  const root = rootOf(file);
  const name = baseName(file);
  const of = text(child(root, 'of')) ?? '';
  const record = context.names.records.get(of);
  isKnown(context, 'record/unknown-type', child(root, 'of'), { name: of, choices: context.names.records });
  const answers = child(root, 'answers');
  countAnswers(answers, propertiesOf(of, context), context);
  for (const [key, said] of entries(answers)) checkQuestion(said, key, record, context);
  const rows = items(child(root, 'arrivals')).map((one) => linkRow(one, context));
  return {
    name,
    title: text(child(root, 'title')) ?? name,
    of,
    answers: mappingOf(answers.value),
    until: linkEnd(child(root, 'until'), rows, context),
    hours: items(child(root, 'hours')).map((one) => ({
      hour: number(child(one, 'hour')) ?? 0,
      share: number(child(one, 'share')) ?? 0,
    })),
    rows,
    place: placeOf(root),
  };
}

function linkRow(at: Cursor, context: LinkContext): ArrivalRow {
  const from = linkDay(child(at, 'from'), context);
  const last = child(at, 'to');
  const to = isPresent(last) ? linkDay(last, context) : null;
  if (to !== null && to < from) report(context, 'arrivals/ends-before', last, { from, to });
  return { from, to, hour: number(child(at, 'hour')), count: number(child(at, 'count')) ?? 0 };
}

/** The simulation cannot end before the last arrivals. */
function linkEnd(at: Cursor, rows: readonly ArrivalRow[], context: LinkContext): string | null {
  if (!isPresent(at)) return null;
  const until = linkDay(at, context);
  const from =
    rows
      .map((row) => row.to ?? row.from)
      .toSorted()
      .at(-1) ?? '';
  if (until < from) report(context, 'arrivals/ends-before', at, { from, to: until });
  return until;
}
