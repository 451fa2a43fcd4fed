/** The history of an account: one event for each change, in the same ledger as those of records. */
import type { WireAccount, WireAccountEvent } from '../../contract/accounts.ts';
import type { MessageTemplate } from '../../locales/catalogue.ts';
import { delegationMessages } from '../../locales/delegations.ts';
import { onlookerMessages } from '../../locales/onlookers.ts';
import { editingMessages } from '../../locales/editing.ts';
import { userMessages } from '../../locales/users.ts';
import { say } from '../../portal/language/say.ts';
import type { Portal } from '../../portal/model/portal.ts';
import { departmentKey } from '../../portal/routing/match.ts';
import { isMapping } from '../../portal/values/is-mapping.ts';
import type { Queryable } from '../database/database.ts';
import type { StatementPart } from '../database/statements.ts';
import type { Entries } from '../history/event-chain.ts';
import { eventParts, joinDetail, nextRows } from '../history/ledger.ts';
import type { Application } from '../kernel/application.ts';
import type { OpenedUser } from './user-calls.ts';
import { unitTitle } from './wire-user.ts';

const eventNames = {
  begun: userMessages.historyBegun,
  invited: userMessages.historyInvited,
  'invited-again': userMessages.historyInvitedAgain,
  'reset-sent': userMessages.historyResetSent,
  changed: userMessages.historyChanged,
  'membership-added': userMessages.historyMembershipAdded,
  'membership-ended': userMessages.historyMembershipEnded,
  suspended: userMessages.historySuspended,
  restored: userMessages.historyRestored,
  linked: userMessages.historyLinked,
  unlinked: userMessages.historyUnlinked,
  'signed-out': userMessages.historySignedOut,
  'password-changed': userMessages.historyPasswordChanged,
  'password-set': userMessages.historyPasswordSet,
  'credentials-changed': userMessages.historyCredentialsChanged,
  'photo-changed': userMessages.historyPhotoChanged,
  'signature-changed': userMessages.historySignatureChanged,
  'signature-removed': userMessages.historySignatureRemoved,
  'photo-removed': userMessages.historyPhotoRemoved,
  'second-step-on': userMessages.historySecondStepOn,
  'second-step-off': userMessages.historySecondStepOff,
  'second-step-reset': userMessages.historySecondStepReset,
  'passkey-added': userMessages.historyPasskeyAdded,
  'passkey-removed': userMessages.historyPasskeyRemoved,
  'recovery-code-used': userMessages.historyRecoveryCodeUsed,
  'recovery-codes-replaced': userMessages.historyRecoveryCodesReplaced,
  'deputy-named': delegationMessages.historyNamed,
  'deputy-ended': delegationMessages.historyEnded,
  'seen-as': onlookerMessages.history,
  'seen-as-ended': onlookerMessages.historyEnded,
  'draft-changed': editingMessages.historyChanged,
  'draft-discarded': editingMessages.historyDiscarded,
  'draft-carried': editingMessages.historyCarried,
  'draft-planned': editingMessages.historyPlanned,
  'draft-downloaded': editingMessages.historyDownloaded,
  'version-ordered': editingMessages.historyOrdered,
  'version-approved': editingMessages.historyApproved,
  'version-withdrawn': editingMessages.historyWithdrawn,
} as const satisfies Readonly<Record<string, MessageTemplate>>;

type UserEventName = keyof typeof eventNames;

type FieldValue = string | boolean | null;

export interface UserEvent {
  readonly what: UserEventName;
  /** The state of the account after it. */
  readonly state: WireAccount['state'];
  readonly reason?: string;
  /** How long it was. */
  readonly minutes?: number;
  /** By field; a flag as `flags.NAME`. */
  readonly changes?: Readonly<Record<string, { readonly before: FieldValue; readonly after: FieldValue }>>;
}

/**
 * Appends an event to the history of a locked account. The history begins with the invitation, or with the account as
 * it was before its first change.
 * @returns the part that stores the account's new version, and the parts that store the event
 */
