/** The state of a waiting write in words. */
import { outboxMessages } from '../../locales/outbox.ts';
import { problemLines } from '../api/problem.ts';
import { text } from '../language/text.ts';
import { sayMoment } from '../page/dates.ts';
import type { StagedWrite } from './use-outbox.ts';
import type { WaitingWrite } from './waiting-write.ts';

/** The first says what happens next, or what to do; the others why. */
export function sayStage({ write, stage }: StagedWrite, timeZone: string): readonly string[] {
  const { problem, actor } = write;
  switch (stage) {
    case 'waiting':
      return [text(isLater(problem) ? outboxMessages.takenLater : outboxMessages.waiting)];
    case 'sending':
      return [text(outboxMessages.sending)];
    case 'behind':
      return [text(outboxMessages.behind)];
    case 'elsewhere':
      return [text(outboxMessages.elsewhere, { membership: actor.title })];
    case 'asks':
      return [text(outboxMessages.old, { moment: momentOf(write, timeZone) })];
    case 'refused':
      return problem?.kind === 'stale'
        ? [text(outboxMessages.changedMeanwhile)]
        : [text(outboxMessages.notSent), ...(problem === null ? [] : problemLines(problem))];
  }
}

export function momentOf({ at }: WaitingWrite, timeZone: string): string {
  return sayMoment(new Date(at).toISOString(), timeZone);
}

/** The server was reached, but did not take it. */
function isLater(problem: WaitingWrite['problem']): boolean {
  return problem?.kind === 'server' || problem?.kind === 'limited';
}
