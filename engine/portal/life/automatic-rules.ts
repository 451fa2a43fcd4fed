/** Extracts the part of a portal that decides what happens to records automatically, without texts for people. */
import type { Clock, State, Transition, Workflow } from '../model/workflow.ts';
import type { Portal } from '../model/portal.ts';
import type { ChecklistItem } from '../model/requirement.ts';

/**
 * Keys that move no record: texts for people, positions, and what only people decide. Every other key counts, including
 * new ones, until it is listed here.
 */
const ignoredKeys = {
  // Records in a former state are moved when the configuration comes into force.
  state: ['title', 'tone', 'formerly'] satisfies (keyof State)[],
  // The conditions of a step, without their messages.
  transition: ['title', 'bulk', 'scan', 'place', 'needs'] satisfies (keyof Transition)[],
  clock: ['title', 'place', 'source', 'certainty'] satisfies (keyof Clock)[],
  item: ['title', 'help', 'accepts', 'source', 'certainty'] satisfies (keyof ChecklistItem)[],
};

/** A JSON value. If two portals have the same one, no record needs a new look. */
export function automaticRules(portal: Portal): unknown {
  const { recordTypes, workflows, kinds, documents, departments, timeZone } = portal;
  return [
    timeZone,
    daysOf(portal),
    Object.values(recordTypes).map(({ type, unit, derived, capacity, items }) => [
      type,
      unit,
      derived,
      capacity,
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
    Object.values(states).map((state) => without(state, ignoredKeys.state)),
    Object.values(transitions).map((step) => [
      without(step, ignoredKeys.transition),
      step.needs.map(({ condition }) => condition),
    ]),
    Object.values(clocks).map((clock) => without(clock, ignoredKeys.clock)),
  ];
}

function itemOf(item: ChecklistItem): unknown {
  return without(item, ignoredKeys.item);
}

function without(thing: object, keys: readonly string[]): unknown {
  return Object.entries(thing).filter(([key]) => !keys.includes(key));
}
