/** Links record types: their forms, access rules, parties and lists. */
import type { Condition } from '../../../portal/model/condition.ts';
import {
  type Access,
  type AccountRule,
  type ClaimRule,
  type FieldRule,
  type FollowRule,
  placesLeft,
  placesTaken,
  type RecordType,
  type VerificationRule,
} from '../../../portal/model/record-type.ts';
import { always, linkOptional, never } from '../conditions/condition.ts';
import {
  child,
  entries,
  isMapping,
  isPresent,
  items,
  oneOrMore,
  placeOf,
  text,
  texts,
  truth,
  type Cursor,
} from '../input/cursor.ts';
import { checkField, checkFields } from '../conditions/columns.ts';
import { linkSummedPath } from '../conditions/subject-shape.ts';
import { departmentOf, departmentsOf, departmentsOfKinds } from '../names/department-names.ts';
import { linkDerived } from '../derived/derived.ts';
import { linkTerm } from '../input/durations.ts';
import { linkFieldPath, propertiesOf } from '../conditions/field-path.ts';
import { linkNamedForm } from '../forms/forms.ts';
import { report, reportEachUnknown, type LinkContext, quietly } from '../input/link-context.ts';
import { linkItems } from '../checklists/checklist-items.ts';
import { linkLists } from './lists.ts';
import { linkNumber } from './numbers.ts';
import { checkPersonalFields } from './personal-fields.ts';
import { linkPrefill } from './prefill.ts';
import { mappings } from '../requirements/requirements.ts';
import { named as questionsNamed } from '../names/properties.ts';
import { stateNames } from '../names/workflow-names.ts';
import { derivedValuesOf } from '../names/derived-values.ts';
import { countAnswers } from '../names/question-uses.ts';

export function linkRecords(context: LinkContext): Record<string, RecordType> {
  return Object.fromEntries(
    [...context.names.records].map(([type, root]) => [type, linkRecord(type, root, context)]),
  );
}

function linkRecord(type: string, root: Cursor, context: LinkContext): RecordType {
  const place = { where: 'access', type, absent: never } as const;
  const review = child(root, 'checklist');
  const unique = child(root, 'unique');
  checkNames(root, type, context);
  checkPersonalFields(root, type, context);
  return {
    type,
    title: text(child(root, 'title')) ?? type,
    plural: text(child(root, 'plural')),
    number: linkNumber(child(root, 'number'), isPresent(child(root, 'kind')), context),
    form: linkNamedForm(child(root, 'form'), context),
    parents: known(child(root, 'parent'), 'record/unknown-type', context.names.records, context),
    kinds: known(child(root, 'kind'), 'set/unknown', context.names.sets, context),
    parties: linkParties(child(root, 'parties'), context),
    office: linkOffice(child(root, 'office'), context),
    unit: linkUnit(child(root, 'unit'), type, context),
    access: linkAccess(child(root, 'access'), type, context),
    fields: Object.fromEntries(
      entries(child(root, 'fields')).map(([name, at]) => [name, linkField(at, type, context)]),
    ),
    builtIn: child(root, 'builtIn').value === 'user' ? 'user' : null,
    derived: linkDerivedValues(root, type, context),
    verified: linkVerified(child(root, 'verified'), type, context),
    unique: isPresent(unique)
      ? {
          over: texts(child(unique, 'over')),
          unless: linkOptional(child(unique, 'unless'), context, place),
        }
      : null,
    capacity: linkCapacity(child(root, 'capacity'), type, context),
    claim: linkClaim(child(root, 'claim'), type, context),
    checklist: isPresent(review)
      ? {
          review: linkOptional(child(review, 'review'), context, place),
          waive: linkOptional(child(review, 'waive'), context, place),
        }
      : null,
    account: linkAccount(child(root, 'account'), type, context),
    lists: linkLists(child(root, 'lists'), type, context),
    prefill: items(child(root, 'prefill')).map((one) => linkPrefill(one, type, context)),
    items: linkItems(child(review, 'items'), context, { where: 'needs', type }),
    examples: examplesOf(root, type, context),
    place: placeOf(root),
  };
}

