/** Which step of a record is taken by a link, and by a link to which address. */
import { linkConditionOf, type LinkCondition } from '../../portal/conditions/link-condition.ts';
import type { Portal } from '../../portal/model/portal.ts';
import type { PortalRecord } from '../../portal/model/record.ts';
import type { Transition } from '../../portal/model/workflow.ts';

export interface LinkStep {
  readonly transition: Transition;
  readonly condition: LinkCondition;
}

/** The step that is open to a link in the record's present state; null where none is. */
export function linkStepOf(portal: Portal, record: PortalRecord): LinkStep | null {
  for (const transition of Object.values(portal.workflows[record.type]?.transitions ?? {})) {
    const condition = linkConditionOf(transition.by);
    if (condition !== null && transition.from.includes(record.state)) return { transition, condition };
  }
  return null;
}

/** The address in the field now; null where it is no text. */
export function addressIn(record: PortalRecord, { field }: LinkCondition): string | null {
  const value = Object.hasOwn(record.data, field) ? record.data[field] : null;
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Path of the page that asks to confirm the step; null where the configuration has none. */
export function linkPathOf(portal: Portal, token: string): string | null {
  const route = portal.routes.find(({ screen }) => screen === 'link');
  return route?.path.replace(/\{\w+\}/, token) ?? null;
}
