/** Tries one case on a portal, in memory. */
import { availableItems } from '../portal/checklist/checklist.ts';
import { holds } from '../portal/conditions/evaluate.ts';
import type { RecordScope } from '../portal/conditions/scope.ts';
import { add, money, toAmount } from '../portal/fees/amounts.ts';
import { assess } from '../portal/fees/assess.ts';
import { linesOf } from '../portal/fees/quantities.ts';
import type { Assessment } from '../portal/fees/assessment.ts';
import type { IssuedDocument } from '../portal/model/document.ts';
import { signedOut, type Visitor } from '../portal/model/department.ts';
import type { Portal } from '../portal/model/portal.ts';
import { blankRecord, contextAlone, type PortalRecord } from '../portal/model/record.ts';
import { decide } from '../portal/routing/decide.ts';
import { visitorOf } from '../portal/routing/visitors.ts';
import { valueShown } from '../portal/text/tell.ts';
import { initialState } from '../portal/workflow/new-records.ts';
import { refusalOf } from '../portal/workflow/transition.ts';
import type { ConfigurationCase, CaseRecord, Expectation } from './case.ts';

export interface CaseFailure {
  readonly place: Expectation['place'];
  /** What was expected, and what is. */
  readonly message: string;
  /** How that came about, one line each. */
  readonly because: readonly string[];
}

/** The account of the persona. */
const actor = 'persona';

/** @returns an empty list if everything is as expected */
export function runCase(portal: Portal, one: ConfigurationCase): readonly CaseFailure[] {
  if (one.unknown.length > 0) {
    return one.unknown.map(({ place, what, name }) => ({
      place,
      message: `There is no ${what} "${name}".`,
      because: [],
    }));
  }
  const visitor = visitorFor(portal, one);
  const now = `${one.day}T08:00:00.000Z`;
  const records = one.record === null ? [] : chainOf(portal, one.record, now);
  const [record = blankRecord('', {}), ...ancestors] = records;
  const documents = documentsOf(one.record, now);
  const context = { ...contextAlone({ record, today: one.day, now }), ancestors, documents };
  const scope: RecordScope = { portal, visitor, context };
  return one.expected.flatMap((expected) => {
    const found = tryOne(scope, expected);
    return found === null ? [] : [{ place: expected.place, ...found }];
  });
}

function documentsOf(record: CaseRecord | null, issuedAt: string): IssuedDocument[] {
  return Object.entries(record?.documents ?? {}).map(([document, state]) => ({
    id: document,
    code: document,
    document,
    number: null,
    variant: null,
    state,
    issuedAt,
    validUntil: null,
  }));
}

function visitorFor(portal: Portal, { persona }: ConfigurationCase): Visitor {
  if (persona === null) return signedOut;
  const visitor = visitorOf(portal, persona.department, persona.flags) ?? signedOut;
  return { ...visitor, account: actor, unit: persona.unit ?? visitor.unit };
}

/** The record and those above it, nearest first. */
function chainOf(portal: Portal, said: CaseRecord, now: string, depth = 0): PortalRecord[] {
  const above = said.parent === null ? [] : chainOf(portal, said.parent, now, depth + 1);
  const { type, kind } = said;
  const record = blankRecord(type, {
    id: `record-${depth}`,
    slug: `record-${depth}`,
    state: said.state ?? initialState(portal, type),
    kind,
    office: said.office ?? portal.kinds[kind ?? '']?.office ?? null,
    unit: said.unit,
    owner: said.isOwn ? actor : 'owner',
    parent: above[0]?.id ?? null,
    data: said.data,
    form: portal.kinds[kind ?? '']?.form ?? portal.recordTypes[type]?.form ?? null,
    since: now,
    createdAt: now,
    updatedAt: now,
  });
  return [record, ...above];
}

type FailureText = Pick<CaseFailure, 'message' | 'because'>;

function tryOne(scope: RecordScope, expected: Expectation): FailureText | null {
  switch (expected.expects) {
    case 'page':
      return tryPage(scope, expected);
    case 'kind': {
      const applies = scope.portal.kinds[expected.kind]?.applies;
      const does = applies !== undefined && holds(applies, { ...scope, visitor: signedOut });
      return differs(does, expected.applies, `the kind ${expected.kind}`, ['applies', 'does not apply']);
    }
    case 'item': {
      const ids = availableItems(scope).map(({ id }) => id);
      const isAsked = ids.includes(expected.item);
      const said = differs(isAsked, expected.applies, `the item ${expected.item}`, [
        'is asked for',
        'is not asked for',
      ]);
      return said && { ...said, because: [`asked for: ${ids.length === 0 ? 'nothing' : ids.join(', ')}`] };
    }
    case 'step':
      return tryStep(scope, expected);
    case 'fee': {
      const assessment = assessed(scope, expected.schedule);
      const is = sumOf(assessment, expected.of);
      if (is === expected.amount) return null;
      return {
        message: `${expected.of}: expected ${expected.amount}, is ${is}`,
        because: sayLines(scope.portal, assessment),
      };
    }
    case 'instalments': {
      const is = assessed(scope, expected.schedule).instalments.map(({ divided }) => divided);
      if (is.join() === expected.amounts.join()) return null;
      return {
        message: `instalments: expected ${expected.amounts.join(', ')}, are ${is.join(', ')}`,
        because: [],
      };
    }
  }
}

function differs(
  is: boolean,
  isExpected: boolean,
  subject: string,
  [yes, no]: readonly [string, string],
): FailureText | null {
  if (is === isExpected) return null;
  return { message: `expected: ${subject} ${isExpected ? yes : no}; it ${is ? yes : no}`, because: [] };
}

function tryPage(
  { portal, visitor }: RecordScope,
  { path, isOpen }: Expectation & { expects: 'page' },
): FailureText | null {
  const decision = decide({ portal, visitor }, path);
  const said = differs(decision.outcome === 'show', isOpen, path, ['opens', 'does not open']);
  if (said === null || decision.outcome === 'show') return said;
  const went = decision.outcome === 'go' ? `leads to ${decision.to}` : 'there is no such page for them';
  return { ...said, because: [went] };
}

function tryStep(
  scope: RecordScope,
  { step, isOffered }: Expectation & { expects: 'step' },
): FailureText | null {
  const refusal = refusalOf(scope, { name: step, input: {}, formErrors: {}, inputErrors: {} });
  const said = differs(refusal === null, isOffered, `the step ${step}`, ['is possible', 'is not possible']);
  if (said === null || refusal === null) return said;
  const reason = 'message' in refusal ? valueShown(scope.portal, refusal.message) : refusal.refused;
  return { ...said, because: [`refused: ${reason}`] };
}

function assessed({ portal, context }: RecordScope, schedule: string): Assessment {
  return assess(portal, schedule, context, { today: context.today });
}

/** @param of `total`, an id with its group, or ids and tags of lines joined by `+` */
function sumOf({ lines, total }: Assessment, of: string): string {
  if (of === 'total') return total;
  const some = of.includes('/') ? lines.filter(({ id }) => id === of) : linesOf(of.split('+'), lines);
  return money(add(some.map(({ amount }) => toAmount(amount))));
}

function sayLines(portal: Portal, { lines }: Assessment): string[] {
  return lines.map(
    ({ title, rule, amount }) => `${valueShown(portal, title)}: ${valueShown(portal, rule)} = ${amount}`,
  );
}
