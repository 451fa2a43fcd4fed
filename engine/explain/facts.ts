/** Collects the values that a condition reads of a record. */
import { itemsInTheWay, availableItems } from '../portal/checklist/checklist.ts';
import { namingOf } from '../portal/conditions/derived-values.ts';
import { around, readFact, readOperand, readSubject } from '../portal/conditions/evaluate.ts';
import { readField, sourceOfValue } from '../portal/conditions/field-value.ts';
import { testsOf } from '../portal/conditions/possible.ts';
import { countQuorum } from '../portal/conditions/quorum.ts';
import { viewLevel } from '../portal/access/access.ts';
import type {
  Condition,
  ConditionOf,
  ConditionSubject,
  FieldPath,
  Operand,
} from '../portal/model/condition.ts';
import { contextOfChild, type RecordContext } from '../portal/model/record.ts';
import type { DerivedValue } from '../portal/model/record-type.ts';
import { valueShown } from '../portal/text/tell.ts';
import { pathText } from '../portal/conditions/path-text.ts';
import { operandText } from '../plan/condition-text.ts';
import type { ReadValue, RuleQuestion } from './explanation.ts';

/** The most records or answers that one test lists. */
const mostListed = 20;

/** Each value once, in the order in which the condition names it. */
export function factsOf(condition: Condition, question: RuleQuestion): ReadValue[] {
  const facts = testsOf(condition).flatMap((test) => factsOfTest(test, question));
  return [...new Map(facts.map((fact) => [fact.path, fact])).values()];
}

function factsOfTest(test: Condition, question: RuleQuestion): readonly ReadValue[] {
  const { context } = question.scope;
  const { record } = context;
  switch (test.test) {
    case 'compare':
      return factsOfComparison(test, question);
    case 'self':
      return [{ path: 'account', value: holderOf(record.owner, question) }];
    case 'party':
      return [{ path: `party ${test.role}`, value: holdersOf(test.role, question) }];
    case 'did':
      return question.isWhole
        ? [{ path: 'did', value: context.did.filter((step) => test.transitions.includes(step)) }]
        : [];
    case 'children':
      return factsOfChildren(test.type, question);
    case 'parent':
      return factsOfParent(test, question);
    case 'applies':
      return factsOfKind(question);
    case 'form':
      return factsOfForm(question);
    case 'checklist':
      return factsOfChecklist(test, question);
    case 'lapsed': {
      const clock = Object.hasOwn(record.clocks, test.clock) ? record.clocks[test.clock] : undefined;
      return [
        {
          path: `clock ${test.clock}`,
          value: clock === undefined ? 'never started' : (clock.due ?? clock.state),
        },
      ];
    }
    case 'unreachable':
      return [{ path: `quorum of ${test.step}`, value: quorumNow(test.step, question) }];
    case 'expired':
      return context.documents
        .filter(({ document }) => test.document === null || test.document === document)
        .map(({ document, validUntil }) => ({
          path: `document ${document}`,
          value: validUntil ?? 'no last day',
        }));
    case 'after':
      return [{ path: 'since', value: record.since }];
    case 'between':
      return [{ path: 'today', value: context.today }];
    case 'unseen':
      return [{ path: 'unseen', value: context.isUnseen === true }];
    case 'link':
    case 'always':
    case 'all':
    case 'any':
    case 'not':
      return [];
  }
}

/** How many people have taken the step, of how many that it needs. */
export function quorumNow(step: string, { scope: { portal, context } }: RuleQuestion): string {
  const quorum = portal.workflows[context.record.type]?.transitions[step]?.quorum ?? null;
  if (quorum === null) return 'one person takes it';
  const { given, needed } = countQuorum(portal, quorum, context);
  return `${given} of ${needed}`;
}

function factsOfComparison(
  { subject, operand }: ConditionOf<'compare'>,
  question: RuleQuestion,
): ReadValue[] {
  const left =
    subject.from === 'fact' ? factsOfFact(subject.name, question) : [subjectFact(subject, question)];
  return 'value' in operand ? left : [...left, operandFact(operand, question)];
}

function subjectFact(
  subject: Exclude<ConditionSubject, { from: 'fact' }>,
  question: RuleQuestion,
): ReadValue {
  const { scope } = question;
  const value = readSubject(subject, scope) ?? null;
  switch (subject.from) {
    case 'flag':
      return { path: `can ${subject.name}`, value };
    case 'visitor':
      return { path: `visitor ${subject.name}`, value };
    case 'record':
      return { path: subject.name, value: value ?? (question.isStored ? null : 'not given') };
    case 'field':
      return answerFact(subject.path, value, question);
    default:
      return { path: `${subject.from} ${subject.name}`, value };
  }
}

/** The fact, and the answers and facts that it is made of. */
function factsOfFact(name: string, question: RuleQuestion): ReadValue[] {
  const { scope } = question;
  const { portal, context } = scope;
  const line = [context.record, ...context.ancestors];
  const at = line.findIndex(({ type }) => Object.hasOwn(portal.recordTypes[type]?.derived ?? {}, name));
  const record = line[at];
  const derived = record && portal.recordTypes[record.type]?.derived[name];
  const path = `fact ${name}`;
  if (record === undefined || derived === undefined) return [{ path, value: readFact(name, scope) ?? null }];
  const fact: ReadValue = question.hides(record, name)
    ? { path, hidden: true }
    : { path, value: readFact(name, scope) ?? null };
  // The records below one above are not read.
  const reads = (inner: RuleQuestion) => ('where' in derived && at > 0 ? [] : readsOf(derived, inner));
  return [fact, ...(at === 0 ? reads(question) : factsAbove(at - 1, reads, question))];
}

