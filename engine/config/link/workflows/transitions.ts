/** Links transitions: who takes them or what triggers them, their questions, conditions and effects. */
import { usualMessages } from '../../../locales/usual.ts';
import type { EffectPlace } from './effect-create.ts';
import type { Condition } from '../../../portal/model/condition.ts';
import type { Need, PickRule, QuorumRule, Transition } from '../../../portal/model/workflow.ts';
import { AnyName } from '../names/any-name.ts';
import { AskedAnswers } from '../names/asked-answers.ts';
import { always, linkCondition, linkOptional } from '../conditions/condition.ts';
import {
  child,
  entries,
  isMapping,
  isPresent,
  items,
  oneOrMore,
  placeOf,
  rootOf,
  text,
  texts,
  truth,
  type Cursor,
} from '../input/cursor.ts';
import { linkDuration } from '../input/durations.ts';
import { linkEffects } from './effects.ts';
import { linkNamedForm } from '../forms/forms.ts';
import { report, reportUnknown, type LinkContext, isKnown, countUse } from '../input/link-context.ts';
import { titleFromKey } from '../input/title-from-key.ts';
import { quorumNames } from '../names/workflow-names.ts';

export interface TransitionEntry {
  readonly name: string;
  readonly at: Cursor;
  /** Record type of the workflow. */
  readonly of: string;
  /** Reports an unknown state. */
  readonly checkState: (at: Cursor) => void;
}

export function linkTransition(
  { name, at, of, checkState }: TransitionEntry,
  context: LinkContext,
): Transition {
  for (const state of oneOrMore(child(at, 'from'))) checkState(state);
  const by = child(at, 'by');
  const who = isPresent(by) ? linkCondition(by, context, { where: 'access', type: of }) : null;
  const quorum = child(at, 'quorum');
  const trigger = child(at, 'trigger');
  const input = child(at, 'input');
  const takes = child(at, 'takes');
  const answers = answersOf(at, context);
  checkScan(at, of, context);
  checkDelegable(at, context);
  checkOwners(at, name, context);
  return {
    name,
    title: text(child(at, 'title')) ?? titleFromKey(name),
    from: texts(child(at, 'from')),
    ...linkTarget(child(at, 'to'), { of, answers, checkState }, context),
    by: who,
    trigger: isPresent(trigger) ? linkCondition(trigger, context, { where: 'trigger', type: of }) : null,
    needs: oneOrMore(child(at, 'needs')).map((need) => linkNeed(need, { of, answers }, context)),
    input: isMapping(input.value) ? null : linkNamedForm(input, context),
    saves: truth(child(at, 'saves')),
    pick: isMapping(input.value) ? linkPick(input, of, context) : null,
    books: linkCalendarName(child(at, 'books'), context),
    keeps: truth(child(at, 'keeps')),
    bulk: truth(child(at, 'bulk')),
    takes: isPresent(takes) ? linkDuration(takes, context) : null,
    scan: truth(child(at, 'scan')),
    isDelegable: truth(child(at, 'delegable')),
    extends: null,
    quorum:
      isPresent(quorum) && who !== null
        ? linkQuorum({ name, at: quorum, who, formerly: texts(child(at, 'formerly')) })
        : null,
    takesBack: linkTakesBack(child(at, 'takesBack'), of, context),
    // oxlint-disable-next-line unicorn/no-thenable -- the grammar's word, and a list is no promise
    then: linkEffects(child(at, 'then'), { of, answers }, context),
    place: placeOf(at),
  };
}

interface QuorumEntry {
  /** Of the step. */
  readonly name: string;
  readonly formerly: readonly string[];
  readonly at: Cursor;
  readonly who: Condition;
}

function linkQuorum({ name, formerly, at, who }: QuorumEntry): QuorumRule {
  const { value: atLeast } = child(at, 'atLeast');
  return {
    steps: [name, ...formerly],
    roles: rolesIn(who),
    atLeast: typeof atLeast === 'number' ? atLeast : null,
  };
}

/** The roles of which everybody who meets the condition has one; null if others meet it too. */
function rolesIn(condition: Condition): readonly string[] | null {
  if (condition.test === 'party') return [condition.role];
  if (condition.test !== 'all' && condition.test !== 'any') return null;
  const parts = condition.of.map(rolesIn);
  const known = parts.filter((roles) => roles !== null);
  if (condition.test === 'all') return known[0] ?? null;
  return known.length < parts.length ? null : [...new Set(known.flat())];
}

/** Reports steps that one person takes alone. */
function linkTakesBack(at: Cursor, of: string, context: LinkContext): readonly string[] {
  const choices = quorumNames(of, context.names);
  return oneOrMore(at).flatMap((one) => {
    const name = text(one) ?? '';
    // A record keeps the name that the step had when somebody took it.
    const former = texts(child(child(child(rootOf(at.file), 'transitions'), name), 'formerly'));
    return isKnown(context, 'quorum/unknown-step', one, { name, choices, of }) ? [name, ...former] : [];
  });
}

