/** Decides a command, and refuses one whose automatic steps never end. Server, stories and replay use it. */
import { message } from '../../locales/message.ts';
import { recordMessages } from '../../locales/records.ts';
import { decideCommand } from './decide-command.ts';
import { EndlessTriggersError } from './triggers.ts';

/**
 * `munisipyo check` refuses a configuration with cycles. An unchecked one still gets an answer with a reason.
 * @throws EndlessTriggersError if time passes: nobody waits for an answer, so the caller needs the reason
 */
export function decideOrRefuse(
  ...[scope, family, command]: Parameters<typeof decideCommand>
): ReturnType<typeof decideCommand> {
  try {
    return decideCommand(scope, family, command);
  } catch (error) {
    if (!(error instanceof EndlessTriggersError) || command.type === 'wake') throw error;
    const steps = error.steps.map((text) => ({ text, kind: 'step' }));
    return { rule: 'rules', refused: 'conflict', message: message(recordMessages.endlessSteps, { steps }) };
  }
}
