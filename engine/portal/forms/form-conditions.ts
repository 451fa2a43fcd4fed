/** Decides which questions of a form apply, given the answers. Browser and server use the same code. */
import type { Condition, ConditionOf } from '../model/condition.ts';
import { answerKeys, conditionSchema, isOwnAnswer } from './condition-schema.ts';
import { isPresent } from '../conditions/field-value.ts';
import { holds } from '../conditions/evaluate.ts';
import { testsOf } from '../conditions/possible.ts';
import type { FormCondition, JsonSchema } from '../model/form.ts';
import { changeLevel, propertiesOf, requiredOf, schemaAt, levelOf } from './form-levels.ts';
import { isMapping } from '../values/is-mapping.ts';
import type { Decidable } from '../model/portal.ts';
import { blankRecord, contextAlone, type RecordContext } from '../model/record.ts';
import { signedOut } from '../model/department.ts';

export type Answers = Readonly<Record<string, unknown>>;

/** The parts of a form that decide which of its questions apply. */
export interface ConditionalForm {
  readonly conditions: readonly FormCondition[];
}

/** Evaluates the condition over these answers: those of the level, with the levels above as a fallback. */
export function holdsFor(condition: Condition, answers: Answers): boolean {
  return holds(condition, { portal: nowhere, visitor: signedOut, context: contextOf(answers) });
}

/** True if the condition reads only answers (and today), so that it can be evaluated while somebody types. */
export function isLive(condition: Condition): boolean {
  switch (condition.test) {
    case 'always':
    case 'between':
      return true;
    case 'not':
      return isLive(condition.of);
    case 'all':
    case 'any':
      return condition.of.every(isLive);
    case 'compare':
      return answerKeys(condition) !== null && isLiveOperand(condition.operand);
    default:
      return false;
  }
}

/**
 * The answers that apply. Answers to questions that do not apply, and empty answers, are removed, repeatedly until
 * nothing changes,
 * because a removed answer must not make another question apply.
 */
export function countedAnswers({ conditions }: ConditionalForm, data: Answers): Answers {
  let answers = filled(data) as Answers;
  for (const _ of conditions) {
    const before = answers;
    for (const { property, when } of conditions) {
      answers = withoutUnasked(answers, property.split('.'), { when, above: {} });
    }
    if (answers === before) break;
  }
  return answers;
}

/** Decides whether this property applies at its level. A property without a condition always applies. */
export function isAsked(condition: FormCondition | undefined, answers: Answers): boolean {
  return condition === undefined || holdsFor(condition.when, answers);
}

/** Paths (`lines.0.units`) of missing required answers that JSON Schema cannot express. */
export function missingAnswers({ conditions }: ConditionalForm, answers: Answers): string[] {
  return conditions
    .filter(({ isRequired, isInSchema }) => isRequired && !isInSchema)
    .flatMap(({ property, when }) => missingAt(answers, property.split('.'), { when, above: {}, at: [] }));
}

/**
 * Adds a condition to a schema: its property is required while the condition is true.
 * @returns the schema, and whether JSON Schema could express it
 */
export function withCondition(
  schema: JsonSchema,
  { property, when, isRequired }: Omit<FormCondition, 'isInSchema'>,
): { readonly schema: JsonSchema; readonly isInSchema: boolean } {
  if (!isRequired) return { schema, isInSchema: true };
  const keys = property.split('.');
  const [name = '', above] = [keys.at(-1), keys.slice(0, -1)];
  const owner = levelAt(schema, above);
  // JSON Schema validates one level at a time, so the condition may read only questions of the same level.
  const isOwn = owner !== undefined && namesOf(when).every((one) => Object.hasOwn(propertiesOf(owner), one));
  const test = isOwn ? conditionSchema(when, owner) : null;
  if (test === null) return { schema, isInSchema: false };
  const changed = changeLevel(schema, above, (level) => ({
    ...level,
    allOf: withBranch(level.allOf, test, name),
  }));
  return { schema: changed, isInSchema: true };
}

/** Makes a property required at its level, whatever the other answers are. */
export function withRequired(schema: JsonSchema, property: string): JsonSchema {
  const keys = property.split('.');
  return changeLevel(schema, keys.slice(0, -1), (level) => ({
    ...level,
    required: [...requiredOf(level), keys.at(-1)],
  }));
}

