/** Names the rules that refuse something, so that a test can say by which one. */
import { testsOf } from '../portal/conditions/possible.ts';
import { subjectText } from '../portal/conditions/path-text.ts';
import type { Condition } from '../portal/model/condition.ts';
import type { FieldErrors } from '../portal/forms/form-verdict.ts';
import type { Portal } from '../portal/model/portal.ts';
import type { Need } from '../portal/model/workflow.ts';
import { valueShown } from '../portal/text/tell.ts';
import type { Refusal } from '../portal/workflow/transition.ts';

export interface RefusedBy {
  /** `by`, `from`, `needs/checklist` …; several if several rules refuse it. */
  readonly rules: readonly string[];
  /** What people read; empty if they read nothing in particular. */
  readonly sentences: readonly string[];
  readonly unmet: readonly Need[];
}

export function refusedBy(portal: Portal, refusal: Refusal): RefusedBy {
  const unmet = refusal.refused === 'invalid' ? refusal.unmet : [];
  return { rules: rulesOf(refusal), sentences: sentencesOf(portal, refusal), unmet };
}

/** A refusal by one of the rules that the server tests before it decides. */
export function refusedByRule(...rules: readonly string[]): RefusedBy {
  return { rules, sentences: [], unmet: [] };
}

/** A refusal by wrong answers, named by their questions. */
export function refusedAnswers(portal: Portal, errors: FieldErrors): RefusedBy {
  const rules = Object.keys(errors).map((name) => `data/${name}`);
  return { rules, sentences: saidIn(portal, errors), unmet: [] };
}

/** Is one of the rules the expected one, or below it? */
export function isRefusedBy({ rules }: RefusedBy, expected: string): boolean {
  return rules.some((one) => one === expected || one.startsWith(`${expected}/`));
}

function rulesOf(refusal: Refusal): string[] {
  if (refusal.refused !== 'invalid') return [refusal.rule];
  return [
    ...refusal.unmet.flatMap((need) => namesOfNeed(need).map((name) => `needs/${name}`)),
    ...refusal.answers.map((name) => `input/${name}`),
  ];
}

/** The names of what a need tests: `form`, `checklist`, a flag, a fact, a field, a type of children. */
export function namesOfNeed({ condition }: Need): readonly string[] {
  return [...new Set(testsOf(condition).map(nameOfTest))];
}

function nameOfTest(test: Condition): string {
  switch (test.test) {
    case 'compare':
      return subjectText(test.subject);
    case 'party':
      return test.role;
    case 'children':
      return test.type;
    case 'parent':
      return test.type ?? 'parent';
    case 'lapsed':
      return test.clock;
    case 'unreachable':
      return test.step;
    case 'link':
      return test.field;
    default:
      return test.test;
  }
}

function sentencesOf(portal: Portal, refusal: Refusal): readonly string[] {
  switch (refusal.refused) {
    case 'conflict':
      return [valueShown(portal, refusal.message)];
    case 'invalid':
      return saidIn(portal, refusal.errors);
    case 'forbidden':
    case 'not-found':
      return [];
  }
}

function saidIn(portal: Portal, errors: FieldErrors): string[] {
  return Object.entries(errors).flatMap(([name, found]) =>
    found.map((one) => `${name}: ${valueShown(portal, one)}`),
  );
}
