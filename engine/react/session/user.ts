/** The user record of the API, and the browser's session computed from it. */
import type { UserRecord, WireDeputyChoice, WireOnlooker } from '../../contract/sessions.ts';
import type { Value } from '../../portal/model/condition.ts';
import type { Decidable } from '../../portal/model/portal.ts';
import { signedOut, type Visitor } from '../../portal/model/department.ts';

export interface UserSession {
  readonly token: string | null;
  readonly department: string;
  readonly name: string;
  readonly slug: string;
  /** Under whose name this device keeps what is typed and not sent: never as the person whom somebody else sees. */
  readonly keeper: string;
  readonly office: string;
  readonly unreadMessages: number;
  /** The departments and units in which the person works. */
  readonly memberships: readonly UserRecord['memberships'][number][];
  /** The delegation under which the session acts; null: for oneself. */
  readonly actsFor: string | null;
  readonly deputyOf: readonly WireDeputyChoice[];
  /** Who sees the portal as this user; null: the session is the user’s own. */
  readonly seenBy: WireOnlooker | null;
  /** Renames permissions: `can_x` in the API is `can.x` here. */
  readonly can: Readonly<Record<string, unknown>>;
  /** The API's other values beside `can`, in camel case. */
  readonly beside: Readonly<Record<string, unknown>>;
  /** The record as received; null while signed out. */
  readonly record: UserRecord | null;
}

/** The `keeper` of everybody who sees the portal as somebody else. Slugs have no capitals. */
export const ONLOOKER = 'ONLOOKER';

/** The initial state: signed out, nothing unread, no permission. */
export const nobody: UserSession = Object.freeze({
  token: null,
  department: '',
  name: '',
  slug: '',
  keeper: '',
  office: '',
  unreadMessages: 0,
  memberships: Object.freeze([]),
  actsFor: null,
  deputyOf: Object.freeze([]),
  seenBy: null,
  can: Object.freeze({}),
  beside: Object.freeze({}),
  record: null,
});

const own = new Set([
  'token',
  'department',
  'name',
  'slug',
  'office',
  'unread_messages',
  'memberships',
  'acts_for',
  'deputy_of',
  'seen_by',
  'can',
]);

/** The session of a user record; the token is the stored one, or the one from the sign-in response. */
export function sessionOf(record: UserRecord, token: string): UserSession {
  const beside = Object.entries(record).filter(([key]) => !own.has(key));
  return {
    token,
    department: record.department,
    name: record.name,
    slug: record.slug,
    keeper: record.seen_by === null ? record.slug : ONLOOKER,
    office: record.office ?? '',
    actsFor: record.acts_for,
    deputyOf: record.deputy_of,
    seenBy: record.seen_by,
    unreadMessages: typeof record.unread_messages === 'number' ? record.unread_messages : 0,
    memberships: record.memberships,
    can: Object.fromEntries(
      Object.entries(record.can).map(([key, value]) => [key.replace(/^can_/, ''), value]),
    ),
    beside: Object.fromEntries(beside.map(([key, value]) => [camelCase(key), value])),
    record,
  };
}

/** Id of the membership in which the session acts; null while signed out. */
export function chosenOf({ memberships }: UserSession): string | null {
  return memberships.find(({ chosen }) => chosen)?.id ?? null;
}

/** The visitor for `decide`: each flag is read from its place in the record. */
export function visitorOf(session: UserSession, portal: Decidable): Visitor {
  const { record } = session;
  if (record === null) return signedOut;
  const flags = portal.departments[session.department]?.flags ?? {};
  return {
    signedIn: true,
    account: session.slug,
    department: session.department,
    unit: null,
    flags: Object.fromEntries(
      Object.entries(flags).map(([key, flag]) => [key, readPath(record, flag.as) ?? null]),
    ),
    name: session.name,
    username: '',
  };
}

/** Flags with several values (a status and a year) matter to screens, never to guards. */
function readPath(record: UserRecord, path: string): Value | undefined {
  let value: unknown = record;
  for (const key of path.split('.')) {
    value =
      typeof value === 'object' && value !== null
        ? Object.entries(value).find(([k]) => k === key)?.[1]
        : undefined;
  }
  return isValue(value) ? value : undefined;
}

function isValue(value: unknown): value is Value {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

function camelCase(key: string): string {
  return key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
