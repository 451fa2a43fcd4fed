/** Links the clocks of a workflow: their limit, the states in which they run, extensions and warnings. */
import { usualMessages } from '../../../locales/usual.ts';
import type { ChildStates, Clock, ClockLimit, Transition, Workflow } from '../../../portal/model/workflow.ts';
import { type ConditionalValue, type FieldPath, parseDuration } from '../../../portal/model/condition.ts';
import { linkCondition } from '../conditions/condition.ts';
import { namedType } from '../conditions/condition-children.ts';
import type { ConditionPlace } from '../conditions/condition-place.ts';
import {
  child,
  entries,
  isMapping,
  isPresent,
  items,
  oneOrMore,
  placeOf,
  text,
  texts,
  truth,
  type Cursor,
} from '../input/cursor.ts';
import { linkDuration } from '../input/durations.ts';
import { linkEffects } from './effects.ts';
import { linkFieldPath } from '../conditions/field-path.ts';
import { linkNamedForm } from '../forms/forms.ts';
import { report, reportUnknown, type LinkContext, isKnown, countUse } from '../input/link-context.ts';
import { certaintyOf } from '../checklists/checklist-items.ts';
import { titleFromKey } from '../input/title-from-key.ts';
import { checkDated } from '../conditions/subject-shape.ts';

interface ClockPlace {
  /** Record type of the workflow. */
  readonly of: string;
  /** Reports an unknown state. */
  readonly checkState: (at: Cursor) => void;
}

export function linkClocks(at: Cursor, place: ClockPlace, context: LinkContext): Record<string, Clock> {
  return Object.fromEntries(
    entries(at).map(([name, said]) => [name, linkClock(name, said, { ...place, context })]),
  );
}

function linkClock(
  name: string,
  at: Cursor,
  { of, checkState, context }: ClockPlace & { readonly context: LinkContext },
): Clock {
  const states = (key: string): string[] => {
    for (const one of oneOrMore(child(at, key))) if (!isMapping(one.value)) checkState(one);
    return texts(child(at, key));
  };
  const extend = child(at, 'extend');
  const warn = child(at, 'warn');
  const by = child(extend, 'by');
  checkRuns(at, name, context);
  return {
    name,
    title: text(child(at, 'title')) ?? titleFromKey(name),
    within: linkWithin(child(at, 'within'), context, { where: 'needs', type: of }),
    from: linkStart(child(child(at, 'from'), 'field'), of, context),
    starts: states('starts'),
    pauses: states('pauses'),
    rests: oneOrMore(child(at, 'pauses'))
      .filter(({ value }) => isMapping(value))
      .map((one) => linkRest(one, context)),
    stops: states('stops'),
    extend: isPresent(by)
      ? {
          by: linkCondition(by, context, { where: 'access', type: of }),
          input: linkNamedForm(child(extend, 'input'), context),
        }
      : null,
    warn: isPresent(warn)
      ? {
          before: linkDuration(child(warn, 'before'), context),
          // oxlint-disable-next-line unicorn/no-thenable -- the grammar's word, and a list is no promise
          then: linkEffects(child(warn, 'then'), { of, answers: new Set() }, context),
        }
      : null,
    source: text(child(at, 'source')),
    certainty: certaintyOf(at),
    place: placeOf(at),
  };
}

/** Returns true for a final state. */
function isEnd(state: Cursor): boolean {
  return truth(child(state, 'final')) || truth(child(state, 'settled'));
}

/** The date field from which the clock counts. */
function linkStart(at: Cursor, type: string, context: LinkContext): FieldPath | null {
  const path = isPresent(at) ? linkFieldPath(at, context, { type }) : null;
  if (path !== null) checkDated(at, path, context, { type, code: 'clock/no-date' });
  return path;
}

/** `{ children: TYPE, waitsFor: ROLE }`: the states of that type that wait for the role; a draft does not count. */
function linkRest(at: Cursor, context: LinkContext): ChildStates {
  const type = namedType(child(at, 'children'), context);
  const role = text(child(at, 'waitsFor'));
  if (role !== null) countUse(context, 'role', child(at, 'waitsFor'), { name: role, of: type });
  const { records, workflows } = context.names;
  const workflow = workflows.get(type);
  const isBegun = isPresent(child(child(records.get(type) ?? at, 'access'), 'create'));
  const draft = workflow === undefined || !isBegun ? null : text(child(workflow, 'initial'));
  const states = workflow === undefined ? [] : entries(child(workflow, 'states'));
  const waiting = states.filter(
    ([key, said]) => key !== draft && !isEnd(said) && text(child(said, 'waitsFor')) === role,
  );
  return { type, states: waiting.map(([key]) => key) };
}

