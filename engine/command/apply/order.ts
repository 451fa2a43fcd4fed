/** What people say when they put a version in force: why, who, when, and who is told. */
import { userInfo } from 'node:os';
import { momentOfLocalTime } from '../../portal/time/local-time.ts';
import { explainFault } from '../../server/kernel/explain-fault.ts';
import { refuse } from '../arguments.ts';
import { type InForce, withInForce } from '../plan/read-in-force.ts';
import { type PlannedVersion, putInForce } from './put-in-force.ts';

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

/** @returns the exit code: 2 for a time that is none or is over, and for an address that is none */
export async function orderIn(
  found: InForce,
  planned: PlannedVersion,
  { message, author = userInfo().username, at, mail }: SaidOrder,
): Promise<number> {
  const { timeZone } = planned.before.portal;
  const due = at === undefined ? null : momentOfLocalTime(at, timeZone);
  if (at !== undefined && due === null) return refuse(`"${at}" is not a time such as 2027-01-01T00:00.\n`);
  if (due !== null && Date.parse(due) <= Date.now()) return refuse(`${at} in ${timeZone} is over already.\n`);
  if (mail !== undefined && !/^[^\s@]+@[^\s@]+$/.test(mail))
    return refuse(`"${mail}" is not an e-mail address.\n`);
  return putInForce(found, planned, { message: message.trim(), author, due, address: mail ?? null });
}

/** Works on the version in force. @returns the exit code */
export async function changing(work: (found: InForce) => Promise<number>): Promise<number> {
  try {
    const code = await withInForce(work);
    return (
      code ??
      refuse(
        'No configuration is in force in a database yet. Start the portal once: it puts its folder in force.\n',
      )
    );
  } catch (error) {
    const line = explainFault(error);
    if (line === null) throw error;
    return refuse(`${line}\n`);
  }
}