/** `linkCapacity` reports mistakes in the values that a capacity adds. */
function linkDerivedValues(root: Cursor, type: string, context: LinkContext): RecordType['derived'] {
  const declared = new Set(entries(child(root, 'derived')).map(([name]) => name));
  const quiet = quietly(context);
  return Object.fromEntries(
    derivedValuesOf(root).map(([name, at]) => [
      name,
      linkDerived(at, declared.has(name) ? context : quiet, type),
    ]),
  );
}

/** The keys of a record type that name its fields. */
function checkNames(root: Cursor, type: string, context: LinkContext): void {
  const access = child(root, 'access');
  const open = child(access, 'public');
  const lists = [
    ...besidesParent(child(child(root, 'unique'), 'over')),
    ...besidesParent(child(child(access, 'summary'), 'fields')),
    ...besidesParent(child(open, 'fields')),
    child(open, 'masked'),
    ...besidesParent(child(child(access, 'follow'), 'fields')),
    child(child(access, 'follow'), 'mail'),
    child(child(root, 'verified'), 'fields'),
  ];
  for (const list of lists) checkFields(list, type, context);
  for (const [name, at] of entries(child(root, 'fields'))) {
    checkField(at, name, { type, context });
  }
}

/** The parent is a column too, although no list shows it. */
function besidesParent(at: Cursor): Cursor[] {
  return oneOrMore(at).filter((one) => text(one) !== 'parent');
}

function known(
  at: Cursor,
  code: 'record/unknown-type' | 'set/unknown',
  names: ReadonlyMap<string, unknown>,
  context: LinkContext,
): string[] {
  reportEachUnknown(context, code, at, names);
  return texts(at).filter((name) => names.has(name));
}

function linkParties(at: Cursor, context: LinkContext): RecordType['parties'] {
  return Object.fromEntries(
    entries(at).map(([role, said]) => [
      role,
      {
        departments: departmentsOf(isMapping(said.value) ? child(said, 'department') : said, context),
        isMany: isMapping(said.value) && truth(child(said, 'many')),
      },
    ]),
  );
}

/** `kind`, `parent`, `owner`, the key of a department, or the same as a mapping. */
function linkOffice(at: Cursor, context: LinkContext): RecordType['office'] {
  if (!isPresent(at)) return null;
  if (at.value === 'kind' || at.value === 'parent' || at.value === 'owner') return at.value;
  if (isMapping(at.value) && child(at, 'kind').value === 'office') return 'kind';
  const named = isMapping(at.value) ? child(at, 'department') : at;
  const department = departmentOf(named, context);
  return department === null ? null : { department };
}

/** `parent`, `owner`, a field, or several fields of which the first with an answer counts. */
function linkUnit(at: Cursor, type: string, context: LinkContext): RecordType['unit'] {
  if (at.value === 'parent' || at.value === 'owner') return at.value;
  const fields = isMapping(at.value) ? child(at, 'field') : at;
  return oneOrMore(fields).flatMap((field) =>
    isPresent(field) ? (linkFieldPath(field, context, { type }) ?? []) : [],
  );
}

function linkAccess(at: Cursor, type: string, context: LinkContext): Access {
  const place = { where: 'access', type, absent: never } as const;
  const rule = (holder: Cursor, key: string) => linkOptional(child(holder, key), context, place);
  const read = rule(at, 'read');
  const summary = child(at, 'summary');
  const open = child(at, 'public');
  return {
    create: rule(at, 'create'),
    cannotCreate: text(child(at, 'cannotCreate')),
    below: isPresent(child(at, 'below')) ? rule(at, 'below') : usualBelow(read, context),
    read,
    update: rule(at, 'update'),
    summary: isPresent(summary) ? { to: rule(summary, 'to'), fields: texts(child(summary, 'fields')) } : null,
    public: isPresent(open)
      ? {
          when: rule(open, 'when'),
          fields: texts(child(open, 'fields')),
          masked: texts(child(open, 'masked')),
        }
      : null,
    follow: linkFollow(child(at, 'follow'), type, context),
  };
}

function linkFollow(at: Cursor, type: string, context: LinkContext): FollowRule | null {
  if (!isPresent(at)) return null;
  const mail = child(at, 'mail');
  const name = text(mail);
  const questions = name === null ? [] : questionsNamed(propertiesOf(type, context), name);
  if (questions.length > 0 && !questions.every((one) => child(one, 'format').value === 'email'))
    report(context, 'follow/no-address', mail, { name: name ?? '' });
  return { fields: texts(child(at, 'fields')), within: linkTerm(child(at, 'within'), context), mail: name };
}