/** A person of the record's office scans the code, so the record needs an office, and the step a person. */
function checkScan(at: Cursor, of: string, context: LinkContext): void {
  const scan = child(at, 'scan');
  const record = context.names.records.get(of);
  const hasOffice = record === undefined || isPresent(child(record, 'office'));
  if (truth(scan) && (!hasOffice || !isPresent(child(at, 'by'))))
    report(context, 'workflow/nobody-scans', scan, { type: of });
}

/** The owners of a list are chosen so that each gets a record. */
function checkOwners(at: Cursor, name: string, context: LinkContext): void {
  const pick = child(child(at, 'input'), 'pick');
  const isUsed = items(child(at, 'then')).some(
    (one) => text(child(child(one, 'forEach'), 'input')) === 'pick',
  );
  if (isPresent(child(pick, 'owners')) && !isUsed) report(context, 'effect/pick-in-vain', pick, { name });
}

/** A deputy takes it for a person, so somebody must be able to take it and to name deputies. */
function checkDelegable(at: Cursor, context: LinkContext): void {
  const said = child(at, 'delegable');
  const hasDeputies = [...context.names.departments.values()].some((root) =>
    isPresent(child(root, 'deputies')),
  );
  if (truth(said) && !(hasDeputies && isPresent(child(at, 'by'))))
    report(context, 'workflow/nobody-delegates', said, {});
}

/** The questions of its form; also `pick` and `slot` for choosing accounts or a time. */
function answersOf(at: Cursor, { names }: LinkContext): Set<string> {
  const input = child(at, 'input');
  const form = names.forms.get(text(input) ?? '');
  if (text(input) !== null && form === undefined) return new AnyName();
  const chosen = [isMapping(input.value) ? 'pick' : [], isPresent(child(at, 'books')) ? 'slot' : []];
  return form === undefined ? new Set(chosen.flat()) : new AskedAnswers(form, chosen.flat());
}

function linkTarget(
  at: Cursor,
  { of, answers, checkState }: EffectPlace & Omit<TransitionEntry, 'name' | 'at'>,
  context: LinkContext,
): { readonly to: string; readonly toCases: Transition['toCases'] } {
  if (!isMapping(at.value)) {
    checkState(at);
    return { to: text(at) ?? '', toCases: [] };
  }
  const toCases = items(child(at, 'cases')).map((one) => {
    checkState(child(one, 'value'));
    const when = linkCondition(child(one, 'when'), context, { where: 'needs', type: of, answers });
    return { when, to: text(child(one, 'value')) ?? '' };
  });
  checkState(child(at, 'else'));
  return { to: text(child(at, 'else')) ?? '', toCases };
}

/** `type/list`; reports names that do not exist. */
function linkListName(at: Cursor, context: LinkContext): PickRule['ownersIn'] {
  const { records } = context.names;
  const [type = '', list = ''] = (text(at) ?? '').split('/');
  const root = records.get(type);
  if (root === undefined) {
    reportUnknown(context, 'record/unknown-type', at, { name: type, choices: records.keys() });
    return null;
  }
  countUse(context, 'type', at, { name: type });
  const choices = entries(child(root, 'lists')).map(([name]) => name);
  return isKnown(context, 'route/unknown-list', at, { name: list, choices, of: type })
    ? { type, list }
    : null;
}

/** The condition on selectable accounts is evaluated for each account as the visitor. */
function linkPick(at: Cursor, of: string, context: LinkContext): PickRule {
  const where = linkOptional(child(at, 'where'), context, { where: 'access', type: of, absent: always });
  const owners = child(child(at, 'pick'), 'owners');
  const ownersIn = isPresent(owners) ? linkListName(owners, context) : null;
  return { where, ownersIn, ...linkMany(child(at, 'many'), ownersIn !== null) };
}

function linkMany(
  { value, ...at }: Cursor,
  isOfOwners: boolean,
): Pick<PickRule, 'isMany' | 'atLeast' | 'atMost'> {
  if (typeof value === 'number') return { isMany: true, atLeast: value, atMost: value };
  const bound = (key: string) => {
    const { value: said } = child({ value, ...at }, key);
    return typeof said === 'number' ? said : null;
  };
  const isMany = isOfOwners || value === true || isMapping(value);
  return { isMany, atLeast: bound('atLeast') ?? 1, atMost: isMany ? bound('atMost') : 1 };
}

/** The named calendar; reports an unknown name. */
export function linkCalendarName(at: Cursor, context: LinkContext): string | null {
  const name = text(at);
  const { calendars } = context.names;
  if (name !== null) isKnown(context, 'calendar/unknown', at, { name, choices: calendars });
  return name;
}

function linkNeed(at: Cursor, { of, answers }: EffectPlace, context: LinkContext): Need {
  const condition = linkCondition(at, context, { where: 'needs', type: of, answers }, ['message']);
  return { condition, message: text(child(at, 'message')) ?? usualMessage(at), place: placeOf(at) };
}

function usualMessage(at: Cursor): string {
  if (isPresent(child(at, 'form'))) return usualMessages.fillInForm.english;
  const { value } = child(at, 'checklist');
  if (value === 'filed') return usualMessages.addPapers.english;
  if (value === 'passed') return usualMessages.acceptItems.english;
  if (value === 'returned') return usualMessages.returnItem.english;
  return usualMessages.needMissing.english;
}
