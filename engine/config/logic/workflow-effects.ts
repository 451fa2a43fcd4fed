/** The effects of a workflow's steps, warnings and reminders. */
import type { EffectDefinition, Workflow } from '../../portal/model/workflow.ts';

export function effectsOf(workflow: Workflow | undefined): readonly EffectDefinition[] {
  const steps = Object.values(workflow?.transitions ?? {}).flatMap((one) => one.then);
  const warnings = Object.values(workflow?.clocks ?? {}).flatMap((one) => one.warn?.then ?? []);
  const reminders = Object.values(workflow?.reminders ?? {}).map((one) => one.notify);
  return [...steps, ...warnings, ...reminders];
}
