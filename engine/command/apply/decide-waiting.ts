/** `munisipyo approve` and `withdraw`: decide over a version that waits. */
import { readArguments, refuse } from '../arguments.ts';
import { waitingNumber } from '../plan/say-waiting.ts';
import { changing } from './order.ts';
import { approve as approveWaiting, withdraw as withdrawWaiting } from './waiting.ts';

export const usageOfApprove = `Usage: munisipyo approve NAME (--author NAME | --plan)
Approves a version that needs a second person, and puts it in force unless its time has not come. Its plan is shown, as
it is now. "munisipyo versions --waiting" has the names, such as w3.
--author: who approves it. It must not be who wants it.
--plan: only shows the plan.
Exit code: 0 done; 1 it cannot be put in force, or is not approved by its own author; 2 wrong arguments, or no access to
the database.
`;

/** @returns the exit code */
export async function approve(args: readonly string[]): Promise<number> {
  const words = readArguments(args, { author: { type: 'string' }, plan: { type: 'boolean' } });
  const [name, ...more] = words?.positionals ?? [];
  const author = words?.values.author?.trim() ?? '';
  const isPlan = words?.values.plan === true;
  if (name === undefined || more.length > 0 || (author === '') !== isPlan) return refuse(usageOfApprove);
  const number = waitingNumber(name);
  if (typeof number === 'string') return refuse(`${number}\n`);
  return changing((found) => approveWaiting(found, number, isPlan ? null : author));
}

export const usageOfWithdraw = `Usage: munisipyo withdraw NAME
Takes back a version that waits for its time, or for somebody who approves it.
Exit code: 0 done; 2 wrong arguments, or no access to the database.
`;

/** @returns the exit code */
export async function withdraw(args: readonly string[]): Promise<number> {
  const words = readArguments(args, {});
  const [name, ...more] = words?.positionals ?? [];
  if (name === undefined || more.length > 0) return refuse(usageOfWithdraw);
  const number = waitingNumber(name);
  if (typeof number === 'string') return refuse(`${number}\n`);
  return changing((found) => withdrawWaiting(found, number));
}
