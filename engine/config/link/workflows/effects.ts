/** Links the effects of a transition: records, documents, assessments, notices, roles and account changes. */
import { isDeepStrictEqual } from 'node:util';
import type { ChildStates, EffectDefinition, EffectOf } from '../../../portal/model/workflow.ts';
import { namedType } from '../conditions/condition-children.ts';
import { linkOperand } from '../conditions/operand.ts';
import { linkRecipients, rolesOf } from '../names/recipients.ts';
import { itemNames, stateNames } from '../names/workflow-names.ts';
import {
  child,
  type Cursor,
  entries,
  isMapping,
  isPresent,
  items,
  oneOrMore,
  text,
  texts,
} from '../input/cursor.ts';
import {
  type LinkContext,
  report,
  reportEachUnknown,
  reportUnknown,
  isKnown,
  countUse,
  quietly,
} from '../input/link-context.ts';
import { linkCurrency } from '../input/currencies.ts';
import { type EffectPlace, linkCreate } from './effect-create.ts';
import { linkExtension } from './effect-extension.ts';
import { checkNoticeTexts } from './notices.ts';

type Linker = (at: Cursor, place: EffectPlace, context: LinkContext) => EffectDefinition;

export function linkEffects(at: Cursor, place: EffectPlace, context: LinkContext): EffectDefinition[] {
  const said = items(at);
  checkCreatedOnce(said, context);
  checkDoneOnce(said, context);
  return said.map((one) => linkEffect(one, place, context));
}

/** Reports a second `create` of a type without its own data, because it creates nothing. */
function checkCreatedOnce(effects: readonly Cursor[], context: LinkContext): void {
  const seen = new Set<string>();
  for (const effect of effects) {
    const create = child(effect, 'create');
    const hasAnswers = entries(child(effect, 'data')).length > 0;
    const type = text(create);
    // A list answer may be empty, and then nothing is created.
    if (type === null || isPresent(child(child(effect, 'forEach'), 'input'))) continue;
    const key = `${type} ${text(child(child(effect, 'forEach'), 'kind')) ?? ''}`;
    if (seen.has(key) && !hasAnswers) report(context, 'effect/created-already', create, { name: type });
    seen.add(key);
  }
}

/** Effects that do nothing more when they are repeated with nothing between them. */
const lasting = ['assess', 'document', 'revoke', 'notify'] as const;

/** Reports an effect that is the same as one before it, unless the record changes between the two. */
function checkDoneOnce(effects: readonly Cursor[], context: LinkContext): void {
  let since: Cursor[] = [];
  for (const effect of effects) {
    const word = lasting.find((one) => isPresent(child(effect, one)));
    if (since.some(({ value }) => isDeepStrictEqual(value, effect.value)))
      report(context, 'effect/done-already', effect, { name: word ?? '' });
    since = word === undefined ? [] : [...since, effect];
  }
}

const linkers: Readonly<Record<EffectDefinition['effect'], Linker>> = {
  create: linkCreate,
  document: linkIssue,
  revoke: linkRevoke,
  askAgain: (at, { of }, context) => linkAskAgain(at, of, context),
  assess: (at, { of }, context) => linkAssess(child(at, 'assess'), of, context),
  assign: (at, place, context) => linkAssign(child(at, 'assign'), place, context),
  extension: linkExtension,
  account: (at) => linkAccount(child(at, 'account')),
  notify: linkNotify,
};

/** The schema reports an effect with no key or two; it has no effect here. */
function linkEffect(at: Cursor, place: EffectPlace, context: LinkContext): EffectDefinition {
  const word = (Object.keys(linkers) as EffectDefinition['effect'][]).find((one) =>
    isPresent(child(at, one)),
  );
  return linkers[word ?? 'notify'](at, place, context);
}

function linkIssue(at: Cursor, { of }: EffectPlace, context: LinkContext): EffectOf<'document'> {
  const document = linkDocument(child(at, 'document'), of, context);
  const variant = text(child(at, 'variant'));
  return { effect: 'document', document, variant };
}

/** A template of documents/, or `{ of: kind }` for the document of the record's kind. */
function linkDocument(at: Cursor, of: string, context: LinkContext): string | null {
  if (isMapping(at.value)) {
    const record = context.names.records.get(of);
    if (record !== undefined && !hasIssuingKind(record, context)) {
      report(context, 'effect/no-kind', at, { name: of });
    }
    return null;
  }
  const name = text(at) ?? '';
  const { documents } = context.names;
  isKnown(context, 'document/unknown', at, { name, choices: documents });
  return name;
}

/** Returns true if a kind of its records issues a document. A set that does not exist is already reported. */
function hasIssuingKind(record: Cursor, { names: { kinds, sets } }: LinkContext): boolean {
  const own = texts(child(record, 'kind'));
  return (
    own.some((set) => !sets.has(set)) ||
    [...kinds].some(
      ([id, kind]) => own.includes(id.split('/', 1)[0] ?? '') && isPresent(child(kind, 'issues')),
    )
  );
}

