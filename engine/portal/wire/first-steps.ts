/** Computes what follows after a record of a type is created, so that the applicant knows it beforehand. */
import type { Scope, RecordScope } from '../conditions/scope.ts';
import { draftState } from '../access/access.ts';
import { availableItems } from '../checklist/checklist.ts';
import { linkConditionOf } from '../conditions/link-condition.ts';
import { blankRecord, contextAlone } from '../model/record.ts';
import type { FirstSteps } from './slice.ts';
import { actionsOf } from '../workflow/transition.ts';
import type { Workflow } from '../model/workflow.ts';

/** For a record without answers that the visitor has just created. */
export function firstStepsOf({ portal, visitor }: Scope, type: string): FirstSteps {
  const draft = draftState(portal, type);
  const record = blankRecord(type, { state: draft ?? '', owner: visitor.account });
  const context = contextAlone({ record, today: '', now: '' });
  const isDraft = draft !== null && visitor.signedIn;
  return {
    actions: isDraft
      ? actionsOf({ portal, visitor, context }).map(({ name, title, input, to }) => ({
          name,
          title,
          input,
          to,
        }))
      : [],
    asksPapers: isDraft && asksPapers({ portal, visitor, context }),
    link: linkTitleIn(portal.workflows[type]),
  };
}

function asksPapers(scope: RecordScope): boolean {
  return availableItems(scope).some(
    ({ item, state }) => item.evidence === 'file' && !item.isOptional && state === 'missing',
  );
}

/** Its owner receives a link at once, through the workflow's first step, if it has one. */
function linkTitleIn(workflow: Workflow | undefined): string | null {
  if (workflow === undefined) return null;
  const transitions = Object.values(workflow.transitions);
  const atOnce = transitions.filter(({ trigger }) => trigger?.test === 'after' && trigger.wait.amount === 0);
  const begins = [workflow.initial];
  for (const state of begins) {
    const next = atOnce.filter(({ from }) => from.includes(state)).map(({ to }) => to);
    begins.push(...next.filter((to) => !begins.includes(to)));
  }
  const step = transitions.find(
    ({ by, from }) => linkConditionOf(by) !== null && from.some((state) => begins.includes(state)),
  );
  return step?.title ?? null;
}
