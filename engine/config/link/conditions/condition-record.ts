/** Conditions about a record: its parties, office, unit and state, and its parent. */
import { mappingOf } from '../../../portal/values/is-mapping.ts';
import {
  type Condition,
  type ConditionSubject,
  isOperator,
  type Operand,
} from '../../../portal/model/condition.ts';
import { placesLeft } from '../../../portal/model/record-type.ts';
import { departmentsOf } from '../names/department-names.ts';
import { hasChecklist, stateNames, transitionNames } from '../names/workflow-names.ts';
import {
  child,
  type Cursor,
  entries,
  isMapping,
  isPresent,
  oneOrMore,
  text,
  texts,
} from '../input/cursor.ts';
import { type LinkContext, report, reportEachUnknown, isKnown } from '../input/link-context.ts';
import { linkChildren, namedType } from './condition-children.ts';
import { engineWords, type RecordWord } from './condition-engine.ts';
import type { ConditionPlace } from './condition-place.ts';
import { linkOperand, literal } from './operand.ts';

const never: Condition = { test: 'not', of: { test: 'always' } };

const linkers: Readonly<Record<string, (word: RecordWord) => Condition>> = {
  party: ({ value, context, place }) => anyOf(oneOrMore(value).map((one) => linkParty(one, context, place))),
  office: ({ value, context }) => linkOffice(value, context),
  unit: ({ value, context }) => linkUnit(value, context),
  state: ({ value, context, place }) => linkState(value, context, place),
  kind: ({ value, context }) => linkKind(value, context),
  children: linkChildren,
  parent: linkParent,
  did: ({ value, context, place }) => linkDid(value, context, place),
  form: () => ({ test: 'form', is: 'complete' }),
  checklist: ({ value, context, place }) => linkChecklist(value, context, place),
  place: linkPlace,
  ...engineWords,
  // Conditions on fee lines use the slots of transition answers, which a fee line does not have.
  base: linkLineWord,
  group: linkLineWord,
};

export function linkRecordWord(word: RecordWord): Condition {
  return linkers[word.word]?.(word) ?? never;
}

function anyOf(parts: readonly Condition[]): Condition {
  return parts.length === 1 ? (parts[0] ?? never) : { test: 'any', of: parts };
}

function column(name: Extract<ConditionSubject, { from: 'record' }>['name'], operand: Operand): Condition {
  const isSet = 'value' in operand && Array.isArray(operand.value);
  return {
    test: 'compare',
    subject: { from: 'record', name },
    operator: isSet ? 'in' : 'is',
    operand,
  };
}

function choice(values: readonly string[]): Operand {
  return { value: values.length === 1 ? (values[0] ?? null) : values };
}

function linkParty(at: Cursor, context: LinkContext, { type, about }: ConditionPlace): Condition {
  const role = text(at) ?? '';
  const roles = new Set(['owner']);
  for (const record of context.names.records.values()) {
    for (const name of Object.keys(mappingOf(child(record, 'parties').value))) roles.add(name);
  }
  isKnown(context, 'condition/unknown-party', at, { name: role, choices: roles, of: type ?? about ?? null });
  return { test: 'party', role };
}

function linkOffice(at: Cursor, context: LinkContext): Condition {
  if (at.value === 'own') return column('office', { visitor: 'department' });
  return column('office', choice(departmentsOf(at, context)));
}

/**
 * `own` means the whole department if it has no units; `any` is always true and declares that the units share
 * records.
 */
function linkUnit(at: Cursor, { names }: LinkContext): Condition {
  const own = column('unit', { visitor: 'unit' });
  if (at.value === 'any') return { test: 'any', of: [{ test: 'always' }, own] };
  if (at.value !== 'own') return column('unit', choice(texts(at)));
  const whole = [...names.departments].flatMap(([key, root]) =>
    isPresent(child(root, 'units')) ? [] : [key],
  );
  const isWhole: Condition = {
    test: 'compare',
    subject: { from: 'visitor', name: 'department' },
    operator: 'in',
    operand: { value: whole },
  };
  return anyOf([own, { test: 'all', of: [column('office', { visitor: 'department' }), isWhole] }]);
}

