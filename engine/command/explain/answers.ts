/** The sentences of explanations, and the rule that somebody asks about. */
import { suggest } from '../../config/diagnostics/nearest.ts';
import { explainAccess } from '../../explain/explain-access.ts';
import { explainStep } from '../../explain/explain-step.ts';
import type { RuleExplanation, RuleQuestion } from '../../explain/explanation.ts';
import { renderExplanation } from '../../explain/render-explanation.ts';
import type { ChecklistItem, RequirementKind } from '../../portal/model/requirement.ts';
import type { Transition } from '../../portal/model/workflow.ts';
import { transitionOf } from '../../portal/workflow/transition.ts';
import type { ExplainWords } from './explain-words.ts';

interface NamedExplanation {
  readonly explanation: RuleExplanation;
  /** What somebody may do by it: `read`, `take loan.lend "Lend" of`. */
  readonly does: string;
}

/**
 * @param rule the name of a step, `read` or `update`
 * @returns a sentence if there is no such step
 */
export function explainNamed(question: RuleQuestion, rule: string): NamedExplanation | string {
  const { portal, context } = question.scope;
  const { type } = context.record;
  const step = transitionOf(portal, type, rule);
  if (step !== null) {
    return { explanation: explainStep(question, step), does: `take ${type}.${rule} "${step.title}" of` };
  }
  if (rule === 'read' || rule === 'update') {
    return { explanation: explainAccess(question, rule), does: rule === 'read' ? 'read' : 'change' };
  }
  const choices = [...stepsOf(question).map(({ name }) => name), 'read', 'update'];
  return `Records of the type "${type}" have no step "${rule}". ${suggest(rule, choices, 'Steps')}`;
}

/** The steps that people take. */
export function stepsOf({ scope: { portal, context } }: RuleQuestion): Transition[] {
  const { transitions = {} } = portal.workflows[context.record.type] ?? {};
  return Object.values(transitions).filter(({ by }) => by !== null);
}

const open = ': it depends on what is not known here (?)';

/** @param does with the record: `read L-2026-00001` */
export function sayMay({ allowed }: Pick<RuleExplanation, 'allowed'>, person: string, does: string): string {
  return allowed === null
    ? `${person} may perhaps ${does}${open}`
    : `${person} may ${allowed ? '' : 'not '}${does}`;
}

export function sayAsked(
  { allowed }: Pick<RuleExplanation, 'allowed'>,
  { id, title }: ChecklistItem,
  record: string,
): string {
  if (allowed === null) return `The item ${id} "${title}" is perhaps asked of ${record}${open}`;
  return `The item ${id} "${title}" is ${allowed ? '' : 'not '}asked of ${record}`;
}

export function sayApplies(
  { allowed }: Pick<RuleExplanation, 'allowed'>,
  { id, title }: RequirementKind,
  record: string,
): string {
  if (allowed === null) return `The kind ${id} "${title}" perhaps applies to ${record}${open}`;
  return `The kind ${id} "${title}" ${allowed ? 'applies' : 'does not apply'} to ${record}`;
}

export function sayNoKind(name: string, kinds: readonly string[]): string {
  return `There is no requirement kind "${name}". ${suggest(name, kinds, 'Kinds')}`;
}

/** Writes it to standard output. @returns the exit code */
export function writeExplanation(
  explanation: RuleExplanation,
  { isJson }: ExplainWords,
  headline: string,
): 0 {
  process.stdout.write(isJson ? toJson(explanation) : renderExplanation(headline, explanation));
  return 0;
}

export function toJson(answer: unknown): string {
  return `${JSON.stringify(answer, null, 2)}\n`;
}
