/** `munisipyo explain type` and `explain kind`: about a record that nobody has stored, without a database. */
import { readFileSync } from 'node:fs';
import { questionsOfRecord } from '../../config/link/cases/case-names.ts';
import { suggest } from '../../config/diagnostics/nearest.ts';
import { readFiles } from '../../config/read-files.ts';
import { explainKind, subjectTypesOf } from '../../explain/explain-requirement.ts';
import { parseAnswers, questionAlone, unaskedTests } from '../../explain/question-alone.ts';
import { createWrittenRules } from '../../explain/written-rules.ts';
import { withForm } from '../../portal/changes/record-answers.ts';
import { formInForce } from '../../portal/forms/specialise-form.ts';
import { wholeFormErrors } from '../../portal/changes/step-answers.ts';
import type { RecordScope } from '../../portal/conditions/scope.ts';
import type { FieldErrors } from '../../portal/forms/form-verdict.ts';
import type { Condition } from '../../portal/model/condition.ts';
import { signedOut } from '../../portal/model/department.ts';
import type { Portal } from '../../portal/model/portal.ts';
import {
  blankRecord,
  contextAlone,
  type PortalRecord,
  type RecordContext,
} from '../../portal/model/record.ts';
import { localDate } from '../../portal/time/working-days.ts';
import { initialState } from '../../portal/workflow/new-records.ts';
import { createAnswerValidator, specialFormOf } from '../../server/forms/form-desk.ts';
import { refuse } from '../arguments.ts';
import { parseVisitor } from '../parse-visitor.ts';
import { readPortal } from '../read-portal.ts';
import { explainNamed, sayApplies, sayMay, sayNoKind, stepsOf, toJson, writeExplanation } from './answers.ts';
import type { ExplainSubject, ExplainWords } from './explain-words.ts';
import { dayNowOf } from './moment.ts';

/** @returns the exit code */
export async function explainType(
  { type, rule }: Extract<ExplainSubject, { of: 'type' }>,
  words: ExplainWords,
): Promise<number> {
  const portal = await readPortal();
  if (portal === null) return 1;
  const fault = unknownName(portal, type, words);
  if (fault !== null) return refuse(`${fault}\n`);
  const { visitor, error } = parseVisitor(portal, words.as, words.can);
  if (visitor === null) return refuse(`${error}\n`);
  const account = words.isOwn ? 'this account' : null;
  const context = contextFor(portal, words, { type, owner: account });
  if (typeof context === 'string') return refuse(`${context}\n`);
  const given = new Map([
    ...words.given.map((test) => [test, true] as const),
    ...words.not.map((test) => [test, false] as const),
  ]);
  const scope = { portal, visitor: { ...visitor, account }, context };
  const [unasked] = unaskedTests(scope, rulesOf(portal, type), given);
  if (unasked !== undefined)
    return refuse(`No rule about records of the type "${type}" asks "${unasked}".\n`);
  const formErrors = words.data === undefined ? null : formErrorsOf(scope);
  const question = questionAlone(scope, { written: rulesInFolder(), given, formErrors });
  const record = `a record of the type ${type} in the state ${context.record.state}`;
  const person =
    words.as === undefined ? 'Somebody who is not signed in' : `Somebody of ${visitor.department}`;
  const rules = rule === null ? ['read', 'update', ...stepsOf(question).map(({ name }) => name)] : [rule];
  const explained = rules.map((name) => ({ name, found: explainNamed(question, name) }));
  if (words.isJson && rule === null) {
    const entries = explained.map(({ name, found }) => [
      name,
      typeof found === 'string' ? null : found.explanation,
    ]);
    process.stdout.write(toJson(Object.fromEntries(entries)));
    return 0;
  }
  for (const { found } of explained) {
    if (typeof found === 'string') return refuse(`${found}\n`);
    const { explanation, does } = found;
    writeExplanation(explanation, words, `${sayMay(explanation, person, `${does} ${record}`)}.`);
  }
  return 0;
}

