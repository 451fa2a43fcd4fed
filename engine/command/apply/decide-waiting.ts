/** `munisipyo approve` and `withdraw`: decide over a version that waits. */
import { readArguments, refuse } from '../arguments.ts';
import { waitingNumber } from '../plan/say-waiting.ts';
import { authorAccount } from './author-account.ts';
import { deciding, outcomeFormat } from './order.ts';
import { approve as approveWaiting, withdraw as withdrawWaiting } from './waiting.ts';

export const usageOfApprove = `Usage: munisipyo approve NAME (--author NAME | --plan) [--format text|json]
Approves a version that needs a second person, and puts it in force unless its time has not come. Its plan is shown, as
it is now. "munisipyo versions --waiting" has the names, such as w3.
--author: who approves it. It must not be who wants it.
--plan: only shows the plan.
--format: json writes only what became of it, as "munisipyo apply" does. It is "gone" if others put it in force or took it
back meanwhile.
Exit code: 0 done; 1 it cannot be put in force, or is not approved by its own author; 2 wrong arguments, or no access to
the database.
`;

/** @returns the exit code */
export async function approve(args: readonly string[]): Promise<number> {
  const words = readArguments(args, {
    author: { type: 'string' },
    plan: { type: 'boolean' },
    format: { type: 'string' },
  });
  const [name, ...more] = words?.positionals ?? [];
  const author = words?.values.author?.trim() ?? '';
  const isPlan = words?.values.plan === true;
  if (name === undefined || more.length > 0 || (author === '') !== isPlan) return refuse(usageOfApprove);
  const format = outcomeFormat(words?.values.format);
  if (format === undefined || (isPlan && format === 'json')) return refuse(usageOfApprove);
  const number = waitingNumber(name);
  if (typeof number === 'string') return refuse(`${number}\n`);
  return deciding(format, (found) =>
    approveWaiting(found, number, isPlan ? null : { name: author, account: authorAccount() }),
  );
}

export const usageOfWithdraw = `Usage: munisipyo withdraw NAME [--format text|json]
Takes back a version that waits for its time, or for somebody who approves it.
--format: json writes only what became of it, as "munisipyo apply" does: it is "withdrawn" or "refused".
Exit code: 0 done; 2 wrong arguments, or no access to the database.
`;

/** @returns the exit code */
export async function withdraw(args: readonly string[]): Promise<number> {
  const words = readArguments(args, { format: { type: 'string' } });
  const [name, ...more] = words?.positionals ?? [];
  const format = outcomeFormat(words?.values.format);
  if (name === undefined || more.length > 0 || format === undefined) return refuse(usageOfWithdraw);
  const number = waitingNumber(name);
  if (typeof number === 'string') return refuse(`${number}\n`);
  return deciding(format, (found) => withdrawWaiting(found, number));
}