function linkRevoke(at: Cursor, { of }: EffectPlace, context: LinkContext): EffectOf<'revoke'> {
  const said = child(at, 'as').value;
  const as = (['revoked', 'suspended', 'valid'] as const).find((one) => one === said) ?? 'revoked';
  return { effect: 'revoke', document: linkDocument(child(at, 'revoke'), of, context), as };
}

/** `assign: { role: … }`: a department by its key, or an account that the operand names. */
function linkAssign(at: Cursor, { of, answers }: EffectPlace, context: LinkContext): EffectOf<'assign'> {
  const [role = '', to = at] = entries(at)[0] ?? [];
  const choices = rolesOf(of, context);
  isKnown(context, 'condition/unknown-party', { ...to, value: role }, { name: role, choices, of });
  const { departments, aliases } = context.names;
  const department = isMapping(to.value) ? null : (text(to) ?? '');
  if (department !== null) {
    const known = [...departments.keys(), ...aliases.keys()];
    isKnown(context, 'department/unknown', to, { name: department, choices: known });
  }
  const operand =
    department === null
      ? linkOperand(to, context, { where: 'needs', type: of, answers })
      : { value: aliases.get(department) ?? department };
  return { effect: 'assign', role, to: operand };
}

function linkAccount(at: Cursor): EffectOf<'account'> {
  const does = ['suspend', 'restore', 'reset-password', 'sign-out'] as const;
  return { effect: 'account', does: does.find((one) => one === at.value) ?? 'sign-out' };
}

/** @param at names the recipients under `notify`, and the notice */
export function linkNotify(
  at: Cursor,
  { of, answers }: EffectPlace,
  context: LinkContext,
): EffectOf<'notify'> {
  const said = child(at, 'notice');
  const notice = text(said) ?? '';
  const { notices } = context.names;
  if (isPresent(said)) isKnown(context, 'notice/unknown', said, { name: notice, choices: notices });
  const children = isPresent(child(at, 'children')) ? linkChildStates(at, of, context) : null;
  const about = children?.type ?? of;
  const written = notices.get(notice);
  if (written !== undefined) checkNoticeTexts(written, { of: about, answers }, context);
  const to = linkRecipients(child(at, 'notify'), about, context);
  return { effect: 'notify', to, notice, ...(children !== null && { children }) };
}

/** `children: TYPE, state: …`: records directly below; without `state` in every state. */
function linkChildStates(at: Cursor, of: string, context: LinkContext): ChildStates {
  const named = child(at, 'children');
  const type = namedType(named, context);
  const { records } = context.names;
  const record = records.get(type);
  if (record !== undefined && !texts(child(record, 'parent')).includes(of)) {
    report(context, 'notice/not-below', named, { type, of });
  }
  const choices = stateNames(type, context.names);
  const said = child(at, 'state');
  if (choices.size > 0) reportEachUnknown(context, 'condition/unknown-state', said, choices, type);
  return { type, states: isPresent(said) ? texts(said) : [...choices] };
}

type AskAgain = Extract<EffectDefinition, { effect: 'askAgain' }>;

/** @param of record type of the workflow */
function linkAskAgain(at: Cursor, of: string, context: LinkContext): AskAgain {
  const asked = child(at, 'askAgain');
  const message = text(child(at, 'message')) ?? '';
  const choices = itemNames(of, context.names);
  if (choices.size === 0) report(context, 'effect/no-checklist', asked, { name: of });
  if (asked.value === 'all') return { effect: 'askAgain', items: null, message };
  const named = oneOrMore(asked);
  for (const one of choices.size === 0 ? [] : named) {
    const name = text(one) ?? '';
    isKnown(context, 'effect/unknown-item', one, { name, choices, of });
  }
  return { effect: 'askAgain', items: named.flatMap((one) => text(one) ?? []), message };
}

/** @param of record type of the workflow */
function linkAssess(
  at: Cursor,
  of: string,
  context: LinkContext,
): Extract<EffectDefinition, { effect: 'assess' }> {
  const schedule = text(at) ?? '';
  const { fees, records } = context.names;
  const root = fees.get(schedule);
  if (root === undefined) {
    reportUnknown(context, 'fee/unknown', at, { name: schedule, choices: fees.keys() });
    return { effect: 'assess', schedule };
  }
  countUse(context, 'fee', at, { name: schedule });
  const assessed = text(child(root, 'of')) ?? '';
  if (records.has(assessed) && !atOrAbove(of, context).has(assessed)) {
    report(context, 'fee/not-above', at, { name: schedule, of: assessed, type: of });
  }
  const currency = linkCurrency(child(root, 'currency'), quietly(context));
  // The first schedule of a type decides on the currency of its bill.
  context.amounts.push({ at, parts: [{ currency }, { type: of, name: 'assessment.total' }] });
  return { effect: 'assess', schedule };
}

/** The type and every type that can be above it. */
function atOrAbove(type: string, { names }: LinkContext): ReadonlySet<string> {
  const found = new Set([type]);
  for (const one of found) {
    const root = names.records.get(one);
    for (const parent of root === undefined ? [] : texts(child(root, 'parent'))) found.add(parent);
  }
  return found;
}
