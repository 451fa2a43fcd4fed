/** `munisipyo approve` and `withdraw`: decide over a version that waits. */
import { readArguments, refuse } from '../arguments.ts';
import { isVersion } from '../plan/read-kept.ts';
import { changing } from './order.ts';
import { approve as approveWaiting, withdraw as withdrawWaiting } from './waiting.ts';

export const usageOfApprove = `Usage: munisipyo approve NUMBER (--author NAME | --plan)
Approves a version that needs a second person, and puts it in force unless its time has not come. Its plan is shown, as
it is now. "munisipyo versions --waiting" has the numbers.
--author: who approves it. It must not be who wants it.
--plan: only shows the plan.
Exit code: 0 done; 1 it cannot be put in force, or is not approved by its own author; 2 wrong arguments, or no access to
the database.
`;

/** @returns the exit code */
export async function approve(args: readonly string[]): Promise<number> {
  const words = readArguments(args, { author: { type: 'string' }, plan: { type: 'boolean' } });
  const [number, ...more] = words?.positionals ?? [];
  const author = words?.values.author?.trim() ?? '';
  const isPlan = words?.values.plan === true;
  if (number === undefined || !isVersion(number) || more.length > 0 || (author === '') !== isPlan)
    return refuse(usageOfApprove);
  return changing((found) => approveWaiting(found, Number(number), isPlan ? null : author));
}

export const usageOfWithdraw = `Usage: munisipyo withdraw NUMBER
Takes back a version that waits for its time, or for somebody who approves it.
Exit code: 0 done; 2 wrong arguments, or no access to the database.
`;

/** @returns the exit code */
export async function withdraw(args: readonly string[]): Promise<number> {
  const words = readArguments(args, {});
  const [number, ...more] = words?.positionals ?? [];
  if (number === undefined || !isVersion(number) || more.length > 0) return refuse(usageOfWithdraw);
  return changing((found) => withdrawWaiting(found, Number(number)));
}
