/** Says what a version waits for. */
import { localTimeOf } from '../../portal/time/local-time.ts';
import type { WishedVersion } from '../../server/portals/wished-versions.ts';

type WaitingVersion = Pick<WishedVersion, 'number' | 'due' | 'needsApproval' | 'approver'>;

/** @param timeZone of the portal in force */
export function sayWaiting(wish: WaitingVersion, timeZone: string): string {
  const { number, due, needsApproval, approver } = wish;
  const reasons = [
    ...(needsApproval && approver === null
      ? [`until a second person approves it: munisipyo approve ${number} --author NAME`]
      : []),
    ...(due === null ? [] : [`until ${localTimeOf(due, timeZone)?.replace('T', ' ')} (${timeZone})`]),
  ];
  return `It waits as number ${number} ${reasons.join(', and ')}. To take it back: munisipyo withdraw ${number}`;
}
