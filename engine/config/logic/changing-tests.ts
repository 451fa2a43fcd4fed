/** Decides which tests can change their result during a chain of automatic transitions. */
import type { Condition, ConditionOf, FieldPath } from '../../portal/model/condition.ts';
import type { DerivedValue } from '../../portal/model/record-type.ts';
import type { EffectDefinition } from '../../portal/model/workflow.ts';
import type { Portal } from '../../portal/model/portal.ts';
import { knownState, testsOf } from '../../portal/conditions/possible.ts';

/** A cycle of automatic transitions of one type: its states and the effects of its transitions. */
export interface Round {
  readonly type: string;
  readonly states: readonly string[];
  readonly effects: readonly EffectDefinition[];
}

export interface RoundAnalysis {
  readonly portal: Portal;
  /** The type of the record that the test is about. */
  readonly type: string;
  /** All cycles that run at the same time. */
  readonly rounds: readonly Round[];
  /** The derived values that are being followed; one that depends on itself is not followed again. */
  readonly followed?: readonly DerivedValue[];
}

/** Returns true if the result of the test can change after some of these transitions. */
export function mayChange(test: Condition, analysis: RoundAnalysis): boolean {
  switch (test.test) {
    case 'lapsed':
    case 'after':
      return true;
    case 'expired':
      return does(analysis, 'document', 'revoke');
    case 'children': {
      const asked = [test.quantifier.every, test.quantifier.any].filter((one) => one !== null);
      return (
        isCreated(test.type, analysis) || asked.some((one) => turns(one, { ...analysis, type: test.type }))
      );
    }
    case 'parent': {
      const above = parentsOf(analysis).filter((one) => test.type === null || test.type === one);
      return above.some((type) => turns(test.of, { ...analysis, type }));
    }
    case 'applies':
      return parentsOf(analysis).some((type) => moves({ ...analysis, type }));
    case 'compare':
      return turnsCompared(test, analysis);
    default:
      return false;
  }
}

function turns(condition: Condition, analysis: RoundAnalysis): boolean {
  return testsOf(condition).some((test) => mayChange(test, analysis));
}

function turnsCompared(test: ConditionOf<'compare'>, analysis: RoundAnalysis): boolean {
  const { subject, operand } = test;
  if ('field' in operand && turnsField(operand.field, analysis)) return true;
  switch (subject.from) {
    case 'record':
      return subject.name === 'state' && tellsStatesApart(test, analysis);
    case 'document':
      return does(analysis, 'document', 'revoke');
    case 'field':
      return turnsField(subject.path, analysis);
    case 'fact':
      return turnsFact(subject.name, analysis);
    default:
      return false;
  }
}

/** Returns true if the test is true in some states of the cycle and false in others. */
function tellsStatesApart(test: ConditionOf<'compare'>, analysis: RoundAnalysis): boolean {
  return roundsOf(analysis).some(({ states }) => {
    const answers = states.map((state) => knownState(state)(test));
    return answers.includes(null) || new Set(answers).size > 1;
  });
}

/** Only an assessment is written without an answer of a person. */
function turnsField({ ancestor, keys }: FieldPath, analysis: RoundAnalysis): boolean {
  return keys[0] === 'assessment' && does({ ...analysis, type: ancestor ?? analysis.type }, 'assess');
}

function turnsFact(name: string, analysis: RoundAnalysis): boolean {
  const { portal, type } = analysis;
  const own = portal.recordTypes[type]?.derived[name];
  if (own !== undefined) return turnsDerived(own, analysis);
  // A parent counts its children, and this record is one of them.
  return aboveOf(portal, type).some((above) => {
    const derived = portal.recordTypes[above]?.derived[name];
    return derived !== undefined && turnsDerived(derived, { ...analysis, type: above });
  });
}

function turnsDerived(derived: DerivedValue, before: RoundAnalysis): boolean {
  const { followed = [] } = before;
  if (followed.includes(derived)) return false;
  const turning = { ...before, followed: [...followed, derived] };
  switch (derived.measure) {
    case 'count':
    case 'exists':
      return turnsWhere(derived, turning);
    case 'total':
      return turnsWhere(derived, turning) || turnsField(derived.field, { ...turning, type: derived.of });
    case 'latest':
    case 'earliest':
      return (
        turnsWhere(derived, turning) || (readsMoving(derived) && moves({ ...turning, type: derived.of }))
      );
    case 'sum':
      return [derived.of, derived.less].some((path) => path !== null && turnsField(path, turning));
    case 'union':
      return turnsField(derived.of, turning);
    case 'less':
      return turnsDerived(derived.of, turning) || turnsDerived(derived.less, turning);
    case 'percent':
      return turnsDerived(derived.part, turning) || turnsDerived(derived.of, turning);
    case 'cases':
      return derived.cases.some(({ when }) => turns(when, turning));
  }
}

/** The selected children change with their number, and with the conditions on each of them. */
function turnsWhere(
  { of, where }: { readonly of: string; readonly where: Condition },
  analysis: RoundAnalysis,
): boolean {
  return isCreated(of, analysis) || turns(where, { ...analysis, type: of });
}

/** Returns true if it reads columns that every transition changes. */
function readsMoving({
  by,
  give,
}: {
  readonly by: string;
  readonly give: Readonly<Record<string, string>>;
}): boolean {
  return [by, ...Object.values(give)].some((column) => ['state', 'due', 'updated'].includes(column));
}

function isCreated(type: string, { rounds }: RoundAnalysis): boolean {
  return rounds.some(({ effects }) => effects.some((one) => one.effect === 'create' && one.type === type));
}

function does(analysis: RoundAnalysis, ...effects: readonly EffectDefinition['effect'][]): boolean {
  return roundsOf(analysis).some((round) => round.effects.some(({ effect }) => effects.includes(effect)));
}

function moves(analysis: RoundAnalysis): boolean {
  return roundsOf(analysis).length > 0;
}

function roundsOf({ rounds, type }: RoundAnalysis): readonly Round[] {
  return rounds.filter((round) => round.type === type);
}

function parentsOf({ portal, type }: RoundAnalysis): readonly string[] {
  return aboveOf(portal, type);
}

/** All types that can be above a record of this type. */
export function aboveOf({ recordTypes }: Pick<Portal, 'recordTypes'>, type: string): string[] {
  const found = new Set<string>(recordTypes[type]?.parents ?? []);
  for (const one of found) for (const parent of recordTypes[one]?.parents ?? []) found.add(parent);
  return [...found];
}
