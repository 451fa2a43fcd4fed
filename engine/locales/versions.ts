/** Messages about versions of the configuration that somebody wants in force. */
import { catalogue } from './catalogue.ts';

export const versionMessages = catalogue('versions', {
  appliedExplained: 'Your change of the configuration is in force: “{message}”',
  appliedSubject: 'Your change of the configuration is in force',
  reason: 'The reason: {reason}',
  refusedExplained:
    'The time of your change of the configuration has come, but something is in the way: “{message}” It comes into force as soon as that is gone.',
  refusedSubject: 'Your change of the configuration has to wait',
  staleExplained:
    'Your change of the configuration was not put in force, because it would now do something else than its plan said: “{message}” Make a new plan, and apply it again.',
  staleSubject: 'Your change of the configuration was not put in force',
});
