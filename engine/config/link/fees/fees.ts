/** Links the files of fees/: tables, lines, instalments and late charges. */
import { createHash } from 'node:crypto';
import { roundModes, type FeeSchedule, type Rounding } from '../../../portal/model/fee.ts';
import { child, entries, isSaid, placeOf, text, type Cursor } from '../reading/cursor.ts';
import { linkMoney, written } from './fee-amounts.ts';
import { linkFeeLines } from './fee-lines.ts';
import { linkFeeTables } from './fee-tables.ts';
import { linkDue, linkInstalments, linkLate, linkPayments } from './fee-terms.ts';
import { report, reportUnknown, type LinkContext } from '../reading/link-context.ts';
import { certaintyOf } from '../checklists/papers.ts';

export function linkFees(linking: LinkContext): Record<string, FeeSchedule> {
  return Object.fromEntries(
    [...linking.names.fees].map(([name, root]) => [name, linkSchedule(name, root, linking)]),
  );
}

function linkSchedule(name: string, root: Cursor, linking: LinkContext): FeeSchedule {
  const of = linkType(child(root, 'of'), linking);
  const titles = entries(child(root, 'tags')).map(([tag, title]) => [tag, text(title) ?? tag] as const);
  const tables = {
    ...sharedTables(child(root, 'tablesOf'), linking),
    ...linkFeeTables(child(root, 'tables'), linking),
  };
  const tags = new Set(titles.map(([tag]) => tag));
  const place = { linking, of, tags, tables: new Set(Object.keys(tables)) };
  const lines = linkFeeLines(child(root, 'lines'), place);
  checkLate(root, linking);
  const terms = { linking, of, names: new Set([...tags, ...lines.map(({ id }) => id)]) };
  return {
    name,
    title: text(child(root, 'title')) ?? name,
    version: text(child(root, 'version')) ?? digestOf(root),
    of,
    round: linkRounding(child(root, 'round'), linking),
    tags: Object.fromEntries(titles),
    tables,
    lines,
    instalments: linkInstalments(child(root, 'instalments'), terms),
    due: isSaid(child(root, 'due')) ? linkDue(child(root, 'due'), terms) : null,
    late: linkLate(child(root, 'late'), terms),
    payments: linkPayments(child(root, 'payments'), terms),
    source: text(child(root, 'source')),
    certainty: certaintyOf(root),
    place: placeOf(root),
  };
}

/** Nothing is late that is due on no day. */
function checkLate(root: Cursor, linking: LinkContext): void {
  const isDue = ['instalments', 'due'].some((word) => isSaid(child(root, word)));
  if (isSaid(child(root, 'late')) && !isDue) report(linking, 'fee/never-late', child(root, 'late'), {});
}

/** The tables of another schedule: rates that several of them charge stand in one place. */
function sharedTables(at: Cursor, linking: LinkContext): FeeSchedule['tables'] {
  if (!isSaid(at)) return {};
  const name = text(at) ?? '';
  const { fees } = linking.names;
  const root = fees.get(name);
  if (root !== undefined) return linkFeeTables(child(root, 'tables'), linking);
  reportUnknown(linking, 'fee/unknown', at, { name, choices: fees.keys() });
  return {};
}

function linkType(at: Cursor, linking: LinkContext): string {
  const name = text(at) ?? '';
  const choices = linking.names.records;
  if (!choices.has(name))
    reportUnknown(linking, 'record/unknown-type', at, { name, choices: choices.keys() });
  return name;
}

function linkRounding(at: Cursor, linking: LinkContext): Rounding {
  const to = child(at, 'to');
  if (isSaid(to) && Number(written(to)) === 0) report(linking, 'fee/no-step', to, {});
  const mode = roundModes.find((one) => one === text(child(at, 'mode'))) ?? 'half up';
  return { to: isSaid(to) ? linkMoney(to, linking) : '0.01', mode };
}

/** Names what the file says, however it is laid out. */
function digestOf({ value }: Cursor): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 12);
}
