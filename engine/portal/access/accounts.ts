/** Decides where a visitor may add accounts, and which flags of an account they may change. */
import { holds } from '../conditions/evaluate.ts';
import type { RecordScope, Scope } from '../conditions/scope.ts';
import { blankRecord, contextAlone, type RecordContext } from '../model/record.ts';
import { localDate } from '../time/working-days.ts';
import { isNever, may } from './access.ts';

/** The record type of accounts. */
export const USER = 'user';

/** A department with the units in which a visitor may add accounts. */
export interface AccountPlace {
  readonly department: string;
  /** The values of its lookup. Null: without a unit. */
  readonly units: readonly (string | null)[];
}

/** The places where this visitor may add accounts, by the rule `create` of the accounts' record type. */
export function accountPlaces(scope: Scope): AccountPlace[] {
  return Object.keys(scope.portal.departments).flatMap((department) => {
    const units = unitsOf(scope, department).filter((unit) => mayAddAccount(scope, department, unit));
    return units.length === 0 ? [] : [{ department, units }];
  });
}

/** May this visitor add an account to this department and unit? */
export function mayAddAccount(scope: Scope, department: string, unit: string | null): boolean {
  if (!unitsOf(scope, department).includes(unit)) return false;
  return may({ ...scope, context: newAccount(scope, department, unit) }, 'create', USER);
}

/** An account that does not exist yet, for conditions. */
export function newAccount({ portal }: Scope, department: string, unit: string | null): RecordContext {
  const data = { department, ...(unit !== null && { unit }) };
  const record = blankRecord(USER, { office: department, unit, data });
  const now = new Date();
  return contextAlone({
    record,
    today: localDate(now.getTime(), portal.timeZone),
    now: now.toISOString(),
  });
}

/** The units that an account of this department can have now. */
function unitsOf({ portal }: Scope, department: string): (string | null)[] {
  const { units = null } = Object.hasOwn(portal.departments, department)
    ? (portal.departments[department] ?? {})
    : {};
  const rows = units === null ? [] : (portal.lookups[units]?.rows ?? []);
  return [null, ...rows.filter(({ retired }) => retired !== true).map(({ value }) => value)];
}

/** A flag that somebody grants. */
export interface GrantedFlag {
  readonly name: string;
  readonly title: string;
  readonly value: boolean;
  /** This visitor may change it. */
  readonly isOpen: boolean;
}

/**
 * The flags of the account in the scope that are true or false and that somebody may grant.
 * @param values by name; a flag that is left out has its default
 */
export function grantedFlags(scope: RecordScope, values: Readonly<Record<string, unknown>>): GrantedFlag[] {
  const { flags = {} } = scope.portal.departments[scope.context.record.office ?? ''] ?? {};
  return Object.entries(flags).flatMap(([name, flag]) =>
    typeof flag.default === 'boolean' && !isNever(flag.grantedBy)
      ? [
          {
            name,
            title: flag.title ?? name,
            value: (values[name] ?? flag.default) === true,
            isOpen: holds(flag.grantedBy, scope),
          },
        ]
      : [],
  );
}
