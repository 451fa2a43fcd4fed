/** The history of a record: each event is hashed over the one before, so that none can be changed or left out unseen. */
import { hash } from 'node:crypto';

export interface NewEvent {
  readonly record: string;
  /** The version of the record that it made. */
  readonly version: number;
  /** ISO date-time. */
  readonly at: string;
  readonly account: string | null;
  readonly department: string | null;
  readonly what: string;
  readonly state: string;
  readonly detail: Readonly<Record<string, unknown>>;
}

/** The event's hash over all that it says and over the hash of the one before; hexadecimal. */
export function hashEvent(event: NewEvent, before: Buffer | null): string {
  const { record, version, at, account, department, what, state, detail } = event;
  const said = canonical([record, version, at, account, department, what, state, detail]);
  return hash('sha256', before === null ? said : Buffer.concat([before, Buffer.from(said)]), 'hex');
}

/** The version of the first event that does not follow from the ones before, or null where the chain is whole. */
export function firstBroken(events: readonly (NewEvent & { readonly hash: Buffer })[]): number | null {
  let before: Buffer | null = null;
  for (const [index, event] of events.entries()) {
    const isNext = event.version === index + 1;
    if (!isNext || hashEvent(event, before) !== event.hash.toString('hex')) return event.version;
    before = event.hash;
  }
  return null;
}

/** JSON whose keys are sorted: the database keeps objects in an order of its own. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value)
    .filter(([, one]) => one !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : Number(a > b)));
  return `{${entries.map(([key, one]) => `${JSON.stringify(key)}:${canonical(one)}`).join(',')}}`;
}