/** A clock that starts and stops in the same state never runs. Without a time it ends at once, unless it waits for a day. */
function checkRuns(at: Cursor, name: string, context: LinkContext): void {
  const within = child(at, 'within');
  if (parseDuration(text(within) ?? '')?.amount === 0 && !isPresent(child(at, 'from')))
    report(context, 'clock/no-time', within, {});
  const stops = texts(child(at, 'stops'));
  for (const one of oneOrMore(child(at, 'starts'))) {
    if (stops.includes(text(one) ?? ''))
      report(context, 'clock/stops-at-once', one, { name, state: text(one) ?? '' });
  }
}

function linkWithin(at: Cursor, context: LinkContext, place: ConditionPlace): ConditionalValue<ClockLimit> {
  const cases = items(child(at, 'cases'));
  if (cases.length === 0) return linkLimit(at, context);
  return {
    cases: cases.map((one) => ({
      when: linkCondition(child(one, 'when'), context, place),
      value: linkLimit(child(one, 'value'), context),
    })),
    otherwise: linkLimit(child(at, 'else'), context),
  };
}

/** A duration, a constant of portal.yaml, or a constant of the record's office. */
function linkLimit(at: Cursor, context: LinkContext): ClockLimit {
  if (!isMapping(at.value)) return linkDuration(at, context);
  const office = child(at, 'office');
  if (isPresent(office)) return linkOfficeLimit(office, context);
  const constant = child(at, 'constant');
  const name = text(constant) ?? '';
  const { constants } = context.names;
  if (!constants.has(name)) {
    reportUnknown(context, 'condition/unknown-constant', constant, { name, choices: constants.keys() });
    return { amount: 0, unit: 'day' };
  }
  countUse(context, 'constant', constant, { name });
  const found = parseDuration(String(constants.get(name)));
  if (found === null) report(context, 'clock/no-duration', constant, { name });
  return found ?? { amount: 0, unit: 'day' };
}

function linkOfficeLimit(at: Cursor, context: LinkContext): ClockLimit {
  const name = text(at) ?? '';
  const { officeConstants, departments } = context.names;
  isKnown(context, 'condition/unknown-constant', at, { name, choices: officeConstants });
  for (const department of departments.values()) {
    const said = text(child(child(department, 'constants'), name));
    if (said !== null && parseDuration(said) === null) {
      report(context, 'clock/no-duration', child(child(department, 'constants'), name), { name });
    }
  }
  return { officeConstant: name };
}

/** The transitions that extend clocks: possible in every state in which the clock runs, without leaving it. */
export function extensionsOf({ clocks, transitions, states }: Workflow): Record<string, Transition> {
  const extensions = Object.values(clocks).flatMap((clock): Transition[] => {
    if (clock.extend === null) return [];
    const from = statesOfClock(clock, transitions).filter(
      (state) => !clock.pauses.includes(state) && states[state]?.isFinal !== true,
    );
    return [
      {
        name: `extend-${clock.name}`,
        title: titleOfExtension(clock),
        from,
        to: '',
        toCases: [],
        by: clock.extend.by,
        trigger: null,
        needs: [],
        input: clock.extend.input,
        saves: false,
        pick: null,
        books: null,
        keeps: true,
        bulk: false,
        takes: null,
        scan: false,
        isDelegable: false,
        extends: clock.name,
        quorum: null,
        takesBack: [],
        // oxlint-disable-next-line unicorn/no-thenable -- the grammar's word, and a list is no promise
        then: [],
        place: clock.place,
      },
    ];
  });
  return Object.fromEntries(extensions.map((one) => [one.name, one]));
}

/** Every state in which the clock can run or be paused. */
export function statesOfClock(
  { starts, stops }: Pick<Clock, 'starts' | 'stops'>,
  transitions: Readonly<Record<string, Pick<Transition, 'from' | 'to' | 'toCases'>>>,
): string[] {
  const found = new Set(starts.filter((state) => !stops.includes(state)));
  for (const state of found) {
    for (const { from, to, toCases } of Object.values(transitions)) {
      if (!from.includes(state)) continue;
      for (const target of [to, ...toCases.map((one) => one.to)]) {
        if (target !== '' && !stops.includes(target)) found.add(target);
      }
    }
  }
  return [...found];
}

function titleOfExtension({ title }: Clock): string {
  return usualMessages.extendClock.english.replace(
    '{clock}',
    `${title.charAt(0).toLowerCase()}${title.slice(1)}`,
  );
}