export function userEventParts(
  application: Application,
  { account, scope: { portal, visitor, context } }: OpenedUser,
  { what, state, reason, minutes, changes = {} }: UserEvent,
): StatementPart[] {
  const ledger = { key: application.auditKey, configuration: application.versionOf(portal) };
  const at = application.now().toISOString();
  const by = { account: visitor.account, department: visitor.department };
  const { record } = context;
  const isNew = what === 'invited';
  const version = isNew ? 1 : account.version + 1;
  const fresh = { record: record.id, at, state: record.state, after: record };
  const first = { ...fresh, version: 1, account: null, department: null, what: 'begun', detail: {} };
  const next = {
    ...fresh,
    ...by,
    version,
    what,
    state,
    detail: {
      input: changes,
      ...(reason !== undefined && { remark: reason }),
      ...(minutes !== undefined && { minutes }),
    },
  };
  const rows = nextRows(
    ledger,
    { head: account.head, record },
    account.head === null && !isNew ? [first, next] : [next],
  );
  const head = rows.at(-1)?.hash ?? '';
  const text = `UPDATE accounts SET version = $3, head = decode($2, 'hex'), updated_at = now() WHERE id = $1::uuid`;
  return [{ name: 'counted', text, values: [account.id, head, version] }, ...eventParts(rows)];
}

/** An event, with the account of the person; null: nobody did it. */
export interface ListedEvent extends WireAccountEvent {
  readonly account: string | null;
}

interface UserEventRow {
  readonly at: Date;
  readonly account: string | null;
  readonly who: string | null;
  readonly department: string | null;
  readonly what: string;
  readonly detail: Readonly<Record<string, unknown>>;
  readonly entries: Entries | null;
}

/** The history of the account in the reader's language, oldest first. */
export async function listUserEvents(client: Queryable, user: OpenedUser): Promise<ListedEvent[]> {
  const rows = await client.query<UserEventRow>({
    name: 'events-of-account',
    text: `SELECT e.at, e.account, a.name AS who, e.department, e.what, e.detail, v.entries
      FROM events e LEFT JOIN event_values v USING (record, version) LEFT JOIN accounts a ON a.id = e.account
      WHERE e.record = $1 ORDER BY e.version`,
    values: [user.account.id],
  });
  const { reader } = user.scope;
  const first = user.memberships.find(({ isFirst }) => isFirst);
  return rows.map(({ at, account, who, department, what, detail, entries }) => {
    const { remark, input, minutes } = joinDetail(detail, entries ?? {});
    return {
      at: at.toISOString(),
      account,
      who: who ?? reader.title,
      department,
      what,
      text: isEventName(what) ? say(reader.words, eventNames[what]) : what,
      reason: typeof remark === 'string' ? remark : null,
      minutes: typeof minutes === 'number' ? minutes : null,
      changes: isMapping(input)
        ? changesOf(reader, departmentKey(reader, placeOf(input) ?? first?.department ?? ''), input)
        : [],
    };
  });
}

/** The department of the membership that the event is about; null: the first one. */
function placeOf({ department }: Readonly<Record<string, unknown>>): string | null {
  if (!isMapping(department)) return null;
  const { before, after } = department;
  return typeof after === 'string' ? after : typeof before === 'string' ? before : null;
}

function isEventName(what: string): what is UserEventName {
  return Object.hasOwn(eventNames, what);
}

function changesOf(
  portal: Portal,
  department: string,
  input: Readonly<Record<string, unknown>>,
): WireAccountEvent['changes'] {
  return Object.entries(input).flatMap(([field, change]) => {
    if (!isMapping(change)) return [];
    const shown = (value: unknown): string | null => {
      if (typeof value === 'boolean')
        return say(portal.words, value ? userMessages.flagOn : userMessages.flagOff);
      if (typeof value !== 'string') return null;
      if (field === 'department') return portal.departments[department]?.title ?? value;
      return field === 'unit' ? unitTitle(portal, department, value) : value;
    };
    const title = fieldTitle(portal, department, field);
    return [{ title, before: shown(change['before']), after: shown(change['after']) }];
  });
}

const fieldTitles: Readonly<Record<string, MessageTemplate<string>>> = {
  name: userMessages.name,
  position: userMessages.position,
  unit: userMessages.unit,
  department: userMessages.department,
  provider: userMessages.provider,
  username: userMessages.email,
  deputy: delegationMessages.deputy,
};

function fieldTitle(portal: Portal, department: string, field: string): string {
  const known = Object.hasOwn(fieldTitles, field) ? fieldTitles[field] : undefined;
  if (known !== undefined) return say(portal.words, known);
  const name = field.replace(/^flags\./, '');
  return portal.departments[department]?.flags[name]?.title ?? name;
}
