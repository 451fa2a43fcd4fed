/** Describes a workflow as a graph: its states, the steps between them, who takes them, and the time limits. */
import type { WorkflowModel } from '../contract/workbench.ts';
import { workbenchMessages } from '../locales/workbench.ts';
import { say } from '../portal/language/say.ts';
import type { Portal } from '../portal/model/portal.ts';
import type { State, Transition, Workflow } from '../portal/model/workflow.ts';
import { sayLimits } from './clock-words.ts';
import { sayCondition } from './condition-words.ts';
import { sayEffect } from './effect-words.ts';
import { nameWords } from './subject-words.ts';

/**
 * @param portal in the reader's language
 * @returns null if there is no workflow of such records
 */
export function describeWorkflow(portal: Portal, type: string): WorkflowModel | null {
  const workflow = Object.hasOwn(portal.workflows, type) ? portal.workflows[type] : undefined;
  if (workflow === undefined) return null;
  const recordType = portal.recordTypes[type];
  return {
    type,
    title: recordType?.title ?? type,
    file: recordType?.place.file ?? '',
    states: Object.values(workflow.states).map((state) => ({
      key: state.key,
      title: state.title,
      tone: state.tone,
      who: sayHolder(portal, state),
      isInitial: state.key === workflow.initial,
      isEnd: state.isFinal || state.isSettled,
    })),
    steps: Object.values(workflow.transitions).map((step) => describeStep(portal, workflow, step)),
    clocks: Object.values(workflow.clocks).map((clock) => ({
      key: clock.name,
      title: clock.title,
      within: sayLimits(portal, clock, type),
      starts: titlesOf(workflow, clock.starts),
      pauses: titlesOf(workflow, clock.pauses),
      stops: titlesOf(workflow, clock.stops),
      source: clock.source,
      certainty: clock.certainty,
    })),
  };
}

/** Whose turn it is; null: nobody's. */
function sayHolder({ departments, words }: Portal, { waitsFor }: State): string | null {
  if (waitsFor === null) return null;
  if (waitsFor === 'owner') return say(words, workbenchMessages.owner);
  if (waitsFor === 'office') return say(words, workbenchMessages.officeInCharge);
  if (waitsFor === 'children') return say(words, workbenchMessages.partsBelow);
  return departments[waitsFor]?.title ?? nameWords(waitsFor);
}

function describeStep(portal: Portal, { of }: Workflow, step: Transition): WorkflowModel['steps'][number] {
  const record = { type: of };
  const { name, title, from, by, trigger, needs, then } = step;
  return {
    key: name,
    title,
    from,
    to: targetsOf(step),
    isAutomatic: by === null,
    who:
      by === null
        ? null
        : (sayCondition(portal, by, record) ?? say(portal.words, workbenchMessages.whenAlways)),
    when:
      trigger === null
        ? null
        : (sayCondition(portal, trigger, record) ?? say(portal.words, workbenchMessages.whenAlways)),
    needs: needs.map(({ message }) => message),
    effects: then.map((effect) => sayEffect(portal, effect)),
  };
}

/** Every state to which the step may lead; none: it stays in its state. */
export function targetsOf({ to, toCases }: Transition): readonly string[] {
  return [...new Set([...toCases.map((one) => one.to), to])].filter((state) => state !== '');
}

function titlesOf({ states }: Workflow, keys: readonly string[]): readonly string[] {
  return keys.map((key) => states[key]?.title ?? key);
}
