/** `munisipyo routes`: lists every route with its guards, who may open it, and whether its screen is built. */
import { openingDepartments } from '../portal/routing/visitors.ts';
import type { Portal } from '../portal/model/portal.ts';
import { readArguments, refuse } from './arguments.ts';
import { readPortal } from './read-portal.ts';

export const usage = `Usage: munisipyo routes [--json]
       Lists every page, its guards and the departments that may open it; --json: as JSON.
`;

export async function routes(args: readonly string[]): Promise<number> {
  const words = readArguments(args, { json: { type: 'boolean' } });
  if (words === null || words.positionals.length > 0) return refuse(usage);
  const portal = await readPortal();
  if (portal === null) return 1;
  const rows = rowsOf(portal);
  process.stdout.write(words.values.json === true ? `${JSON.stringify(rows, null, 2)}\n` : toText(rows));
  return 0;
}

export interface RouteRow {
  readonly path: string;
  readonly aliases: readonly string[];
  readonly name: string;
  readonly title: string;
  readonly screen: string;
  readonly guards: readonly string[];
  /** Departments whose demonstration account may open it. */
  readonly departments: readonly string[];
  /** Every page is open. Programs read it. */
  readonly open: true;
}

export function rowsOf(portal: Portal): RouteRow[] {
  return portal.routes.map((route) => ({
    path: route.path,
    aliases: route.aliases,
    name: route.name,
    title: route.title,
    screen: route.screen,
    guards: route.guards,
    departments: openingDepartments(portal, route),
    open: true,
  }));
}

function toText(rows: readonly RouteRow[]): string {
  const cells = rows.map((row) => [
    row.path,
    row.name,
    row.screen,
    row.guards.join(' → '),
    spokenDepartments(row),
  ]);
  const table = [['PATH', 'NAME', 'SCREEN', 'GUARDS', 'OPENS FOR'], ...cells];
  const widths = [0, 1, 2, 3].map((at) =>
    table.reduce((width, line) => Math.max(width, line[at]?.length ?? 0), 0),
  );
  const lines = table.map((line) => line.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  '));
  return `${lines.map((line) => line.trimEnd()).join('\n')}\n`;
}

function spokenDepartments({ departments, guards }: RouteRow): string {
  if (departments.length === 0) return guards.length === 0 ? 'nobody' : 'signed out';
  return departments.join(', ');
}