/**
 * Default: a reader of a record may create others below it, if they own it or belong to a department that handles or
 * supervises.
 */
function usualBelow(read: Condition, { names }: LinkContext): Condition {
  const staffed = departmentsOfKinds(names, ['handler', 'supervisor']);
  const isStaff: Condition = {
    test: 'compare',
    subject: { from: 'visitor', name: 'department' },
    operator: 'in',
    operand: { value: staffed },
  };
  return { test: 'all', of: [read, { test: 'any', of: [{ test: 'party', role: 'owner' }, isStaff] }] };
}

function linkVerified(at: Cursor, type: string, context: LinkContext): VerificationRule | null {
  if (!isPresent(at)) return null;
  const states = child(at, 'state');
  const choices = stateNames(type, context.names);
  if (choices.size > 0) reportEachUnknown(context, 'condition/unknown-state', states, choices, type);
  const by = linkOptional(child(at, 'by'), context, { where: 'access', type, absent: never });
  return { states: texts(states), fields: texts(child(at, 'fields')), by };
}

function linkCapacity(at: Cursor, type: string, context: LinkContext): RecordType['capacity'] {
  if (!isPresent(at)) return null;
  const { names } = context;
  const of = child(at, 'of');
  const name = text(of) ?? '';
  const below = [...names.records].filter(([, root]) => texts(child(root, 'parent')).includes(type));
  reportEachUnknown(context, 'capacity/not-below', of, new Map(below));
  const states = child(at, 'state');
  const choices = stateNames(name, names);
  if (choices.size > 0) reportEachUnknown(context, 'condition/unknown-state', states, choices, name);
  const workflow = names.workflows.get(name);
  const initial = workflow === undefined ? null : text(child(workflow, 'initial'));
  for (const state of oneOrMore(states)) {
    if (initial !== null && text(state) === initial)
      report(context, 'capacity/initial', state, { name: initial, type: name });
  }
  for (const taken of [placesTaken, placesLeft]) {
    const declared = child(child(names.records.get(type) ?? at, 'derived'), taken);
    if (isPresent(declared)) report(context, 'capacity/name-taken', declared, { name: taken });
  }
  const places = child(at, 'places');
  if (typeof places.value === 'string') linkSummedPath(places, context, { type });
  return { of: name, states: texts(states) };
}

function linkClaim(at: Cursor, type: string, context: LinkContext): ClaimRule | null {
  if (!isPresent(at)) return null;
  const place = { where: 'access', type, absent: never } as const;
  return {
    by: linkOptional(child(at, 'by'), context, place),
    assignedBy: linkOptional(child(at, 'assignedBy'), context, place),
    isRound: child(at, 'assign').value === 'round',
  };
}

function linkField(at: Cursor, type: string, context: LinkContext): FieldRule {
  const personal = child(at, 'personal').value;
  return {
    read: linkOptional(child(at, 'read'), context, { where: 'access', type, absent: always }),
    personal: personal === 'sensitive' ? 'sensitive' : personal === true ? 'yes' : null,
    isMasked: truth(child(at, 'masked')),
  };
}

function linkAccount(at: Cursor, type: string, context: LinkContext): AccountRule | null {
  if (!isPresent(at)) return null;
  const field = (key: string): string => {
    const said = child(at, key);
    const named = isMapping(said.value) ? child(said, 'field') : said;
    const name = text(named) ?? key;
    checkField(named, name, { type, context });
    return name;
  };
  return {
    department: departmentOf(child(at, 'department'), context) ?? '',
    username: field('username'),
    name: field('name'),
    password: field('password'),
  };
}

/** The examples of the record type, or of its form. */
function examplesOf(root: Cursor, type: string, context: LinkContext): readonly Record<string, unknown>[] {
  const own = mappings(child(root, 'examples'));
  for (const one of items(child(root, 'examples'))) countAnswers(one, propertiesOf(type, context), context);
  const form = context.names.forms.get(text(child(root, 'form')) ?? '');
  return own.length > 0 || form === undefined ? own : mappings(child(form, 'examples'));
}
