/** The numbers of a report as bars or lines. The table beside it says the same to readers who do not see it. */
import { BarChart, LineChart } from '@mantine/charts';
import '@mantine/charts/styles.layer.css';
import '@mantine/core/styles/ColorSwatch.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import type { ReportValue, WireReport } from '../../contract/reports.ts';
import { periodsBetween } from './periods.ts';
import styles from './report.module.css';

interface ReportChartProps {
  readonly report: WireReport;
  /** The text of a group of a row. */
  readonly sayGroup: (row: WireReport['rows'][number], index: number) => string;
  readonly sayValue: (value: ReportValue, measure: number) => string;
}

/** Pixels; `report.module.css` keeps the place. */
const height = 280;

/**
 * Dark enough on white, light enough on black, and different in brightness. Neither green nor red, which mean good and
 * bad everywhere else: the bar of what was rejected must not be green.
 */
const colors = [
  'blue.7',
  'orange.6',
  'grape.6',
  'cyan.6',
  'gray.6',
  'pink.4',
  'violet.8',
  'yellow.6',
] as const;

type ChartRow = Record<string, string | number>;

export function ReportChart({ report, sayGroup, sayValue }: ReportChartProps) {
  const { rows, series, isAdded } = chartOf(report, sayGroup);
  const longest = Math.max(0, ...rows.map((row) => String(row[label]).length));
  const shared = {
    data: rows,
    dataKey: label,
    series: series.map((one, index) => ({ ...one, color: colors[index % colors.length] ?? 'gray.6' })),
    withLegend: series.length > 1,
    // In the order of the series.
    legendProps: { itemSorter: null },
    accessibilityLayer: false,
    valueFormatter: (value: number) => sayValue(value, 0),
  };
  // Half a record is nothing.
  const allowDecimals = ['sum', 'time'].includes(report.measures[0]?.measure ?? '');
  const upright = {
    ...shared,
    h: height,
    xAxisProps: { padding: { left: 32, right: 32 } },
    yAxisProps: { width: axisWidth(rows, sayValue), allowDecimals },
  };
  const bars = {
    type: isAdded ? ('stacked' as const) : ('default' as const),
    barChartProps: { accessibilityLayer: false },
  };
  // Names stand below each other, so that each has room. Periods go from left to right.
  const isOfNames = report.groups[0]?.each === null;
  return (
    <div className={styles.chart} aria-hidden="true">
      {report.chart === 'line' ? (
        <LineChart {...upright} curveType="linear" lineChartProps={{ accessibilityLayer: false }} />
      ) : isOfNames ? (
        <BarChart
          {...shared}
          {...bars}
          orientation="vertical"
          h={Math.max(height, rows.length * rowHeight + besideRows)}
          maxBarWidth={24}
          xAxisProps={{ allowDecimals }}
          yAxisProps={{ width: Math.min(widestName, longest * axisLetter + axisGap), interval: 0 }}
        />
      ) : (
        <BarChart {...upright} {...bars} maxBarWidth={64} />
      )}
    </div>
  );
}

/** Pixels of a letter of the axis, and of the gap beside it. */
const axisLetter = 7.4;
const axisGap = 20;

/** Pixels of a name beside its bar: a longer one takes several lines. */
const widestName = 150;

const rowHeight = 48;

/** Pixels of the legend and the axis. */
const besideRows = 80;

/** An amount is longer than a number of records, and the axis may end at a longer one than the largest. */
function axisWidth(rows: readonly ChartRow[], sayValue: ReportChartProps['sayValue']): number {
  const largest = rows.map((row) =>
    Object.values(row).reduce<number>((sum, value) => sum + (typeof value === 'number' ? value : 0), 0),
  );
  return Math.max(60, sayValue(Math.max(0, ...largest), 0).length * axisLetter + axisGap);
}

/** The key of a row's name. No series has it. */
const label = 'label';

/** Each value of the second group is a series. Without a second group, each measure of the first one's kind is. */
function chartOf(
  { groups, measures, rows }: WireReport,
  sayGroup: ReportChartProps['sayGroup'],
): {
  readonly rows: ChartRow[];
  readonly series: readonly { readonly name: string; readonly label: string }[];
  readonly isAdded: boolean;
} {
  const [first] = measures;
  const names = axisOf({ groups, rows }).map((row) => sayGroup(row, 0));
  const found = new Map<string, ChartRow>(names.map((name) => [name, { [label]: name }]));
  const series = new Map<string, string>();
  for (const row of rows) {
    const name = sayGroup(row, 0);
    const drawn = found.get(name) ?? { [label]: name };
    found.set(name, drawn);
    if (groups.length > 1) {
      const part = sayGroup(row, 1);
      series.set(`s-${part}`, part);
      drawn[`s-${part}`] = Number(drawn[`s-${part}`] ?? 0) + Number(row.values[0] ?? 0);
      continue;
    }
    for (const [index, { title, measure, type }] of measures.entries()) {
      if (measure !== first?.measure || type !== first.type) continue;
      series.set(`m-${index}`, title);
      const value = row.values[index];
      if (value !== null && value !== undefined) drawn[`m-${index}`] = Number(value);
    }
  }
  // Where nothing was counted, the number is 0. Where nothing was measured, there is none.
  const isCounted = first?.measure === 'count' || first?.measure === 'sum';
  const empty = isCounted ? Object.fromEntries(Array.from(series.keys(), (key) => [key, 0])) : {};
  return {
    rows: Array.from(found.values(), (row) => ({ ...empty, ...row })),
    series: Array.from(series, ([name, title]) => ({ name, label: title })),
    isAdded: groups.length > 1 ? first?.measure !== 'time' : first?.measure === 'clock',
  };
}

/** A row for each period between the first and the last; none for groups that are no periods. */
function axisOf({ groups: [group], rows }: Pick<WireReport, 'groups' | 'rows'>): WireReport['rows'] {
  const named = rows.flatMap(({ groups: [first] }) => first?.value ?? []);
  const [from, to] = [named[0], named.at(-1)];
  if (group === undefined || group.each === null || from === undefined || to === undefined) return [];
  return periodsBetween(from, to, group.each).map((value) => ({
    groups: [{ value, label: value }],
    values: [],
  }));
}
