/** The steps of a service in their usual order: what the client does, what the office does, the fee and the time of each. */
import { knownForVisitor, visitorsByDepartment } from '../config/logic/visitor-facts.ts';
import type { CharterServiceModel } from '../contract/workbench.ts';
import { workbenchMessages } from '../locales/workbench.ts';
import { knownState, possible, testsOf } from '../portal/conditions/possible.ts';
import { say } from '../portal/language/say.ts';
import type { Condition } from '../portal/model/condition.ts';
import type { Portal } from '../portal/model/portal.ts';
import type { RecordType } from '../portal/model/record-type.ts';
import type { Transition, Workflow } from '../portal/model/workflow.ts';
import { mainPath, mentions } from '../portal/workflow/main-path.ts';
import { officesOf } from '../portal/workflow/record-offices.ts';
import { sayLimits } from './clock-words.ts';
import { targetsOf } from './workflow.ts';

type StepRow = CharterServiceModel['steps'][number];

export interface CharterSteps {
  readonly rows: readonly StepRow[];
  /** Keys of the departments that take a step. */
  readonly offices: readonly string[];
  /** Names of the documents that the steps issue. */
  readonly documents: readonly string[];
}

/** @param portal in the reader's language */
export function charterSteps(portal: Portal, type: string): CharterSteps {
  const workflow = portal.workflows[type];
  const recordType = portal.recordTypes[type];
  if (workflow === undefined || recordType === undefined) return { rows: [], offices: [], documents: [] };
  const states = [workflow.initial, ...mainPath(workflow, workflow.initial)];
  const taken = states.flatMap((from, at): UsualStep[] => {
    const to = states[at + 1];
    const step = to === undefined ? undefined : usualStep(workflow, from, to);
    return step === undefined ? [] : [{ from, step, takers: takersOf({ portal, recordType }, step, from) }];
  });
  return {
    rows: taken.map((one) => rowOf({ portal, workflow }, one)),
    offices: [...new Set(taken.flatMap(({ takers }) => takers.filter((key) => !isRequester(portal, key))))],
    documents: [
      ...new Set(
        taken
          .flatMap(({ step }) => step.then)
          .flatMap((one) => (one.effect === 'document' && one.document !== null ? [one.document] : [])),
      ),
    ],
  };
}

interface UsualStep {
  readonly from: string;
  readonly step: Transition;
  /** Keys of departments. */
  readonly takers: readonly string[];
}

/** The first one that leads there by itself; then one that leads there in some cases; last, what a time limit fires. */
function usualStep({ transitions }: Workflow, from: string, to: string): Transition | undefined {
  const all = Object.values(transitions).filter(
    (step) => step.from.includes(from) && step.extends === null && targetsOf(step).includes(to),
  );
  const usual = all.filter(({ trigger }) => trigger === null || !mentions(trigger, isOfTime));
  return usual.find((step) => step.to === to) ?? usual[0] ?? all[0];
}

function isOfTime({ test }: Condition): boolean {
  return test === 'lapsed' || test === 'after' || test === 'expired';
}

function takersOf(
  { portal, recordType: type }: { readonly portal: Portal; readonly recordType: RecordType },
  { by }: Transition,
  state: string,
): string[] {
  if (by === null) return [];
  return visitorsByDepartment(portal, [by]).flatMap(({ name, visitors }) => {
    const may = visitors.some(
      (visitor) => possible(by, knownState(state, knownForVisitor({ portal, visitor, type }))).true,
    );
    return may && Object.hasOwn(portal.departments, name) ? [name] : [];
  });
}

interface RowScope {
  readonly portal: Portal;
  readonly workflow: Workflow;
}

function rowOf({ portal, workflow }: RowScope, { from, step, takers }: UsualStep): StepRow {
  const requesters = takers.filter((key) => isRequester(portal, key));
  const ofClient = requesters.length > 0;
  const below = childTypesOf(step);
  return {
    client: ofClient ? step.title : null,
    agency: ofClient ? null : step.title,
    responsible: step.by === null ? ofParts(portal, below) : namesOf(portal, ofClient ? requesters : takers),
    fee: feesOf(portal, step, below),
    time: timeIn({ portal, workflow }, from),
  };
}

function isRequester({ departments }: Portal, key: string): boolean {
  return departments[key]?.kind === 'requester';
}

/** The types of the records below whose progress takes the step. */
function childTypesOf({ trigger }: Transition): readonly string[] {
  const tests = trigger === null ? [] : testsOf(trigger);
  return tests.flatMap((test) => (test.test === 'children' ? [test.type] : []));
}

/** The offices whose records take the step by their progress; without such records the portal takes it. */
function ofParts(portal: Portal, below: readonly string[]): string {
  const types = below.flatMap((type) => portal.recordTypes[type] ?? []);
  const offices = [...new Set(types.flatMap((type) => [...officesOf(portal, type)]))];
  if (offices.length === 0) return say(portal.words, workbenchMessages.portal);
  return offices.length > mostNamed
    ? say(portal.words, workbenchMessages.officesOfParts)
    : namesOf(portal, offices);
}

/** So many offices are named; more are the office in charge. */
const mostNamed = 3;

function namesOf({ departments, words }: Portal, keys: readonly string[]): string {
  return keys.length > mostNamed
    ? say(words, workbenchMessages.officeInCharge)
    : keys.map((key) => departments[key]?.title ?? key).join(', ');
}

/** Fees that the step computes, or that were computed in the records below. */
function feesOf({ fees, workflows }: Portal, step: Transition, below: readonly string[]): string | null {
  const steps = [step, ...below.flatMap((type) => Object.values(workflows[type]?.transitions ?? {}))];
  const titles = steps
    .flatMap(({ then }) => then)
    .flatMap((one) => (one.effect === 'assess' ? (fees[one.schedule]?.title ?? []) : []));
  return titles.length === 0 ? null : [...new Set(titles)].join(', ');
}

/** The limits that begin in this state; those of a date of the record are no time for work. */
function timeIn({ portal, workflow }: RowScope, state: string): string | null {
  const clocks = Object.values(workflow.clocks).filter(
    ({ starts, from }) => from === null && starts.includes(state),
  );
  return clocks.length === 0
    ? null
    : clocks.map((clock) => `${clock.title}: ${sayLimits(portal, clock, workflow.of)}`).join('; ');
}
