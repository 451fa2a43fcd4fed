/** The step of a record that a link takes, and the address that the link is sent to. */
import { type LinkCondition, linkConditionOf } from '../../portal/conditions/possible.ts';
import type { Portal } from '../../portal/model/portal.ts';
import type { PortalRecord } from '../../portal/model/record.ts';
import type { Transition } from '../../portal/model/workflow.ts';

export interface LinkStep {
  readonly transition: Transition;
  readonly condition: LinkCondition;
}

/** The step that a link may take in the record's current state; null if there is none. */
export function linkStepOf(portal: Portal, record: PortalRecord): LinkStep | null {
  for (const transition of Object.values(portal.workflows[record.type]?.transitions ?? {})) {
    const condition = linkConditionOf(transition.by);
    if (condition !== null && transition.from.includes(record.state)) return { transition, condition };
  }
  return null;
}

/** The current address in the field; null if it is not text. */
export function addressIn(record: PortalRecord, { field }: LinkCondition): string | null {
  const value = Object.hasOwn(record.data, field) ? record.data[field] : null;
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Path of the page that confirms the step; null if the configuration has none. */
export function linkPathOf(portal: Portal, token: string): string | null {
  const route = portal.routes.find(({ screen }) => screen === 'link');
  return route?.path.replace(/\{\w+\}/, token) ?? null;
}
