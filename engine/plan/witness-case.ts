/** Writes the case that shows a changed right as a case of `munisipyo test`. */
import { writeYaml } from '../config/write-yaml.ts';
import { asVisitorMeets, visibleIn } from '../config/logic/visitor-facts.ts';
import type { Condition } from '../portal/model/condition.ts';
import type { Portal } from '../portal/model/portal.ts';
import { addressOf, visitorOf } from '../portal/routing/visitors.ts';
import { asksForm } from '../portal/workflow/transition.ts';
import { testsByText } from './condition-text.ts';
import type { RightChange, RightWitness } from './right-change.ts';

/** A file of tests with one case. */
export interface WitnessFile {
  /** Of the file, without its ending. */
  readonly name: string;
  /** YAML. */
  readonly text: string;
}

/**
 * @param after the later configuration, on which the case must hold
 * @param day on which it happens (ISO date)
 * @returns a sentence if a case cannot say it
 */
export function witnessCase(after: Portal, change: RightChange, day: string): WitnessFile | string {
  const { witness, department, what, name } = change;
  if (witness === null) return 'There is no case: there were too many to try them all.';
  if (what === 'read' || what === 'update') {
    return `A case of a test says which pages open and which steps are possible, not who may ${what} a record.`;
  }
  const isPermitted = witness.permits === 'after';
  const who = department ?? 'nobody';
  const title = `${who} ${what === 'page' ? 'opens' : 'takes'} ${name}${witness.state === null ? '' : ` in ${witness.state}`}`;
  const tells = isPermitted ? title : `${title} no longer`;
  const expected =
    what === 'page' ? pageExpected(after, change, isPermitted) : stepExpected(after, change, isPermitted);
  if (typeof expected === 'string') return expected;
  const flags = flagsIn(after, department, witness);
  const parts = [who, name, ...(witness.state === null ? [] : [witness.state])];
  const content = {
    title: 'A right that has changed',
    ...(department !== null && { personas: { person: { department, ...(flags !== null && { flags }) } } }),
    cases: [{ case: tells, day, ...(department !== null && { as: 'person' }), ...expected }],
  };
  return {
    name: ['right', ...parts].join('-').replaceAll('.', '-'),
    text: `# yaml-language-server: $schema=../../schemas/test.json\n${writeYaml(content)}`,
  };
}

/** Flags that differ from those of the demonstration account; null: none does. */
function flagsIn(portal: Portal, department: string | null, { flags }: RightWitness): object | null {
  const usual = department === null ? null : visitorOf(portal, department);
  const other = Object.entries(flags).filter(([flag, value]) => usual?.flags[flag] !== value);
  return other.length === 0 ? null : Object.fromEntries(other);
}

function pageExpected(
  after: Portal,
  { name, department }: RightChange,
  isPermitted: boolean,
): object | string {
  const route = after.routes.find((one) => one.name === name);
  if (route === undefined) return `The page ${name} is gone.`;
  const address = addressOf(route, department ?? '');
  return { pages: { [isPermitted ? 'open' : 'closed']: [address] } };
}

function stepExpected(after: Portal, change: RightChange, isPermitted: boolean): object | string {
  const [type = '', step = ''] = change.name.split('.', 2);
  const { witness, department } = change;
  const recordType = after.recordTypes[type];
  const taken = after.workflows[type]?.transitions[step];
  if (recordType === undefined || taken === undefined) return `The step ${change.name} is gone.`;
  const state = witness?.state ?? after.workflows[type]?.initial ?? '';
  const visitor = department === null ? null : visitorOf(after, department, witness?.flags);
  const rules = [taken.by ?? never, visibleIn(after, recordType, state)];
  const tests = testsByText(rules, (rule) =>
    visitor === null ? rule : asVisitorMeets(rule, { portal: after, visitor, type: recordType }),
  );
  // Without answers the form would refuse the step, and the case would say nothing of the right.
  const [example] = asksForm(taken) ? recordType.examples : [];
  const record: Record<string, unknown> = { type, state, ...(example && { data: example }) };
  for (const text of witness?.holds ?? []) {
    const test = tests.get(text);
    if (test === undefined || !write(record, test, type))
      return `A case cannot say that this is true: ${text}`;
  }
  return { record, steps: { [isPermitted ? 'possible' : 'not']: [step] } };
}

const never: Condition = { test: 'not', of: { test: 'always' } };

/** Writes the record so that the test is true. @returns false if a case has no words for it */
function write(record: Record<string, unknown>, test: Condition, type: string): boolean {
  if (test.test === 'party' && test.role === 'owner') record['own'] = true;
  else if (test.test === 'compare' && 'value' in test.operand && test.each === undefined) {
    const { subject, operator, operand } = test;
    const value = valueFor(operator, operand.value);
    if (value === undefined) return false;
    if (subject.from === 'record' && ['office', 'kind', 'unit', 'state'].includes(subject.name))
      record[subject.name] = value;
    else if (subject.from === 'document')
      record['documents'] = { ...Object(record['documents']), [subject.name]: value };
    else if (subject.from === 'field' && subject.path.lookup === null && subject.path.keys.length === 1) {
      const { ancestor, keys } = subject.path;
      const owner = ancestor === null || ancestor === type ? record : parentIn(record, ancestor);
      owner['data'] = { ...Object(owner['data']), [keys[0] ?? '']: value };
    } else return false;
  } else return false;
  return true;
}

function parentIn(record: Record<string, unknown>, type: string): Record<string, unknown> {
  const parent = { type, ...Object(record['parent']) } as Record<string, unknown>;
  record['parent'] = parent;
  return parent;
}

/** A value for which the comparison is true; undefined: none is known. */
function valueFor(operator: string, value: unknown): unknown {
  switch (operator) {
    case 'is':
    case 'atLeast':
    case 'atMost':
      return value;
    case 'in':
      return Array.isArray(value) ? (value[0] as unknown) : undefined;
    case 'has':
      return [value];
    case 'hasAny':
      return Array.isArray(value) ? value.slice(0, 1) : undefined;
    case 'above':
      return Number(value) + 1;
    case 'below':
      return Number(value) - 1;
    case 'exists':
      return value === true ? 'something' : undefined;
    default:
      return undefined;
  }
}
