/** Links the files of reports/: what they count, grouped by what, over which period. */
import { usualMessages } from '../../../locales/usual.ts';
import type { ComposedText } from '../../../portal/language/translation.ts';
import {
  reportColumns,
  timeAggregates,
  type Report,
  type ReportGroup,
  type ReportMeasure,
} from '../../../portal/model/report.ts';
import { columnTitles } from '../conditions/columns.ts';
import { always, linkOptional } from '../conditions/condition.ts';
import {
  child,
  entries,
  isMapping,
  isPresent,
  items,
  oneOrMore,
  placeOf,
  text,
  texts,
  type Cursor,
} from '../input/cursor.ts';
import { checkSummed } from '../conditions/subject-shape.ts';
import { linkFieldPath, titleOfField } from '../conditions/field-path.ts';
import { reportUnknown, type LinkContext } from '../input/link-context.ts';
import { stateNames } from '../names/workflow-names.ts';

export function linkReports(context: LinkContext): Record<string, Report> {
  return Object.fromEntries(
    [...context.names.reports].map(([name, root]) => [name, linkReport(name, root, context)]),
  );
}

function linkReport(name: string, root: Cursor, context: LinkContext): Report {
  const of = linkType(child(root, 'of'), context);
  const period = child(root, 'period');
  const periodName = text(period) ?? 'created';
  if (!isColumn(periodName)) linkFieldPath(period, context, { type: of });
  return {
    name,
    title: text(child(root, 'title')) ?? name,
    help: text(child(root, 'help')),
    of,
    where: linkOptional(child(root, 'where'), context, { where: 'access', type: of, absent: always }),
    period: periodName,
    groupBy: oneOrMore(child(root, 'groupBy')).flatMap((one) => linkGroup(one, of, context)),
    measures: items(child(root, 'measure')).flatMap((one) => linkMeasure(one, of, context)),
    chart: text(child(root, 'chart')) === 'bar' ? 'bar' : null,
    opens: linkOpens(child(root, 'opens'), context),
    place: placeOf(root),
  };
}

function linkType(at: Cursor, context: LinkContext): string {
  const name = text(at) ?? '';
  const choices = context.names.records;
  if (!choices.has(name)) {
    reportUnknown(context, 'record/unknown-type', at, { name, choices: choices.keys() });
  }
  return name;
}

function linkGroup(at: Cursor, type: string, context: LinkContext): ReportGroup[] {
  const named = isMapping(at.value) ? child(at, 'field') : at;
  const name = text(named) ?? '';
  const said = isMapping(at.value) ? text(child(at, 'title')) : null;
  const each =
    (['day', 'month', 'quarter', 'year'] as const).find((one) => one === text(child(at, 'each'))) ?? null;
  const column = reportColumns.find((one) => one === name);
  if (column !== undefined) {
    return [{ title: said ?? columnTitles[column] ?? column, by: { column }, each }];
  }
  const field = linkFieldPath(named, context, { type });
  if (field === null) return [];
  return [{ title: said ?? titleOfField(name, type, context) ?? name, by: { field }, each }];
}

function linkMeasure(at: Cursor, type: string, context: LinkContext): ReportMeasure[] {
  const title = text(child(at, 'title'));
  const sum = child(at, 'sum');
  if (isPresent(sum)) {
    const of = linkFieldPath(sum, context, { type });
    if (of !== null) checkSummed(sum, of, context, { type });
    const usual = titleOfField(text(sum) ?? '', type, context) ?? usualMessages.sum.english;
    return of === null ? [] : [{ measure: 'sum', title: title ?? usual, of }];
  }
  if (!isPresent(child(at, 'time')))
    return [{ measure: 'count', title: title ?? usualMessages.count.english }];
  return linkTimes(at, type, context);
}

/** The title of a period by how it is aggregated. */
const patterns = {
  median: usualMessages.median.english,
  p90: usualMessages.p90.english,
  mean: usualMessages.mean.english,
  longest: usualMessages.longest.english,
} as const;

/** The units of time in a configuration. */
const units = {
  minutes: usualMessages.minutes.english,
  hours: usualMessages.hours.english,
  days: usualMessages.days.english,
  'working days': usualMessages.workingDays.english,
} as const;

function linkTimes(at: Cursor, type: string, context: LinkContext): ReportMeasure[] {
  const states = stateNames(type, context.names);
  for (const one of items(child(at, 'time'))) {
    const name = text(one) ?? '';
    if (!states.has(name)) reportUnknown(context, 'condition/unknown-state', one, { name, choices: states });
  }
  const [from = '', to = ''] = texts(child(at, 'time'));
  const names = ['minutes', 'hours', 'days', 'working days'] as const;
  const unit = names.find((one) => one === text(child(at, 'in'))) ?? 'days';
  const parts = {
    'measure.title': text(child(at, 'title')) ?? usualMessages.time.english,
    'unit.title': units[unit],
  };
  const wanted = texts(child(at, 'as'));
  const aggregates = timeAggregates.filter((one) => wanted.includes(one));
  return (aggregates.length === 0 ? (['median'] as const) : aggregates).map((as) => ({
    measure: 'time',
    title: composed(patterns[as], parts, context),
    from,
    to,
    in: unit,
    as,
  }));
}

/** Builds a title from a pattern and its parts, each of which is translated separately. */
function composed(pattern: string, parts: ComposedText['parts'], context: LinkContext): string {
  const title = pattern.replaceAll(/\{([^{}]*)\}/g, (brace, name: string) => parts[name] ?? brace);
  context.composed[title] = { pattern, parts };
  return title;
}

function linkOpens(at: Cursor, context: LinkContext): Report['opens'] {
  if (!isPresent(at)) return null;
  const [type = '', list = ''] = (text(at) ?? '').split('/');
  const record = context.names.records.get(type);
  if (record === undefined) {
    reportUnknown(context, 'record/unknown-type', at, { name: type, choices: context.names.records.keys() });
    return null;
  }
  const choices = entries(child(record, 'lists')).map(([name]) => name);
  if (choices.includes(list)) return { type, list };
  reportUnknown(context, 'route/unknown-list', at, { name: list, choices });
  return null;
}

function isColumn(name: string): boolean {
  return reportColumns.some((one) => one === name);
}
