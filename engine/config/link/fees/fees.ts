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

export function linkFees(context: LinkContext): Record<string, FeeSchedule> {
  return Object.fromEntries(
    [...context.names.fees].map(([name, root]) => [name, linkSchedule(name, root, context)]),
  );
}

function linkSchedule(name: string, root: Cursor, context: LinkContext): FeeSchedule {
  const of = linkType(child(root, 'of'), context);
  const titles = entries(child(root, 'tags')).map(([tag, title]) => [tag, text(title) ?? tag] as const);
  const tables = {
    ...sharedTables(child(root, 'tablesOf'), context),
    ...linkFeeTables(child(root, 'tables'), context),
  };
  const tags = new Set(titles.map(([tag]) => tag));
  const place = { context, of, tags, tables: new Set(Object.keys(tables)) };
  const lines = linkFeeLines(child(root, 'lines'), place);
  checkLate(root, context);
  const terms = { context, of, names: new Set([...tags, ...lines.map(({ id }) => id)]) };
  return {
    name,
    title: text(child(root, 'title')) ?? name,
    version: text(child(root, 'version')) ?? digestOf(root),
    of,
    round: linkRounding(child(root, 'round'), context),
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
function checkLate(root: Cursor, context: LinkContext): void {
  const isDue = ['instalments', 'due'].some((word) => isSaid(child(root, word)));
  if (isSaid(child(root, 'late')) && !isDue) report(context, 'fee/never-late', child(root, 'late'), {});
}

/** The tables of another schedule: rates that several of them charge stand in one place. */
function sharedTables(at: Cursor, context: LinkContext): FeeSchedule['tables'] {
  if (!isSaid(at)) return {};
  const name = text(at) ?? '';
  const { fees } = context.names;
  const root = fees.get(name);
  if (root !== undefined) return linkFeeTables(child(root, 'tables'), context);
  reportUnknown(context, 'fee/unknown', at, { name, choices: fees.keys() });
  return {};
}

function linkType(at: Cursor, context: LinkContext): string {
  const name = text(at) ?? '';
  const choices = context.names.records;
  if (!choices.has(name))
    reportUnknown(context, 'record/unknown-type', at, { name, choices: choices.keys() });
  return name;
}

function linkRounding(at: Cursor, context: LinkContext): Rounding {
  const to = child(at, 'to');
  if (isSaid(to) && Number(written(to)) === 0) report(context, 'fee/no-step', to, {});
  const mode = roundModes.find((one) => one === text(child(at, 'mode'))) ?? 'half up';
  return { to: isSaid(to) ? linkMoney(to, context) : '0.01', mode };
}

/** Names what the file says, however it is laid out. */
function digestOf({ value }: Cursor): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 12);
}
