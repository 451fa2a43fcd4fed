/** Links the files of reports/: what is counted, divided by what, over which time. */
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
  isSaid,
  items,
  oneOrMore,
  placeOf,
  text,
  texts,
  type Cursor,
} from '../reading/cursor.ts';
import { checkSummed } from '../conditions/subject-shape.ts';
import { linkFieldPath, titleOfField } from '../conditions/field-path.ts';
import { reportUnknown, type LinkContext } from '../reading/link-context.ts';
import { stateNames } from '../names/workflow-names.ts';

export function linkReports(linking: LinkContext): Record<string, Report> {
  return Object.fromEntries(
    [...linking.names.reports].map(([name, root]) => [name, linkReport(name, root, linking)]),
  );
}

function linkReport(name: string, root: Cursor, linking: LinkContext): Report {
  const of = linkType(child(root, 'of'), linking);
  const period = child(root, 'period');
  const periodName = text(period) ?? 'created';
  if (!isColumn(periodName)) linkFieldPath(period, linking, { type: of });
  return {
    name,
    title: text(child(root, 'title')) ?? name,
    help: text(child(root, 'help')),
    of,
    where: linkOptional(child(root, 'where'), linking, { where: 'access', type: of, absent: always }),
    period: periodName,
    groupBy: oneOrMore(child(root, 'groupBy')).flatMap((one) => linkGroup(one, of, linking)),
    measures: items(child(root, 'measure')).flatMap((one) => linkMeasure(one, of, linking)),
    chart: text(child(root, 'chart')) === 'bar' ? 'bar' : null,
    opens: linkOpens(child(root, 'opens'), linking),
    place: placeOf(root),
  };
}

function linkType(at: Cursor, linking: LinkContext): string {
  const name = text(at) ?? '';
  const choices = linking.names.records;
  if (!choices.has(name)) {
    reportUnknown(linking, 'record/unknown-type', at, { name, choices: choices.keys() });
  }
  return name;
}

function linkGroup(at: Cursor, type: string, linking: LinkContext): ReportGroup[] {
  const named = isMapping(at.value) ? child(at, 'field') : at;
  const name = text(named) ?? '';
  const said = isMapping(at.value) ? text(child(at, 'title')) : null;
  const each =
    (['day', 'month', 'quarter', 'year'] as const).find((one) => one === text(child(at, 'each'))) ?? null;
  const column = reportColumns.find((one) => one === name);
  if (column !== undefined) {
    return [{ title: said ?? columnTitles[column] ?? column, by: { column }, each }];
  }
  const field = linkFieldPath(named, linking, { type });
  if (field === null) return [];
  return [{ title: said ?? titleOfField(name, type, linking) ?? name, by: { field }, each }];
}

function linkMeasure(at: Cursor, type: string, linking: LinkContext): ReportMeasure[] {
  const title = text(child(at, 'title'));
  const sum = child(at, 'sum');
  if (isSaid(sum)) {
    const of = linkFieldPath(sum, linking, { type });
    if (of !== null) checkSummed(sum, of, linking, { type });
    const usual = titleOfField(text(sum) ?? '', type, linking) ?? 'Sum';
    return of === null ? [] : [{ measure: 'sum', title: title ?? usual, of }];
  }
  if (!isSaid(child(at, 'time'))) return [{ measure: 'count', title: title ?? 'Number' }];
  return linkTimes(at, type, linking);
}

const spoken = { median: 'median', p90: '9 of 10 within', mean: 'mean', longest: 'longest' } as const;

function linkTimes(at: Cursor, type: string, linking: LinkContext): ReportMeasure[] {
  const states = stateNames(type, linking.names);
  for (const one of items(child(at, 'time'))) {
    const name = text(one) ?? '';
    if (!states.has(name)) reportUnknown(linking, 'condition/unknown-state', one, { name, choices: states });
  }
  const [from = '', to = ''] = texts(child(at, 'time'));
  const units = ['minutes', 'hours', 'days', 'working days'] as const;
  const unit = units.find((one) => one === text(child(at, 'in'))) ?? 'days';
  const wanted = texts(child(at, 'as'));
  const aggregates = timeAggregates.filter((one) => wanted.includes(one));
  return (aggregates.length === 0 ? (['median'] as const) : aggregates).map((as) => ({
    measure: 'time',
    title: `${text(child(at, 'title')) ?? 'Time'}, ${spoken[as]} (${unit})`,
    from,
    to,
    in: unit,
    as,
  }));
}

function linkOpens(at: Cursor, linking: LinkContext): Report['opens'] {
  if (!isSaid(at)) return null;
  const [type = '', list = ''] = (text(at) ?? '').split('/');
  const record = linking.names.records.get(type);
  if (record === undefined) {
    reportUnknown(linking, 'record/unknown-type', at, { name: type, choices: linking.names.records.keys() });
    return null;
  }
  const choices = entries(child(record, 'lists')).map(([name]) => name);
  if (choices.includes(list)) return { type, list };
  reportUnknown(linking, 'route/unknown-list', at, { name: list, choices });
  return null;
}

function isColumn(name: string): boolean {
  return reportColumns.some((one) => one === name);
}