/** @returns the exit code */
export async function explainKindAlone(name: string, words: ExplainWords): Promise<number> {
  const portal = await readPortal();
  if (portal === null) return 1;
  const kind = Object.hasOwn(portal.kinds, name) ? portal.kinds[name] : undefined;
  if (kind === undefined) return refuse(`${sayNoKind(name, Object.keys(portal.kinds))}\n`);
  const types = subjectTypesOf(portal, kind);
  const type = words.type ?? types[0] ?? '';
  if (!types.includes(type)) {
    return refuse(
      `The kind ${kind.id} is not for records of the type "${type}". ${suggest(type, types, 'Its types')}\n`,
    );
  }
  const fault = unknownName(portal, type, words);
  if (fault !== null) return refuse(`${fault}\n`);
  const context = contextFor(portal, words, { type });
  if (typeof context === 'string') return refuse(`${context}\n`);
  const question = questionAlone({ portal, visitor: signedOut, context }, { written: rulesInFolder() });
  const explanation = explainKind(question, kind);
  return writeExplanation(
    explanation,
    words,
    `${sayApplies(explanation, kind, `such a record of the type ${type}`)}.`,
  );
}

/** The mistakes and gaps of answers that nobody has stored. */
function formErrorsOf({ portal, visitor, context }: RecordScope): FieldErrors {
  const form = formInForce(portal, context.record);
  if (form === null) return {};
  const special = specialFormOf(form, { portal, visitor }, context);
  return wholeFormErrors(
    { portal, context: withForm(context, special), validate: createAnswerValidator() },
    special,
  );
}

function rulesInFolder() {
  return createWrittenRules(readFiles(process.env['CONFIG_DIR'] ?? 'config').files);
}

/** Everything that decides about the records of the type. */
function rulesOf({ recordTypes, workflows }: Portal, type: string): Condition[] {
  const { read, update, summary, public: open } = recordTypes[type]?.access ?? {};
  const steps = Object.values(workflows[type]?.transitions ?? {});
  const ofSteps = steps.flatMap(({ by, needs }) => [by, ...needs.map(({ condition }) => condition)]);
  return [read, update, summary?.to, open?.when, ...ofSteps].filter(
    (one) => one !== undefined && one !== null,
  );
}

/** @returns a sentence if a name is not in the configuration */
function unknownName(portal: Portal, type: string, { state, kind, office }: ExplainWords): string | null {
  const states = Object.keys(portal.workflows[type]?.states ?? {});
  const asked: readonly (readonly [string, string | undefined, readonly string[], string])[] = [
    ['record type', type, Object.keys(portal.recordTypes), 'Record types'],
    ['state', state, states, 'States'],
    ['requirement kind', kind, Object.keys(portal.kinds), 'Kinds'],
    ['department', office, Object.keys(portal.departments), 'Departments'],
  ];
  const found = asked.find(([, name, names]) => name !== undefined && !names.includes(name));
  if (found === undefined) return null;
  const [what, name = '', names, label] = found;
  return `There is no ${what} "${name}". ${suggest(name, names, label)}`;
}

/** @returns a sentence if `--data` or `--at` cannot be read */
function contextFor(
  portal: Portal,
  { data, at, state, kind, office, unit }: ExplainWords,
  { type, owner = null }: Pick<PortalRecord, 'type'> & Partial<Pick<PortalRecord, 'owner'>>,
): RecordContext | string {
  const now = dayNowOf(at, portal.timeZone);
  if (now === null) return `"${at}" is not a day. Write it as 2027-01-31 or 2027-01-31T08:30.`;
  const answers = readAnswers(data);
  if (typeof answers === 'string') return answers;
  const questions = questionsOfRecord(portal, { type, kind: kind ?? null });
  const unknown = Object.keys(answers).find((name) => !questions.includes(name));
  if (unknown !== undefined) {
    return `Records of the type "${type}" have no question "${unknown}". ${suggest(unknown, questions, 'Questions')}`;
  }
  return contextAlone({
    record: blankRecord(type, {
      state: state ?? initialState(portal, type),
      kind: kind ?? null,
      office: office ?? portal.kinds[kind ?? '']?.office ?? null,
      unit: unit ?? null,
      owner,
      data: answers,
    }),
    today: localDate(now.getTime(), portal.timeZone),
    now: now.toISOString(),
  });
}

/** @param data the answers between braces, or the name of a file with them; undefined: none */
function readAnswers(data: string | undefined): Readonly<Record<string, unknown>> | string {
  if (data === undefined) return {};
  try {
    return parseAnswers(data.trimStart().startsWith('{') ? data : readFileSync(data, 'utf8'));
  } catch (error) {
    return `--data cannot be read: ${error instanceof Error ? error.message : String(error)}`;
  }
}
