/** Enforces the guards of the home page on changes of records: a visitor whom the guards redirect is refused here. */
import type { FastifyRequest } from 'fastify';
import type { Scope } from '../../../portal/conditions/scope.ts';
import { decide, landingPath } from '../../../portal/routing/decide.ts';
import { configuredMessage } from '../../../portal/text/tell.ts';
import type { Application } from '../../kernel/application.ts';
import { forbidden, HttpError } from '../../http/errors.ts';
import { message } from '../../../locales/message.ts';
import { accountMessages } from '../../../locales/account.ts';
import { secondStepMessages } from '../../../locales/second-step.ts';

/** For `mayAsk` of endpoints. */
export function doorOf(application: Application): (request: FastifyRequest) => void {
  return ({ visitor }) => requireOpenDoor({ portal: application.portal(), visitor });
}

/** Maximum number of redirects by the configuration on the way home. */
const mostSteps = 5;

/**
 * Follows the redirects of the home page like a browser.
 * @throws HttpError 403 if they end in signing out, in credentials that must be changed first, or in a second step to set up
 */
export function requireOpenDoor(scope: Scope): void {
  const home = landingPath(scope, 'home');
  if (home === null) return;
  const credentials = landingPath(scope, 'credentials');
  const secondStep = landingPath(scope, 'secondStep');
  let path = home;
  for (let step = 0; step < mostSteps; step += 1) {
    const decision = decide(scope, path);
    if (decision.outcome !== 'go') return;
    if (decision.signOut) {
      const { message: said } = decision;
      throw forbidden(
        'no-access',
        said === null ? message(accountMessages.noAccessNow) : configuredMessage(said, 'message'),
      );
    }
    if (decision.to === credentials) {
      throw forbidden('credentials', message(accountMessages.ownSignInRequired));
    }
    if (decision.to === secondStep) {
      throw forbidden('second-step', message(secondStepMessages.dueFirst));
    }
    path = decision.to;
  }
}

/** The same as an answer. */
export function isDoorOpen(scope: Scope): boolean {
  try {
    requireOpenDoor(scope);
    return true;
  } catch (error) {
    if (error instanceof HttpError) return false;
    throw error;
  }
}