function linkState(at: Cursor, context: LinkContext, { type, about }: ConditionPlace): Condition {
  const choices = stateNames(type, context.names);
  if (choices.size > 0)
    reportEachUnknown(context, 'condition/unknown-state', at, choices, type ?? about ?? null);
  return column('state', choice(texts(at)));
}

function linkKind(at: Cursor, context: LinkContext): Condition {
  const { kinds } = context.names;
  reportEachUnknown(context, 'kind/unknown', at, kinds);
  return column('kind', choice(texts(at)));
}

function linkDid(at: Cursor, context: LinkContext, { type, about }: ConditionPlace): Condition {
  const choices = transitionNames(type, context.names);
  if (choices.size > 0)
    reportEachUnknown(context, 'condition/unknown-transition', at, choices, type ?? about ?? null);
  const workflow = context.names.workflows.get(type ?? '');
  const steps = workflow === undefined ? null : child(workflow, 'transitions');
  // Histories keep the name that a step had when it was taken.
  const former = (name: string) => (steps === null ? [] : texts(child(child(steps, name), 'formerly')));
  return { test: 'did', transitions: texts(at).flatMap((name) => [name, ...former(name)]) };
}

function linkChecklist(at: Cursor, context: LinkContext, { type }: ConditionPlace): Condition {
  const states = ['filed', 'passed', 'returned'] as const;
  const is = states.find((one) => one === at.value);
  if (is !== undefined && type !== null && !hasChecklist(type, context.names))
    report(context, 'condition/no-checklist', at, { name: is, type });
  if (is !== undefined) return { test: 'checklist', is };
  report(context, 'condition/not-understood', at, { name: 'checklist' });
  return never;
}

/** The place is in the record above, whose `capacity` counts the records of this type. */
function linkPlace({ value, context, place: { type } }: RecordWord): Condition {
  const { records } = context.names;
  const own = type === null ? undefined : records.get(type);
  const above = own === undefined ? [] : texts(child(own, 'parent'));
  const isCounted = above.some((parent) => {
    const root = records.get(parent);
    return root !== undefined && text(child(child(root, 'capacity'), 'of')) === type;
  });
  if (!isCounted) report(context, 'condition/no-capacity', value, { type: type ?? '' });
  return {
    test: 'compare',
    subject: { from: 'fact', name: placesLeft },
    operator: 'above',
    operand: { value: 0 },
  };
}

/** `parent: application`, or `parent: { state: … }` for a condition on the parent. */
function linkParent({ value, context, place, linkCondition }: RecordWord): Condition {
  if (!isMapping(value.value)) {
    return { test: 'parent', type: namedType(value, context), of: { test: 'always' } };
  }
  const record = context.names.records.get(place.type ?? '');
  const about = record === undefined ? [] : texts(child(record, 'parent'));
  const type = about.length === 1 ? (about[0] ?? null) : null;
  return {
    test: 'parent',
    type: null,
    of: linkCondition(value, context, { where: 'access', type, about, isRelative: true }),
  };
}

interface LineWord {
  readonly word: string;
  readonly value: Cursor;
  readonly context: LinkContext;
  readonly place: ConditionPlace;
}

function linkLineWord({ word, value, context, place }: LineWord): Condition {
  const subject = { from: 'input', name: word } as const;
  if (!isMapping(value.value)) {
    const operator = Array.isArray(value.value) ? 'in' : 'is';
    return { test: 'compare', subject, operator, operand: { value: literal(value) } };
  }
  const of = entries(value).flatMap(([operator, operand]): Condition[] =>
    isOperator(operator)
      ? [{ test: 'compare', subject, operator, operand: linkOperand(operand, context, place) }]
      : [],
  );
  if (of.length === 0) report(context, 'condition/no-comparison', value, { name: word });
  return { test: 'all', of };
}
