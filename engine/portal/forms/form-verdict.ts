/** Finds the errors in the answers of a form, by field. Browser and server use the same code. */
import type { Form, JsonSchema, Verification } from '../model/form.ts';
import { countedAnswers, missingAnswers, type Answers } from './form-conditions.ts';
import { wrongCodes } from './code-format.ts';
import { wrongDays, type FormDays } from './form-days.ts';
import { faultMessage, missingMessage, type SchemaFault, type Question } from './form-words.ts';
import { wrongLocations } from '../geography/wrong-locations.ts';
import { exactUnits } from '../values/decimal.ts';
import { isMapping, mappingOf } from '../values/is-mapping.ts';
import { configuredMessage } from '../text/tell.ts';
import type { Message } from '../../locales/message.ts';

/** Dotted path (`lines.0.units`) → the errors there. */
export type FieldErrors = Readonly<Record<string, readonly Message[]>>;

/** The parts of a form that validation needs. The browser's form has them too. */
export type FormRules = Pick<Form, 'schema' | 'uiSchema' | 'conditions' | 'verify'>;

/** Validates the answers against the form's schema and returns all errors. */
export type AnswerCheck = (answers: Answers) => readonly SchemaFault[];

interface VerdictOptions {
  readonly check: AnswerCheck;
  readonly draft: boolean;
  /** Absent: bounds relative to the calendar are not checked. */
  readonly days?: FormDays;
}

/**
 * Validates the answers that apply. A draft may lack required answers, but its types and formats are checked.
 * @returns empty if there are no errors
 */
export function validateAnswers(
  form: FormRules,
  data: Answers,
  { check, draft, days }: VerdictOptions,
): FieldErrors {
  const answers = countedAnswers(form, data);
  const errors: Record<string, Message[]> = {};
  const add = (path: string, message: Message) => {
    const found = (errors[path] ??= []);
    if (!found.some((one) => JSON.stringify(one) === JSON.stringify(message))) found.push(message);
  };
  const faults = withoutEchoes(check(answers)).filter((fault) => !draft || !isOfDraft(fault));
  for (const fault of faults) {
    const keys = keysOf(fault);
    add(keys.join('.') || 'data', faultMessage(fault, questionAt(form, keys)));
  }
  for (const [path, mistyped] of wrongCodes(form.uiSchema, answers)) {
    if (errors[path] === undefined) add(path, mistyped);
  }
  if (draft) return errors;
  for (const path of missingAnswers(form, answers))
    add(path, missingMessage(questionAt(form, path.split('.'))));
  for (const [path, message] of wrongSums(form.verify, answers)) add(path, message);
  // Each place takes its time, and a list that is too long must change anyway.
  if (!faults.some(({ keyword }) => keyword === 'maxItems'))
    for (const [path, message] of wrongLocations(form.uiSchema, answers)) add(path, message);
  for (const [path, message] of wrongDays(form, { answers, days: days ?? null })) add(path, message);
  return errors;
}

/** The question at these keys, which may include list indices. */
export function questionAt(
  { schema, uiSchema }: Pick<Form, 'schema' | 'uiSchema'>,
  keys: readonly string[],
): Question {
  let question: Question = { schema, uiSchema };
  for (const key of keys) question = questionBelow(question, key);
  return question;
}

function questionBelow({ schema, uiSchema }: Question, key: string): Question {
  const isRow = /^\d+$/.test(key) && !isMapping(schema.properties);
  const properties = isRow ? schema.items : propertyOf(schema, key);
  const ui = isRow ? uiSchema.items : uiSchema[key];
  return { schema: mappingOf(properties), uiSchema: mappingOf(ui) };
}

/** Includes questions that a branch of the schema adds. */
function propertyOf(schema: JsonSchema, key: string): unknown {
  const { properties } = schema;
  if (isMapping(properties) && Object.hasOwn(properties, key)) return properties[key];
  const branches = ['then', 'else', 'allOf', 'anyOf', 'oneOf'].flatMap((word) => schema[word] ?? []);
  return branches.map((branch) => propertyOf(mappingOf(branch), key)).find((found) => found !== undefined);
}

const nameParameters = ['missingProperty', 'additionalProperty', 'unevaluatedProperty', 'propertyName'];

/** The path of the answer, or of the missing answer. */
function keysOf({ instancePath, params }: SchemaFault): string[] {
  const keys = instancePath
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
  const name = nameParameters.map((one) => params[one]).find((one) => typeof one === 'string');
  return typeof name === 'string' ? [...keys, name] : keys;
}

/** For a choice between schemas only the nearest one is reported, and for a condition only its consequence. */
function withoutEchoes(faults: readonly SchemaFault[]): SchemaFault[] {
  const choices = faults.filter(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf');
  const dropped = new Set(choices.flatMap((choice) => echoesOf(choice, faults)));
  return faults.filter((fault) => fault.keyword !== 'if' && !dropped.has(fault));
}

/** Errors that add nothing: all branches except the nearest, or the branches of a plain list of values. */
function echoesOf(choice: SchemaFault, faults: readonly SchemaFault[]): SchemaFault[] {
  const prefix = `${choice.schemaPath}/`;
  const within = faults.filter(
    ({ schemaPath, instancePath }) =>
      schemaPath.startsWith(prefix) && instancePath.startsWith(choice.instancePath),
  );
  const isList = within.every(({ keyword }) => ['const', 'enum', 'type'].includes(keyword));
  if (isList) return within;
  const branches = Map.groupBy(within, ({ schemaPath }) => schemaPath.slice(prefix.length).split('/', 1)[0]);
  const [nearest = []] = [...branches.values()].sort((one, other) => one.length - other.length);
  return [choice, ...within.filter((fault) => !nearest.includes(fault))];
}

const missing = new Set(['required', 'dependentRequired', 'minItems', 'minProperties', 'contains']);

/** Errors that a draft may have: an open answer, a box not ticked yet, a list that is too short. */
function isOfDraft({ keyword, params, schemaPath }: SchemaFault): boolean {
  if (missing.has(keyword) || (keyword === 'const' && params.allowedValue === true)) return true;
  // Branches say which answers belong together, and some of these answers are still to come.
  return ['anyOf', 'oneOf', 'not', 'dependentSchemas'].includes(keyword) || schemaPath.includes('/then/');
}

function wrongSums(sums: readonly Verification[], answers: Answers): [string, Message][] {
  return sums.flatMap(({ field, plus, is, isAtMost, message }): [string, Message][] => {
    const parts = [field, ...plus].map((name) => exactUnits(answers[name]));
    const total = typeof is === 'number' ? exactUnits(is) : exactUnits(answers[is]);
    // A missing answer is reported as missing, not as a wrong sum.
    if (total === null || parts.includes(null)) return [];
    const sum = parts.reduce<bigint>((whole, part) => whole + (part ?? 0n), 0n);
    if (sum === total || (isAtMost && sum < total)) return [];
    return [[typeof is === 'string' && !isAtMost ? is : field, configuredMessage(message, 'message')]];
  });
}