function levelAt(schema: JsonSchema, keys: readonly string[]): JsonSchema | undefined {
  const found = schemaAt(schema, keys);
  return found && levelOf(found);
}

/** One branch for each condition: properties with the same `when` share it. */
function withBranch(allOf: unknown, test: JsonSchema, name: string): unknown[] {
  const branches: unknown[] = Array.isArray(allOf) ? allOf : [];
  const written = JSON.stringify(test);
  let isFound = false;
  const changed = branches.map((branch) => {
    if (!isMapping(branch) || !isMapping(branch.then) || '$comment' in branch) return branch;
    if (JSON.stringify(branch.if) !== written) return branch;
    isFound = true;
    return branchOf(branch.if, [...requiredOf(branch.then), name]);
  });
  return isFound ? changed : [...branches, branchOf(test, [name])];
}

function branchOf(test: unknown, required: readonly string[]): JsonSchema {
  // oxlint-disable-next-line unicorn/no-thenable -- the word of JSON Schema; nobody awaits a schema.
  return { if: test, then: { required } };
}

/** First keys of the answers that a condition reads. */
export function namesOf(condition: Condition): string[] {
  return testsOf(condition).flatMap((test) => {
    if (test.test !== 'compare') return [];
    const other = 'field' in test.operand ? test.operand.field.keys : [];
    return [...(answerKeys(test) ?? []).slice(0, 1), ...other.slice(0, 1)];
  });
}

function isLiveOperand(operand: ConditionOf<'compare'>['operand']): boolean {
  if ('field' in operand) return isOwnAnswer(operand.field);
  return 'value' in operand || 'today' in operand;
}

/** Removes empty answers. The remaining answers are the same objects, so identity comparison works. */
function filled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(filled);
  if (!isMapping(value)) return value;
  const entries = Object.entries(value).filter(([, one]) => !isEmpty(one));
  return Object.fromEntries(entries.map(([key, one]) => [key, filled(one)]));
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

interface ConditionCheck {
  readonly when: Condition;
  /** Answers of the levels above. */
  readonly above: Answers;
}

/** Returns the same object if nothing was removed. */
function withoutUnasked<T>(value: T, keys: readonly string[], { when, above }: ConditionCheck): T {
  if (Array.isArray(value)) {
    const rows = value.map((row: unknown) => withoutUnasked(row, keys, { when, above }));
    return rows.some((row, index) => row !== value[index]) ? (rows as T) : value;
  }
  const [key, ...rest] = keys;
  if (!isMapping(value) || key === undefined || !Object.hasOwn(value, key)) return value;
  const answers = { ...above, ...value };
  if (rest.length > 0) {
    const inner = withoutUnasked(value[key], rest, { when, above: answers });
    return inner === value[key] ? value : { ...value, [key]: inner };
  }
  if (holdsFor(when, answers)) return value;
  const { [key]: _, ...others } = value;
  return others as T;
}

function missingAt(
  value: unknown,
  keys: readonly string[],
  { when, above, at }: ConditionCheck & { readonly at: readonly string[] },
): string[] {
  if (Array.isArray(value)) {
    return value.flatMap((row, index) => missingAt(row, keys, { when, above, at: [...at, String(index)] }));
  }
  const [key, ...rest] = keys;
  if (!isMapping(value) || key === undefined) return [];
  const answers = { ...above, ...value };
  const path = [...at, key];
  if (rest.length > 0) return missingAt(value[key], rest, { when, above: answers, at: path });
  return !isPresent(value[key]) && holdsFor(when, answers) ? [path.join('.')] : [];
}

/** Live conditions do not depend on the portal. */
const nowhere: Decidable = {
  departments: {},
  aliases: {},
  groups: {},
  guards: {},
  routes: [],
  login: '',
  messages: {},
};

function contextOf(data: Answers): RecordContext {
  const now = new Date();
  const today = [now.getFullYear(), now.getMonth() + 1, now.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
  return contextAlone({ record: blankRecord('', { data }), input: data, today, now: now.toISOString() });
}
