/** The signed-in user as the API answers: fixed facts, and each flag where the configuration's `as` puts it. */
import type { Value } from '../../portal/condition.ts';
import type { Portal } from '../../portal/portal.ts';
import type { Visitor } from '../../portal/visitor.ts';
import type { Account } from './accounts.ts';

type WireUser = { [key: string]: Value | WireUser };

/** Absent values are null, false or 0, never left out (specification, section 3). */
export function toUserRecord(portal: Portal, account: Account, visitor: Visitor): WireUser {
  const record: WireUser = {
    department: visitor.department,
    name: account.name,
    office: officeOf(portal, account, visitor),
    slug: account.slug,
    can: {},
  };
  const flags = portal.departments[visitor.department ?? '']?.flags ?? {};
  for (const [name, flag] of Object.entries(flags))
    place(record, flag.as.split('.'), visitor.flags[name] ?? null);
  return record;
}

/** The unit that the account belongs to, by its label; else its department's title. */
function officeOf(portal: Portal, { unit }: Account, { department }: Visitor): string | null {
  const own = portal.departments[department ?? ''];
  if (own === undefined) return null;
  const label =
    own.units === null ? null : portal.lookups[own.units]?.rows.find(({ value }) => value === unit)?.label;
  return label ?? own.title;
}

function place(record: WireUser, path: readonly string[], value: Value): void {
  const [key = '', ...rest] = path;
  if (rest.length === 0) {
    record[key] = value;
    return;
  }
  const inner = record[key];
  const below: WireUser =
    typeof inner === 'object' && inner !== null && !Array.isArray(inner) ? (inner as WireUser) : {};
  record[key] = below;
  place(below, rest, value);
}
