/** Describes a start page: its questions, and where people open an account for what it is about. */
import { holds } from '../conditions/evaluate.ts';
import { signedOut } from '../model/department.ts';
import type { Portal } from '../model/portal.ts';
import type { Route } from '../model/route.ts';
import { decide } from '../routing/decide.ts';
import { visitorOf } from '../routing/visitors.ts';
import { startQuestions, type StartQuestion } from './questions.ts';

export interface StartPage {
  readonly type: string;
  readonly title: string;
  readonly questions: readonly StartQuestion[];
  /** Names of routes. */
  readonly registrations: readonly string[];
}

/** @param portal in the reader's language */
export function startPageOf(portal: Portal, route: Route): StartPage {
  const type = route.of[0]?.type ?? '';
  return {
    type,
    title: portal.recordTypes[type]?.title ?? type,
    questions: startQuestions(portal, route),
    registrations: registrationsFor(portal, type),
  };
}

/** The forms that open an account of a department that may create such a record. */
function registrationsFor(portal: Portal, type: string): string[] {
  const create = portal.recordTypes[type]?.access.create;
  return portal.routes.flatMap((route) => {
    const { name, screen, of } = route;
    const isOpen = decide({ portal, visitor: signedOut }, route.path).outcome === 'show';
    const account = screen === 'form' && isOpen ? portal.recordTypes[of[0]?.type ?? '']?.account : null;
    const visitor = account == null ? null : visitorOf(portal, account.department, {});
    return create !== undefined && visitor !== null && holds(create, { portal, visitor }) ? [name] : [];
  });
}
