/** Links the files of reports/: what they count, grouped by what, over which period. */
import { usualMessages } from '../../../locales/usual.ts';
import type { ComposedText } from '../../../portal/language/translation.ts';
import {
  reportColumns,
  reportLengths,
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
import { linkSummedPath } from '../conditions/subject-shape.ts';
import { linkFieldPath, titleOfField } from '../conditions/field-path.ts';
import { report, reportUnknown, type LinkContext, isKnown, countUse } from '../input/link-context.ts';
import { stateNames, transitionNames } from '../names/workflow-names.ts';

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
    ...linkNumbers(root, of, context),
    chart: (['bar', 'line'] as const).find((one) => one === text(child(root, 'chart'))) ?? null,
    opens: linkOpens(child(root, 'opens'), of, context),
    mail: linkMail(child(root, 'mail'), context),
    place: placeOf(root),
  };
}

function linkMail(at: Cursor, context: LinkContext): Report['mail'] {
  if (!isPresent(at)) return null;
  const choices = context.names.departments;
  const to = oneOrMore(child(at, 'to')).flatMap((one) => {
    const name = text(one) ?? '';
    return isKnown(context, 'department/unknown', one, { name, choices }) ? [name] : [];
  });
  const every = (['day', 'week', 'month'] as const).find((one) => one === text(child(at, 'every')));
  return { every: every ?? 'month', at: text(child(at, 'at')) ?? '07:00', to };
}

function linkNumbers(root: Cursor, of: string, context: LinkContext): Pick<Report, 'groupBy' | 'measures'> {
  const groupBy = oneOrMore(child(root, 'groupBy')).flatMap((one) => linkGroup(one, of, context));
  const given = items(child(root, 'measure'));
  const flow = given.find((one) => isPresent(child(one, 'flow')));
  const isOverTime = typeof groupBy[0]?.each === 'string';
  if (flow !== undefined && (given.length > 1 || !isOverTime))
    report(context, 'report/flow-not-alone', flow, {});
  return { groupBy, measures: given.flatMap((one) => linkMeasure(one, of, context)) };
}

function linkType(at: Cursor, context: LinkContext): string {
  const name = text(at) ?? '';
  const choices = context.names.records;
  isKnown(context, 'record/unknown-type', at, { name, choices });
  return name;
}

function linkGroup(at: Cursor, type: string, context: LinkContext): ReportGroup[] {
  const step = child(at, 'step');
  if (isPresent(step)) return linkSteps(step, type, { title: text(child(at, 'title')), context });
  const named = isMapping(at.value) ? child(at, 'field') : at;
  const name = text(named) ?? '';
  const said = isMapping(at.value) ? text(child(at, 'title')) : null;
  const each = reportLengths.find((one) => one === text(child(at, 'each'))) ?? null;
  const column = reportColumns.find((one) => one === name);
  if (column !== undefined) {
    return [{ title: said ?? columnTitles[column] ?? column, by: { column }, each }];
  }
  const field = linkFieldPath(named, context, { type });
  if (field === null) return [];
  return [{ title: said ?? titleOfField(name, type, context) ?? name, by: { field }, each }];
}

function linkSteps(
  at: Cursor,
  type: string,
  { title, context }: { readonly title: string | null; readonly context: LinkContext },
): ReportGroup[] {
  const choices = transitionNames(type, context.names);
  for (const one of oneOrMore(at)) {
    const name = text(one) ?? '';
    isKnown(context, 'condition/unknown-transition', one, { name, choices, of: type });
  }
  return [{ title: title ?? usualMessages.officer.english, by: { steps: texts(at) }, each: null }];
}

function linkMeasure(at: Cursor, type: string, context: LinkContext): ReportMeasure[] {
  const title = text(child(at, 'title'));
  const sum = child(at, 'sum');
  if (isPresent(sum)) {
    const of = linkSummedPath(sum, context, { type });
    const usual = titleOfField(text(sum) ?? '', type, context) ?? usualMessages.sum.english;
    return of === null ? [] : [{ measure: 'sum', title: title ?? usual, of }];
  }
  if (isPresent(child(at, 'clock'))) return linkClock(at, type, context);
  if (isPresent(child(at, 'flow'))) return linkFlow(child(at, 'flow'), type, context);
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

function linkClock(at: Cursor, type: string, context: LinkContext): ReportMeasure[] {
  const named = child(at, 'clock');
  const name = text(named) ?? '';
  const workflow = context.names.workflows.get(type);
  const clocks = workflow === undefined ? [] : entries(child(workflow, 'clocks'));
  const clock = clocks.find(([key]) => key === name)?.[1];
  if (clock === undefined) {
    reportUnknown(context, 'clock/unknown', named, { name, choices: clocks.map(([key]) => key) });
    return [];
  }
  countUse(context, 'clock', named, { name, of: type });
  const parts = { 'measure.title': text(child(at, 'title')) ?? text(child(clock, 'title')) ?? name };
  const stops = texts(child(clock, 'stops'));
  return (['met', 'missed', 'share'] as const).map((as) => ({
    measure: 'clock',
    title: composed(clockPatterns[as], parts, context),
    clock: name,
    stops,
    as,
  }));
}

const clockPatterns = {
  met: usualMessages.clockMet.english,
  missed: usualMessages.clockMissed.english,
  share: usualMessages.clockShare.english,
} as const;

function linkFlow(at: Cursor, type: string, context: LinkContext): ReportMeasure[] {
  const named = [child(at, 'arrives'), child(at, 'leaves')];
  for (const one of named.flatMap((names) => oneOrMore(names))) checkState(one, type, context);
  const [arrives = [], leaves = []] = named.map((names) => texts(names));
  const states = arrives.filter((state) => leaves.includes(state));
  if (states.length > 0) report(context, 'report/flow-both-ways', at, { states });
  return (['arrived', 'left', 'open'] as const).map((as) => ({
    measure: 'flow',
    title: flowTitles[as],
    arrives,
    leaves,
    as,
  }));
}

const flowTitles = {
  arrived: usualMessages.arrived.english,
  left: usualMessages.left.english,
  open: usualMessages.openAtEnd.english,
} as const;

function checkState(at: Cursor, type: string, context: LinkContext): void {
  const states = stateNames(type, context.names);
  const name = text(at) ?? '';
  isKnown(context, 'condition/unknown-state', at, { name, choices: states, of: type });
}

function linkTimes(at: Cursor, type: string, context: LinkContext): ReportMeasure[] {
  for (const one of items(child(at, 'time'))) checkState(one, type, context);
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

function linkOpens(at: Cursor, of: string, context: LinkContext): Report['opens'] {
  if (!isPresent(at)) return null;
  const [type = '', list = ''] = (text(at) ?? '').split('/');
  const record = context.names.records.get(type);
  if (record === undefined) {
    reportUnknown(context, 'record/unknown-type', at, { name: type, choices: context.names.records.keys() });
    return null;
  }
  countUse(context, 'type', at, { name: type });
  if (type !== of) report(context, 'report/opens-others', at, { type, of });
  const choices = entries(child(record, 'lists')).map(([name]) => name);
  return isKnown(context, 'route/unknown-list', at, { name: list, choices, of: type })
    ? { type, list }
    : null;
}

function isColumn(name: string): boolean {
  return reportColumns.some((one) => one === name);
}