function readsOf(derived: DerivedValue, question: RuleQuestion): readonly ReadValue[] {
  switch (derived.measure) {
    case 'cases':
      return derived.cases.flatMap(({ when }) => factsOf(when, question));
    case 'union':
    case 'sum':
      return [answerFact(derived.of, readField(derived.of, question.scope) ?? null, question)];
    case 'count':
    case 'exists':
    case 'total':
    case 'latest':
    case 'earliest':
      return derived.through === undefined
        ? factsOfChildren(derived.of, question)
        : factsOfNaming(derived.of, derived.through, question);
    default:
      return [];
  }
}

function operandFact(
  operand: Exclude<Operand, { readonly value: unknown }>,
  question: RuleQuestion,
): ReadValue {
  const value = readOperand(operand, question.scope) ?? null;
  if ('field' in operand) return answerFact(operand.field, value, question);
  return { path: 'visitor' in operand ? `visitor ${operand.visitor}` : operandText(operand), value };
}

function answerFact(path: FieldPath, value: unknown, { scope, hides }: RuleQuestion): ReadValue {
  const source = sourceOfValue(path, scope);
  return source !== null && hides(source.record, source.name)
    ? { path: pathText(path), hidden: true }
    : { path: pathText(path), value };
}

/** Says who it is without naming anybody. */
function holderOf(account: string | null, { scope: { visitor }, isStored }: RuleQuestion): string {
  if (account === null) return isStored ? 'nobody' : 'not given';
  if (visitor.account === null) return 'an account';
  return account === visitor.account ? 'this account' : 'another account';
}

function holdersOf(role: string, question: RuleQuestion): readonly string[] | string {
  const { record, parties } = question.scope.context;
  const held = parties.filter((party) => party.role === role);
  const holders = held.map(({ account, department }) => department ?? holderOf(account, question));
  if (role === 'owner') holders.unshift(holderOf(record.owner, question));
  const distinct = [...new Set(holders)];
  return distinct.length > 1 ? distinct : (distinct[0] ?? 'nobody');
}

function factsOfChildren(type: string, question: RuleQuestion): ReadValue[] {
  const { context } = question.scope;
  const children = context.children.map((child) => contextOfChild(context, child));
  return factsOfRelated(type, children, question);
}

function factsOfNaming(type: string, keys: readonly string[], question: RuleQuestion): ReadValue[] {
  return factsOfRelated(type, namingOf(question.scope.context, keys), question);
}

function factsOfRelated(
  type: string,
  contexts: readonly RecordContext[],
  { scope: { portal, visitor }, isStored }: RuleQuestion,
): ReadValue[] {
  const found = contexts.filter(({ record }) => record.type === type);
  if (found.length === 0) return isStored ? [{ path: type, value: 'none' }] : [];
  const facts = found.slice(0, mostListed).map((context): ReadValue => {
    const { number, slug, state } = context.record;
    const level = viewLevel({ portal, visitor, context });
    const path = `${type} ${number ?? slug}`;
    return level === null ? { path: `${type} of others`, hidden: true } : { path, value: state };
  });
  const rest = found.length - facts.length;
  return rest === 0 ? facts : [...facts, { path: type, value: `${rest} more` }];
}

function factsOfParent({ type, of }: ConditionOf<'parent'>, question: RuleQuestion): ReadValue[] {
  const { context } = question.scope;
  const at = context.ancestors.findIndex((one) => type === null || one.type === type);
  return factsAbove(at, (above) => factsOf(of, above), question);
}

function factsOfKind(question: RuleQuestion): ReadValue[] {
  const { portal, context } = question.scope;
  const applies = portal.kinds[context.record.kind ?? '']?.applies;
  return applies === undefined ? [] : factsAbove(0, (above) => factsOf(applies, above), question);
}

/** What is read of the record above at this position. */
function factsAbove(
  at: number,
  reads: (above: RuleQuestion) => readonly ReadValue[],
  question: RuleQuestion,
): ReadValue[] {
  const { context } = question.scope;
  const record = context.ancestors[at];
  if (record === undefined) return [];
  const above = around(record, context.ancestors.slice(at + 1), context);
  const facts = reads({ ...question, scope: { ...question.scope, context: above } });
  return facts.map((fact) => ({ ...fact, path: `${record.type}: ${fact.path}` }));
}

function factsOfForm({ scope, formErrors, hides }: RuleQuestion): ReadValue[] {
  if (formErrors === null) return [];
  const { portal, context } = scope;
  const wrong = Object.entries(formErrors).slice(0, mostListed);
  if (wrong.length === 0) return [{ path: 'form', value: 'complete' }];
  return wrong.map(([field, said]) =>
    hides(context.record, field.split('.', 1)[0] ?? field)
      ? { path: `answer ${field}`, hidden: true }
      : { path: `answer ${field}`, value: said.map((one) => valueShown(portal, one)).join(' ') },
  );
}

function factsOfChecklist({ is }: ConditionOf<'checklist'>, { scope, isStored }: RuleQuestion): ReadValue[] {
  if (!isStored) return [];
  const items = availableItems(scope);
  const open =
    is === 'returned' ? items.filter(({ state }) => state === 'returned') : itemsInTheWay(is, items);
  if (open.length === 0) return [{ path: 'checklist', value: is === 'returned' ? 'nothing returned' : is }];
  return open.map(({ id, state }) => ({ path: `item ${id}`, value: state }));
}
