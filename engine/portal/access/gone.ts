/** Finds what a record needs and the configuration no longer declares. A record without its rules takes no steps. */
import type { Portal } from '../model/portal.ts';
import type { PortalRecord } from '../model/record.ts';
import { message, type Message } from '../../locales/message.ts';
import { recordMessages } from '../../locales/records.ts';

type RecordReferences = Pick<PortalRecord, 'type' | 'state' | 'kind' | 'office' | 'form'>;

/** @returns why nobody may change the record; null if all its rules exist */
export function whyRuleless(portal: Portal, record: RecordReferences): Message | null {
  const { kind, office, state } = record;
  if (kind !== null && !Object.hasOwn(portal.kinds, kind)) {
    return message(recordMessages.kindRemoved, {
      name: kind,
    });
  }
  if (office !== null && !Object.hasOwn(portal.departments, office)) {
    return message(recordMessages.departmentRemoved, {
      name: office,
    });
  }
  if (isFormGone(portal, record)) {
    return message(recordMessages.formRemoved);
  }
  const states = Object.hasOwn(portal.workflows, record.type)
    ? portal.workflows[record.type]?.states
    : undefined;
  if (states !== undefined && !Object.hasOwn(states, state)) {
    return message(recordMessages.stateRemoved, {
      name: state,
    });
  }
  return null;
}

/** The record has answers, but neither its kind nor its type has a form now. */
function isFormGone({ kinds, recordTypes }: Portal, { type, kind, form }: RecordReferences): boolean {
  const asked = (kind === null ? null : kinds[kind]?.form) ?? recordTypes[type]?.form ?? null;
  return form !== null && asked === null;
}
