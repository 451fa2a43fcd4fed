/** What people say when they put a version in force: why, who, when, and who is told. */
import { userInfo } from 'node:os';
import { localTimeOf, momentOfLocalTime } from '../../portal/time/local-time.ts';
import { refuse } from '../arguments.ts';
import { authorAccount } from './author-account.ts';
import { type InForce, withInForce } from '../plan/read-in-force.ts';
import { type OutcomeFormat, outcomeFormats, refused, type VersionOutcome, writeOutcome } from './outcome.ts';
import {
  type ChangeDesk,
  planVersion,
  portalInForce,
  putInForce,
  type VersionSource,
  type WishOrder,
} from './put-in-force.ts';

export const orderOptions = {
  message: { type: 'string' },
  author: { type: 'string' },
  at: { type: 'string' },
  mail: { type: 'string' },
} as const;

interface SaidOrder {
  readonly message: string;
  readonly author?: string | undefined;
  /** Local time in the portal's zone. */
  readonly at?: string | undefined;
  readonly mail?: string | undefined;
}

/** Looks at what was said first, and then at the files. */
export async function orderVersion(
  found: ChangeDesk,
  source: VersionSource,
  said: SaidOrder,
): Promise<VersionOutcome> {
  const before = await portalInForce(found);
  if ('is' in before) return before;
  const order = readOrder(said, before.timeZone);
  if (typeof order === 'string') return refused(order, 2);
  const planned = await planVersion(found, before, source);
  return 'is' in planned ? planned : putInForce(found, planned, order);
}

/** @returns a sentence for a time that is none, is over or never comes, and for an address that is none */
function readOrder(
  { message, author = userInfo().username, at, mail }: SaidOrder,
  timeZone: string,
): WishOrder | string {
  const due = at === undefined ? null : momentOfLocalTime(at, timeZone);
  if (at !== undefined && due === null) return `"${at}" is not a time such as 2027-01-01T00:00.`;
  if (due !== null && at !== undefined && localTimeOf(due, timeZone) !== at.slice(0, 16)) {
    return `${at} does not exist in ${timeZone}: the clocks go forward over it. Choose another time.`;
  }
  if (due !== null && Date.parse(due) <= Date.now()) return `${at} in ${timeZone} is over already.`;
  if (mail !== undefined && !/^[^\s@]+@[^\s@]+$/.test(mail)) return `"${mail}" is not an e-mail address.`;
  return { message: message.trim(), author, authorAccount: authorAccount(), due, address: mail ?? null };
}

/** The format that a command was told; undefined: there is none of this name. */
export function outcomeFormat(said = 'text'): OutcomeFormat | undefined {
  return outcomeFormats.find((one) => one === said);
}

/** Decides over a version, and writes what became of it: as JSON, nothing else. @returns the exit code */
export function deciding(
  format: OutcomeFormat,
  work: (found: ChangeDesk) => Promise<VersionOutcome>,
): Promise<number> {
  const show = (text: string) => void (format === 'text' && process.stdout.write(text));
  return changing(async (found) => writeOutcome(await work({ ...found, show }), format));
}

/** Works on the version in force. @returns the exit code */
export async function changing(work: (found: InForce) => Promise<number>): Promise<number> {
  const code = await withInForce(work);
  return (
    code ??
    refuse(
      'No configuration is in force in a database yet. Start the portal once: it puts its folder in force.\n',
    )
  );
}
