/** Computes what a start page shows: what somebody needs who files a record with these answers. */
import type { RecordContext } from '../model/record.ts';
import type { Portal } from '../model/portal.ts';
import type { Route } from '../model/route.ts';
import { schemaAt } from '../forms/form-levels.ts';
import { type NeededFees, neededFees } from './needed-fees.ts';
import { type NeededPaper, neededPapers } from './needed-papers.ts';
import {
  limitOfOffice,
  neededSteps,
  type NeededStep,
  type NeededTime,
  neededTimes,
  type TimeLimit,
  timesOfOffices,
} from './needed-time.ts';
import { PartialRecord } from './partial-record.ts';
import { startAnswers } from './questions.ts';
import { draftOf, requirementsOf } from './requirements.ts';

export interface StartNeeds {
  /** The names of the questions that apply with these answers. */
  readonly asked: readonly string[];
  /** The answers, as a draft of the record has them. */
  readonly answers: Readonly<Record<string, unknown>>;
  readonly offices: readonly NeededOffice[];
  readonly papers: readonly NeededPaper[];
  readonly fees: readonly NeededFees[];
  readonly steps: readonly NeededStep[];
  readonly times: readonly NeededTime[];
  /** Questions whose answers people should have at hand. */
  readonly atHand: readonly string[];
}

interface NeededOffice {
  readonly title: string;
  readonly office: string | null;
  readonly isSure: boolean;
  readonly dependsOn: readonly string[];
  readonly limit: TimeLimit | null;
}

/**
 * @param portal in the reader's language
 * @param search the answers, as the address has them
 */
export function startNeeds(
  portal: Portal,
  route: Route,
  { search, today, now }: { readonly search: string } & Pick<RecordContext, 'today' | 'now'>,
): StartNeeds {
  const type = route.of[0]?.type ?? '';
  const answers = startAnswers(portal, route, search);
  const context = draftOf(portal, type, { data: answers, today, now });
  const partial = new PartialRecord(portal, context);
  const [own, ...parts] = requirementsOf(portal, partial, context);
  // A checklist below a clearance is of the same office.
  const direct = parts.filter(({ context: { ancestors } }) => ancestors.length === 1);
  const all = own === undefined ? [] : [own, ...parts];
  return {
    asked: (route.start?.asks ?? []).filter((name) => partial.mayBeAsked(name.split('.'))),
    answers,
    offices: direct.map((one) => ({
      title: one.title,
      office: portal.departments[one.office ?? '']?.title ?? null,
      isSure: one.isSure,
      dependsOn: one.isSure ? [] : one.dependsOn,
      limit: limitOfOffice(portal, partial, one),
    })),
    papers: neededPapers(portal, partial, all),
    fees: neededFees(portal, new PartialRecord(portal, context, { isUndecided: true }), context),
    steps: own === undefined ? [] : neededSteps(portal, own),
    times: [
      ...(own === undefined ? [] : neededTimes(portal, partial, own)),
      ...timesOfOffices(portal, partial, direct),
    ].map(({ title, pauses, least, most }) => ({ title, pauses, least, most })),
    atHand: (route.start?.atHand ?? []).flatMap((name) => {
      const keys = name.split('.');
      const title = schemaAt(portal.forms[context.record.form ?? '']?.schema ?? {}, keys)?.title;
      return typeof title === 'string' && partial.mayBeAsked(keys) ? [title] : [];
    }),
  };
}
