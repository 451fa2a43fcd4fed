/** The steps that a reader may take with a record now. */
import type { WireAction } from '../../../contract/record.ts';
import type { RecordScope, Scope } from '../../../portal/conditions/scope.ts';
import type { RecordContext } from '../../../portal/model/record.ts';
import type { PickRule, Transition } from '../../../portal/model/workflow.ts';
import { tell } from '../../../portal/text/tell.ts';
import { endingOf } from '../../../portal/workflow/endings.ts';
import {
  actionsOf,
  asksReturned,
  signedDocuments,
  targetOf,
  transitionOf,
  unmetByAnyAnswer,
} from '../../../portal/workflow/transition.ts';
import type { RequestContext } from '../rows/request-context.ts';

export function wireActions(
  { portal, visitor, stepForm = (hash) => hash }: RequestContext,
  context: RecordContext,
  isAsked: (transition: Transition) => boolean = () => true,
): WireAction[] {
  const scope = { portal, visitor, context };
  return actionsOf(scope, isAsked).map((transition) => {
    const { name, title, input, to, toCases, books, bulk, pick } = transition;
    return {
      name,
      title,
      input: input === null ? null : stepForm(input, context),
      books,
      bulk,
      returns: asksReturned(transition),
      pick: pick && wirePick(pick),
      signs: signedDocuments(portal, context.record, transition).map((one) => one.title),
      to: toCases.length === 0 ? to : targetOf(scope, transition),
    };
  });
}

function wirePick({ isMany, ownersIn, atLeast, atMost }: PickRule): WireAction['pick'] {
  return {
    many: isMany,
    owners: ownersIn,
    ...(atLeast > 1 && { least: atLeast }),
    ...(isMany && atMost !== null && { most: atMost }),
  };
}

/** With what only the page of the record tells: what ends with the step, and what it lacks. */
export function actionInFull(
  { portal, visitor }: Scope,
  context: RecordContext,
  action: WireAction,
): WireAction {
  const transition = transitionOf(portal, context.record.type, action.name);
  if (transition === null) return action;
  const scope = { portal, visitor, context };
  return { ...action, ...endingIn(scope, transition), ...unmetIn(scope, transition) };
}

function endingIn(scope: RecordScope, transition: Transition): Pick<WireAction, 'ending'> {
  const ending = endingOf(scope, transition);
  if (ending === null) return {};
  const titled = (names: readonly string[]) =>
    names.map((name) => scope.portal.documents[name]?.title ?? name);
  return { ending: { ...ending, revokes: titled(ending.revokes), keeps: titled(ending.keeps) } };
}

/** Tells before the step is taken what its refusal would tell. */
function unmetIn(scope: RecordScope, transition: Transition): Pick<WireAction, 'unmet'> {
  const told = Object.entries(unmetByAnyAnswer(scope, transition)).map(([field, said]) => [
    field,
    said.map((one) => tell(scope.portal, one)),
  ]);
  return told.length === 0 ? {} : { unmet: Object.fromEntries(told) as NonNullable<WireAction['unmet']> };
}
