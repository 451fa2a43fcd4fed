/** `munisipyo explain RECORD`: why somebody may take a step, read or change the record, and why something is asked of it. */
import { suggest } from '../../config/diagnostics/nearest.ts';
import { explainAccess } from '../../explain/explain-access.ts';
import { explainItem, explainKind, subjectOf } from '../../explain/explain-requirement.ts';
import { explainStep } from '../../explain/explain-step.ts';
import type { AskedRule, RuleExplanation } from '../../explain/explanation.ts';
import { renderExplanation } from '../../explain/render-explanation.ts';
import { itemsAsked } from '../../portal/checklist/checklist.ts';
import { itemIdOf } from '../../portal/checklist/item-rows.ts';
import type { Portal } from '../../portal/model/portal.ts';
import type { PortalRecord } from '../../portal/model/record.ts';
import { refuse } from '../arguments.ts';
import {
  explainNamed,
  sayApplies,
  sayAsked,
  sayMay,
  sayNoKind,
  stepsOf,
  toJson,
  writeExplanation,
} from './answers.ts';
import type { ExplainSubject, ExplainWords } from './explain-words.ts';
import {
  readQuestion,
  type RecordChoice,
  type RecordAndAncestors,
  type StoredQuestion,
} from './read-question.ts';

type RecordSubject = Extract<ExplainSubject, { of: 'record' | 'requirement' }>;

/** @returns the exit code */
export async function explainRecord(subject: RecordSubject, words: ExplainWords): Promise<number> {
  const isForPerson = subject.of === 'record' || words.as !== undefined;
  const isOfKind = subject.of === 'requirement' && subject.what === 'kind';
  const about: RecordChoice = isOfKind
    ? (portal, line) => subjectOfKind(portal, subject.name, line)
    : (_, [record]) => record;
  const stored = await readQuestion(subject.record, words, { isForPerson, about });
  if (typeof stored === 'string') return refuse(`${stored}\n`);
  if (isOfKind) return explainApplies(stored, subject.name, words);
  if (subject.of === 'requirement') return explainAsked(stored, subject.name, words);
  return subject.rule === null ? explainAll(stored, words) : explainRule(stored, subject.rule, words);
}

/** A kind applies to a record above its own, whose columns and records below decide it. */
function subjectOfKind(portal: Portal, name: string, line: RecordAndAncestors): PortalRecord | string {
  const kind = Object.hasOwn(portal.kinds, name) ? portal.kinds[name] : undefined;
  if (kind === undefined) return sayNoKind(name, Object.keys(portal.kinds));
  return (
    subjectOf(portal, kind, line) ?? `The kind ${kind.id} is not for records of the type "${line[0].type}".`
  );
}

function explainRule({ question, ...told }: StoredQuestion, rule: string, words: ExplainWords): number {
  const explained = explainNamed(question, rule);
  if (typeof explained === 'string') return refuse(`${explained}\n`);
  const { does } = explained;
  const explanation = told.isClosed ? asClosed(explained.explanation) : explained.explanation;
  const said = sayMay(explanation, told.person, `${does} ${told.record}`);
  return writeExplanation(explanation, words, `${said}, ${told.under}.`);
}

/** Reading, changing, and every step that people take. */
function explainAll(
  { question, person, record, under, isClosed }: StoredQuestion,
  words: ExplainWords,
): number {
  const settled = <Kind extends RuleExplanation>(one: Kind): Kind => (isClosed ? asClosed(one) : one);
  const read = settled(explainAccess(question, 'read'));
  const update = settled(explainAccess(question, 'update'));
  const steps = stepsOf(question).map((step) => ({
    step,
    explanation: settled(explainStep(question, step)),
  }));
  if (words.isJson) {
    const byName = Object.fromEntries(steps.map(({ step, explanation }) => [step.name, explanation]));
    process.stdout.write(toJson({ read, update, steps: byName }));
    return 0;
  }
  process.stdout.write(renderExplanation(`${sayMay(read, person, `read ${record}`)}, ${under}.`, read));
  if (read.allowed === false && read.sees !== null) process.stdout.write(`They see its ${read.sees} view.\n`);
  process.stdout.write(`\n${renderExplanation(`${sayMay(update, person, `change ${record}`)}.`, update)}`);
  process.stdout.write(`\nSteps (explain ${record} TRANSITION says why):\n`);
  const width = Math.max(0, ...steps.map(({ step }) => step.name.length));
  for (const { step, explanation } of steps) {
    const { allowed, decidedBy } = explanation;
    const said = allowed === null ? '?' : allowed ? 'yes' : 'no';
    const why = decidedBy === null ? '' : `  ${decidedBy.rule}  ${decidedBy.file}:${decidedBy.line}`;
    process.stdout.write(`  ${step.name.padEnd(width)}  ${said.padEnd(3)}${why}\n`);
  }
  return 0;
}

/** Nobody can sign in with the account, whatever the other rules say. */
function asClosed<Kind extends RuleExplanation>(explanation: Kind): Kind {
  const closed: AskedRule = {
    rule: 'account',
    says: 'the account is open',
    holds: false,
    place: null,
    facts: [{ path: 'account', value: 'closed' }],
  };
  return { ...explanation, allowed: false, decidedBy: null, asked: [closed, ...explanation.asked] };
}

function explainAsked(
  { question, record, under }: StoredQuestion,
  name: string,
  words: ExplainWords,
): number {
  const { portal, context } = question.scope;
  const items = itemsAsked(portal, context.record);
  const item = items.find(({ id }) => id === itemIdOf(name));
  if (item === undefined) {
    const choices = items.map(({ id }) => id);
    return refuse(
      `The checklist of ${record} has no item "${name}". ${suggest(name, choices, 'Its items')}\n`,
    );
  }
  const explanation = explainItem(question, item);
  return writeExplanation(explanation, words, `${sayAsked(explanation, item, record)}, ${under}.`);
}

function explainApplies(
  { question, record, under }: StoredQuestion,
  name: string,
  words: ExplainWords,
): number {
  const { kinds } = question.scope.portal;
  const kind = kinds[name];
  if (kind === undefined) return refuse(`${sayNoKind(name, Object.keys(kinds))}\n`);
  const explanation = explainKind(question, kind);
  return writeExplanation(explanation, words, `${sayApplies(explanation, kind, record)}, ${under}.`);
}
