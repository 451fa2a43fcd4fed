/** Links the steps of a migration: every question, state, office and item that they name. */
import type { JsonSchema } from '../../../portal/model/form.ts';
import { longestText } from '../../../portal/model/form.ts';
import { typeOfQuestion } from '../../../portal/forms/value-type.ts';
import type { MigrationStep, MigrationValue } from '../../../portal/model/place.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import type { PlacedQuestion } from '../../../portal/succession/form-questions.ts';
import { parseTemplate } from '../../../portal/text/text-template.ts';
import { isMapping } from '../../../portal/values/is-mapping.ts';
import { always, linkCondition, linkOptional } from '../conditions/condition.ts';
import type { ConditionPlace } from '../conditions/condition-place.ts';
import { linkComputation } from '../figures/link-figure.ts';
import { isSafePattern } from '../forms/patterns.ts';
import { child, type Cursor, entries, isPresent, items, oneOrMore, text, texts } from '../input/cursor.ts';
import { isKnown, type LinkContext, report, reportUnknown } from '../input/link-context.ts';
import { departmentOf } from '../names/department-names.ts';
import { countPath } from '../names/question-uses.ts';
import { stateNames } from '../names/workflow-names.ts';

export interface MigrationStepPlace {
  /** With former names. */
  readonly portal: Portal;
  readonly context: LinkContext;
  readonly type: string;
  /** Null: records of every kind. */
  readonly kind: string | null;
  /** The questions where they are written, to count their uses. */
  readonly level: readonly Cursor[];
  /** Of the checklists of its records. */
  readonly items: ReadonlySet<string>;
  /** Of the form of its records, by path. */
  readonly questions: ReadonlyMap<string, PlacedQuestion>;
  /** Questions in gone.yaml. */
  readonly gone: ReadonlySet<string>;
  /**
   * For the way back: the states that only the earlier configuration has. Its questions are those that are gone. Null:
   * the steps go forward.
   */
  readonly earlier: ReadonlySet<string> | null;
  readonly condition: ConditionPlace;
}

/** The states that these steps say are gone. */
export function goneStates(at: Cursor): ReadonlySet<string> {
  return new Set(items(at).flatMap((step) => texts(child(child(step, 'state'), 'gone'))));
}

export function linkSteps(at: Cursor, place: MigrationStepPlace): MigrationStep[] {
  return items(at).flatMap((step) => {
    const when = linkOptional(child(step, 'when'), place.context, { ...place.condition, absent: always });
    return [
      ...linkValues(child(step, 'set'), false, place),
      ...linkValues(child(step, 'fill'), true, place),
      ...linkSplit(child(step, 'split'), place),
      ...linkClear(child(step, 'clear'), place),
      ...linkState(child(step, 'state'), place),
      ...linkOffice(child(step, 'office'), place),
      ...linkAskAgain(child(step, 'askAgain'), place),
    ].map((one) => ({ ...one, when }));
  });
}

/** A step without its condition. */
type StepDefinition<Does extends MigrationStep['does']> = Omit<
  Extract<MigrationStep, { does: Does }>,
  'when'
>;

function linkValues(at: Cursor, isFill: boolean, place: MigrationStepPlace): StepDefinition<'set'>[] {
  return entries(at).map(([question, value]) => {
    checkWritten(value, { name: question, path: question, isKey: true }, place);
    return { does: 'set', question, value: linkValue(value, question, place), isFill };
  });
}

function linkValue(at: Cursor, question: string, place: MigrationStepPlace): MigrationValue {
  const { value } = at;
  if (isMapping(value)) {
    const read: string[] = [];
    const computation = linkComputation(at, {
      context: place.context,
      name: (one, name) => read.push(checkRead(one, { name, question }, place)),
      condition: (one) => linkCondition(one, place.context, place.condition),
    });
    joinAmounts(at, [question, ...read], place);
    return computation ?? [];
  }
  if (typeof value === 'string') {
    const { paths, parts, odd } = parseTemplate(value);
    const formatted = parts.flatMap((part) =>
      typeof part !== 'string' && part.format !== null ? [value.slice(part.at, part.at + part.length)] : [],
    );
    for (const name of [...odd.map((one) => one.text), ...formatted])
      report(place.context, 'migration/odd-placeholder', at, { name });
    // A text may name amounts of several currencies.
    for (const name of paths) joinAmounts(at, [question, checkRead(at, { name, question }, place)], place);
    if (paths.length > 0) return value;
  }
  const schema = place.questions.get(question)?.schema;
  if (schema !== undefined) checkConstant(at, { question, schema }, place);
  return value as MigrationValue;
}

/** What an author writes for a type of JSON Schema. */
const nouns: Readonly<Record<string, string>> = {
  string: 'a text',
  integer: 'a whole number',
  number: 'a number',
  boolean: '`true` or `false`',
  array: 'a list',
};

function checkConstant(
  at: Cursor,
  { question, schema }: { readonly question: string; readonly schema: JsonSchema },
  { context }: MigrationStepPlace,
): void {
  const type = String(schema['type']);
  const noun = nouns[type];
  if (noun !== undefined && !isOfType(at.value, type)) {
    report(context, 'migration/odd-value', at, { name: question, type: noun });
    return;
  }
  const level = Array.isArray(at.value) && isMapping(schema['items']) ? schema['items'] : schema;
  const choices = level['enum'];
  if (!Array.isArray(choices)) return;
  for (const one of oneOrMore(at)) {
    if (choices.includes(one.value)) continue;
    reportUnknown(context, 'migration/unknown-value', one, {
      name: String(one.value),
      choices: choices.map(String),
    });
  }
}

