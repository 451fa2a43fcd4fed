/** The recorded history of a record family, or of several that take part in each other, as a replay reads it. */
import type { Visitor } from '../portal/model/department.ts';
import type { IssuedDocument } from '../portal/model/document.ts';
import type { Portal } from '../portal/model/portal.ts';
import type { PortalRecord } from '../portal/model/record.ts';
import { presentNameIn } from '../portal/succession/succeed-record.ts';
import type { Entries } from '../server/history/event-chain.ts';

/**
 * A record with all records below it, and everything that happened to them. Families whose records name each other are
 * one history.
 */
export interface FamilyHistory {
  /** As they are now: parents before their children, older records before newer ones. */
  readonly records: readonly PortalRecord[];
  /** In the order in which they were written. */
  readonly events: readonly ReplayEvent[];
  /** False if more families take part in it than are read. */
  readonly isWhole: boolean;
  /** Documents that the owners of the records have from other records, by owner. */
  readonly documents: ReadonlyMap<string, readonly IssuedDocument[]>;
}

export interface ReplayEvent {
  readonly record: string;
  /** ISO date-time. */
  readonly at: string;
  readonly account: string | null;
  readonly department: string | null;
  readonly what: string;
  readonly detail: Readonly<Record<string, unknown>>;
  /** What it changed; null: nothing. */
  readonly entries: Entries | null;
}

/** A configuration, and the people of the histories as it sees them. */
export interface ReplaySide {
  readonly portal: Portal;
  /** By `personKey`; a person is missing if the configuration does not have their department. */
  readonly people: ReadonlyMap<string, Visitor>;
}

/** Histories keep the names that departments had at their time. */
export function personKey(portal: Portal, account: string, department: string): string {
  return `${account} ${presentNameIn(portal, 'departments', department)}`;
}

/** Accounts by slug: steps choose them by it. */
export type PickableAccounts = ReadonlyMap<string, { readonly account: string; readonly department: string }>;

/** Why a history cannot be replayed. */
export type Obstacle =
  'unread' | 'erased' | 'changed-by-hand' | 'choice' | 'removed-paper' | 'effect' | 'not-reproduced';
