/** The part of a portal that decides what happens to records by itself, without what only people read. */
import type { Clock } from '../model/clock.ts';
import type { Portal } from '../model/portal.ts';
import type { ChecklistItem } from '../model/requirement.ts';
import type { State, Transition, Workflow } from '../model/workflow.ts';

/** The keys that only people read. All others count, a new one as well, until somebody lists it here. */
const events = {
  // Records of a former state are moved as soon as they are seen.
  state: ['title', 'tone', 'formerly'] satisfies (keyof State)[],
  // What a step needs is listed without its messages.
  transition: ['title', 'bulk', 'place', 'needs'] satisfies (keyof Transition)[],
  clock: ['title', 'place', 'source', 'certainty'] satisfies (keyof Clock)[],
  item: ['title', 'help', 'accepts', 'source', 'certainty'] satisfies (keyof ChecklistItem)[],
};

/** A value for JSON. Two portals with the same one need not look at each other's records. */
export function decidingPart(portal: Portal): unknown {
  const { recordTypes, workflows, kinds, documents, departments, timeZone } = portal;
  return [
    timeZone,
    daysOf(portal),
    Object.values(recordTypes).map(({ type, unit, derived, items }) => [
      type,
      unit,
      derived,
      items.map(itemOf),
    ]),
    Object.values(workflows).map(workflowOf),
    Object.values(kinds).map(({ id, applies, valid, items }) => [id, applies, valid, items.map(itemOf)]),
    Object.values(documents).map(({ name, valid }) => [name, valid]),
    Object.values(departments).map(({ key, constants }) => [key, constants]),
  ];
}

function daysOf({ days: { working, officeHours, holidays, named } }: Portal): unknown {
  const namedDays = Object.entries(named).map(([name, { day, years }]) => [name, day, years]);
  return [working, officeHours, holidays.map(({ day }) => day), namedDays];
}

function workflowOf({ of, initial, states, transitions, clocks }: Workflow): unknown {
  return [
    of,
    initial,
    Object.values(states).map((state) => without(state, events.state)),
    Object.values(transitions).map((step) => [
      without(step, events.transition),
      step.needs.map(({ condition }) => condition),
    ]),
    Object.values(clocks).map((clock) => without(clock, events.clock)),
  ];
}

function itemOf(item: ChecklistItem): unknown {
  return without(item, events.item);
}

function without(thing: object, keys: readonly string[]): unknown {
  return Object.entries(thing).filter(([key]) => !keys.includes(key));
}
