/** Says which version waits, and what for. */
import { localTimeOf } from '../../portal/time/local-time.ts';
import { numberOfWaiting, waitingName, type WishedVersion } from '../../server/portals/wished-versions.ts';

export type WaitingVersion = Pick<WishedVersion, 'number' | 'due' | 'needsApproval' | 'approver'>;

/** @param timeZone of the portal in force */
export function sayWaiting(wish: WaitingVersion, timeZone: string): string {
  const { number, due, needsApproval, approver } = wish;
  const reasons = [
    ...(needsApproval && approver === null
      ? [`until a second person approves it: munisipyo approve ${waitingName(number)} --author NAME`]
      : []),
    ...(due === null ? [] : [`until ${localTimeOf(due, timeZone)?.replace('T', ' ')} (${timeZone})`]),
  ];
  return `It waits as ${waitingName(number)} ${reasons.join(', and ')}. To take it back: munisipyo withdraw ${waitingName(number)}`;
}

/** @param name as people say it, such as `w3` @returns a sentence if it names no version that could wait */
export function waitingNumber(name: string): number | string {
  return (
    numberOfWaiting(name) ??
    `"${name}" is not the name of a version that waits, such as w3: "munisipyo versions --waiting" has them.`
  );
}
