/** Says the time limit of a clock, with the conditions that decide it. */
import { workbenchMessages } from '../locales/workbench.ts';
import { say } from '../portal/language/say.ts';
import { type Duration, parseDuration } from '../portal/model/condition.ts';
import type { Portal } from '../portal/model/portal.ts';
import type { Clock, ClockLimit } from '../portal/model/workflow.ts';
import { sayDuration } from '../portal/time/duration-words.ts';
import { sayCondition } from './condition-words.ts';

/** `3 working days if …; otherwise 7 working days` */
export function sayLimits(portal: Portal, { within }: Clock, type: string): string {
  if (!('cases' in within)) return sayLimit(portal, within);
  const cases = within.cases.map(({ when, value }) =>
    say(portal.words, workbenchMessages.limitIf, {
      limit: sayLimit(portal, value),
      condition: sayCondition(portal, when, { type }) ?? say(portal.words, workbenchMessages.whenAlways),
    }),
  );
  const otherwise = say(portal.words, workbenchMessages.limitOtherwise, {
    limit: sayLimit(portal, within.otherwise),
  });
  return [...cases, otherwise].join('; ');
}

/** A constant of the offices is said with every value that it has. */
function sayLimit(portal: Portal, limit: ClockLimit): string {
  if (!('officeConstant' in limit)) return sayDuration(portal.words, limit);
  const lengths = Object.values(portal.departments).flatMap(({ constants }): Duration[] => {
    const said = constants[limit.officeConstant];
    const length = typeof said === 'string' ? parseDuration(said) : null;
    return length === null ? [] : [length];
  });
  const said = [...new Set(lengths.map((one) => sayDuration(portal.words, one)))];
  return say(portal.words, workbenchMessages.limitOfOffice, { limits: said.join(', ') });
}