function isOfType(value: unknown, type: string): boolean {
  if (type === 'array') return Array.isArray(value);
  if (type === 'integer') return Number.isInteger(value);
  return typeof value === type;
}

function linkSplit(at: Cursor, place: MigrationStepPlace): StepDefinition<'split'>[] {
  if (!isPresent(at)) return [];
  const question = text(child(at, 'question')) ?? '';
  const read = checkRead(child(at, 'question'), { name: question, question: '' }, place);
  const above = levelOf(question);
  const into = items(child(at, 'into')).map((one) => {
    const path = `${above}${text(one) ?? ''}`;
    checkWritten(one, { name: text(one) ?? '', path }, place);
    joinAmounts(one, [path, read], place);
    return path;
  });
  const pattern = child(at, 'pattern');
  const source = text(pattern) ?? '';
  if (!isSafePattern(source, { limit: longestText, at: pattern, context: place.context })) return [];
  const groups = (RegExp(`${source}|`, 'u').exec('')?.length ?? 1) - 1;
  if (groups !== into.length)
    report(place.context, 'migration/group-count', pattern, { groups, questions: into.length });
  return [{ does: 'split', question, pattern: source, into }];
}

function linkClear(at: Cursor, place: MigrationStepPlace): StepDefinition<'clear'>[] {
  return oneOrMore(at).map((one) => {
    const question = text(one) ?? '';
    checkRead(one, { name: question, question: '' }, place);
    return { does: 'clear', question };
  });
}

function linkState(
  at: Cursor,
  { portal, context, type, earlier }: MigrationStepPlace,
): StepDefinition<'state'>[] {
  if (!isPresent(at)) return [];
  const states = stateNames(type, context.names);
  const to = child(at, 'to');
  for (const one of oneOrMore(child(at, 'from')))
    isKnown(context, 'condition/unknown-state', one, { name: text(one) ?? '', choices: states, of: type });
  if (earlier?.has(text(to) ?? '') !== true) {
    const choices = new Set([...states, ...(earlier ?? [])]);
    isKnown(context, 'condition/unknown-state', to, { name: text(to) ?? '', choices, of: type });
  }
  for (const one of oneOrMore(child(at, 'gone'))) {
    const name = text(one) ?? '';
    if (states.has(name)) report(context, 'migration/state-still-there', one, { name });
  }
  for (const one of oneOrMore(child(at, 'from'))) {
    const name = text(one) ?? '';
    if (portal.workflows[type]?.initial === name) report(context, 'migration/from-draft', one, { name });
  }
  const from = [...texts(child(at, 'from')), ...texts(child(at, 'gone'))];
  return [{ does: 'state', from, to: text(to) ?? '' }];
}

function linkOffice(at: Cursor, { context }: MigrationStepPlace): StepDefinition<'office'>[] {
  if (!isPresent(at)) return [];
  const from = child(at, 'from');
  const to = departmentOf(child(at, 'to'), context) ?? '';
  return [{ does: 'office', from: isPresent(from) ? departmentOf(from, context) : null, to }];
}

function linkAskAgain(
  at: Cursor,
  { context, type, kind, items: choices }: MigrationStepPlace,
): StepDefinition<'ask-again'>[] {
  return oneOrMore(at).map((one) => {
    const item = text(one) ?? '';
    isKnown(context, 'effect/unknown-item', one, { name: item, choices, of: kind ?? type });
    return { does: 'ask-again', item };
  });
}

/**
 * An answer is given to a question of the form; on the way back also to one that is gone.
 * @param name as it is written, perhaps only the end of the path
 */
function checkWritten(
  at: Cursor,
  { name, path, isKey }: { readonly name: string; readonly path: string; readonly isKey?: true },
  { context, questions, gone, earlier, level }: MigrationStepPlace,
): void {
  const choices = earlier === null ? [...questions.keys()] : [...questions.keys(), ...gone];
  if (choices.includes(path))
    countPath(context, at, path.split('.'), { from: level, path: name, ...(isKey && { isKey }) });
  else reportUnknown(context, 'migration/unknown-question', at, { name: path, choices });
}

/**
 * Answers are read from the level of the question that gets the result, or else from the root.
 * @returns the path of the question; an unknown name (reported) as it is written
 */
function checkRead(
  at: Cursor,
  { name, question }: { readonly name: string; readonly question: string },
  { context, questions, gone, level }: MigrationStepPlace,
): string {
  const known = [`${levelOf(question)}${name}`, name].find((path) => questions.has(path) || gone.has(path));
  if (known !== undefined) countPath(context, at, known.split('.'), { from: level, path: name });
  else
    reportUnknown(context, 'migration/unknown-question', at, {
      name,
      choices: [...questions.keys(), ...gone],
    });
  return known ?? name;
}

/** Notes the amounts among these answers, which are put together or become one another. Those that are gone are unknown. */
function joinAmounts(at: Cursor, paths: readonly string[], { context, questions }: MigrationStepPlace): void {
  const parts = paths.flatMap((path) => {
    const question = questions.get(path);
    if (question === undefined) return [];
    const { type, currency } = typeOfQuestion(question.schema, question.uiSchema);
    return type === 'money' ? [{ currency }] : [];
  });
  if (parts.length > 1) context.amounts.push({ at, parts });
}

/** The start of the paths beside a question: empty, or `lines.`. */
function levelOf(question: string): string {
  return question.slice(0, question.lastIndexOf('.') + 1);
}
