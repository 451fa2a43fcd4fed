/** The accounts that an officer can choose in a step: lists them and checks the chosen one. */
import { holds } from '../../../portal/conditions/evaluate.ts';
import { isOwnerBelow, type PickedAccount } from '../../../portal/workflow/new-records.ts';
import type { RecordContext } from '../../../portal/model/record.ts';
import type { FieldErrors } from '../../../portal/forms/form-verdict.ts';
import { presentStep } from '../../../portal/succession/succeed-record.ts';
import { mayTake } from '../../../portal/workflow/transition.ts';
import type { Visitor } from '../../../portal/model/department.ts';
import { mostOwners, type PickRule, type Transition } from '../../../portal/model/workflow.ts';
import { ownVisitor } from '../../accounts/account-flags.ts';
import { type Account, accountColumns } from '../../accounts/accounts.ts';
import { forbidden, notFound } from '../../http/errors.ts';
import { openRecord, type RecordName } from '../read/open-record.ts';
import { ownersInList } from './list-records.ts';
import { isMapping } from '../../../portal/values/is-mapping.ts';
import { requestContextOf, clientOf, type RecordRequest } from '../rows/record-desk.ts';
import { message, type Message } from '../../../locales/message.ts';
import { recordMessages } from '../../../locales/records.ts';

export interface PickChoice {
  /** Slug of the account. */
  readonly value: string;
  readonly label: string;
}

const mostChosen = 200;
const mostShown = 20;
/** Maximum number of accounts that are searched for eligible ones. */
const mostRead = 500;

interface PickResult {
  readonly picked: Readonly<Record<string, PickedAccount>>;
  readonly pickErrors: FieldErrors;
}

/** The accounts for the answer `pick`. */
export async function accountsToPick(
  request: RecordRequest,
  context: RecordContext,
  taken: Transition,
  { pick: answer }: Readonly<Record<string, unknown>>,
): Promise<PickResult> {
  const { pick } = taken;
  if (pick === null) return { picked: {}, pickErrors: {} };
  if (pick.ownersIn !== null) return ownersToPick(request, context, { taken, pick, answer });
  const slugs = [answer ?? []].flat().filter((one) => typeof one === 'string');
  const isSound = Array.isArray(answer) && slugs.length === answer.length && slugs.length <= mostChosen;
  if (!isSound || slugs.length === 0) return fault(message(recordMessages.nobodyChosen));
  if (!pick.isMany && slugs.length > 1) return fault(message(recordMessages.severalChosen));
  const wrongNumber = wrongNumberOf(pick, new Set(slugs).size);
  if (wrongNumber !== null) return fault(wrongNumber);
  const accounts = await clientOf(request).query<Account>({
    name: 'accounts-by-slug',
    text: `SELECT ${accountColumns} FROM account_memberships a WHERE a.slug = ANY($1) AND NOT a.is_suspended
      ORDER BY a.joined_at NULLS FIRST, a.membership`,
    values: [slugs],
  });
  const chosen = choosable(request, { context, pick, accounts });
  if (chosen.length < new Set(slugs).size) return fault(message(recordMessages.chosenNotOffered));
  return { picked: pickedOf(chosen), pickErrors: {} };
}

function wrongNumberOf({ atLeast, atMost }: PickRule, count: number): Message | null {
  if (count >= atLeast && count <= (atMost ?? Infinity)) return null;
  if (atLeast === atMost) return message(recordMessages.chooseExactly, { count: atLeast });
  if (atMost === null) return message(recordMessages.chooseAtLeast, { count: atLeast });
  return atLeast > 1
    ? message(recordMessages.chooseBetween, { least: atLeast, most: atMost })
    : message(recordMessages.chooseAtMost, { count: atMost });
}

function pickedOf(accounts: readonly Account[]): PickResult['picked'] {
  return Object.fromEntries(
    accounts.map(({ slug, id, department, name }) => [slug, { account: id, department, name }] as const),
  );
}

/** The answer is a mapping from filters of the list to values. */
async function ownersToPick(
  request: RecordRequest,
  context: RecordContext,
  { taken, pick, answer }: { readonly taken: Transition; readonly pick: PickRule; readonly answer: unknown },
): Promise<PickResult> {
  if (!isMapping(answer)) return fault(message(recordMessages.nobodyChosen));
  const owners = await findOwners(request, context, pick, answer);
  if (owners.length > mostOwners) return fault(message(recordMessages.tooManyOwners, { most: mostOwners }));
  if (owners.length === 0) return fault(message(recordMessages.noOwners));
  return ownersBelow(context, taken, owners).length === owners.length
    ? fault(message(recordMessages.ownersAllHad))
    : { picked: pickedOf(owners), pickErrors: {} };
}

/** Those who own a record already that the step would create for them. */
function ownersBelow(
  context: RecordContext,
  { then }: Transition,
  owners: readonly Account[],
): readonly Account[] {
  const created = then.flatMap((one) =>
    one.effect === 'create' && one.forEachInput === 'pick' ? one.type : [],
  );
  return owners.filter(({ id }) => created.some((type) => isOwnerBelow(context, type, id)));
}

/** The accounts that own records in the list; one more than a step can choose if there are too many. */
async function findOwners(
  request: RecordRequest,
  context: RecordContext,
  pick: PickRule,
  filters: Readonly<Record<string, unknown>>,
): Promise<readonly Account[]> {
  if (pick.ownersIn === null) return [];
  const ids = await ownersInList(request, pick.ownersIn, { filters, most: mostOwners + 1 });
  const accounts = await clientOf(request).query<Account>({
    name: 'accounts-by-id',
    text: `SELECT ${accountColumns} FROM account_memberships a WHERE a.id = ANY($1::uuid[]) AND NOT a.is_suspended
      ORDER BY a.name, a.id, a.joined_at NULLS FIRST, a.membership`,
    values: [ids],
  });
  return choosable(request, { context, pick, accounts });
}

/**
 * Counts the owners that the step would choose with these filters.
 * @throws HttpError 403, 404, or 422 for an invalid filter
 */
export async function countOwners(
  request: RecordRequest,
  named: RecordName & { readonly name: string },
  filters: Readonly<Record<string, unknown>>,
): Promise<{ readonly total: number; readonly more?: true; readonly had: number }> {
  const { context, taken, pick } = await openPick(request, named);
  if (pick.ownersIn === null) throw notFound();
  const owners = await findOwners(request, context, pick, filters);
  const had = ownersBelow(context, taken, owners).length;
  return owners.length > mostOwners ? { total: mostOwners, more: true, had } : { total: owners.length, had };
}

/** @throws HttpError 403 or 404 */
async function openPick(request: RecordRequest, named: RecordName & { readonly name: string }) {
  const { portal, visitor } = requestContextOf(request);
  const { stored, view } = await openRecord(request, named);
  const taken = presentStep(portal, named.type, named.name);
  if (taken === null || taken.pick === null) throw notFound();
  const { context } = stored;
  if (view.level !== 'read' || !mayTake({ portal, visitor, context }, taken)) throw forbidden();
  return { context, taken, pick: taken.pick };
}

/**
 * Lists the eligible accounts for this step, by name.
 * @param search part of a name
 * @throws HttpError 403 or 404
 */
export async function listChoices(
  request: RecordRequest,
  named: RecordName & { readonly name: string },
  search: string,
): Promise<readonly PickChoice[]> {
  const { context, pick } = await openPick(request, named);
  const accounts = await clientOf(request).query<Account>({
    name: 'accounts-by-name',
    text: `SELECT ${accountColumns} FROM account_memberships a
      WHERE NOT a.is_suspended AND a.name ILIKE '%' || $1 || '%' AND a.department = ANY($2)
      ORDER BY a.name, a.id, a.joined_at NULLS FIRST, a.membership LIMIT ${mostRead}`,
    values: [search.slice(0, 100).replaceAll(/[\\%_]/g, String.raw`\$&`), departmentsOf(request, pick)],
  });
  return choosable(request, { context, pick, accounts })
    .slice(0, mostShown)
    .map(({ slug, name }) => ({ value: slug, label: name }));
}

/** The departments that can have eligible accounts. */
function departmentsOf(request: RecordRequest, { where }: PickRule): string[] {
  const { portal } = requestContextOf(request);
  return Object.keys(portal.departments).filter((department) =>
    holds(where, {
      portal,
      visitor: { ...stranger, department },
    }),
  );
}

const stranger: Visitor = {
  signedIn: true,
  account: null,
  department: null,
  unit: null,
  flags: {},
  name: '',
  username: '',
};

interface Candidates {
  readonly context: RecordContext;
  readonly pick: PickRule;
  /** An account once for each of its memberships. */
  readonly accounts: readonly Account[];
}

/** The accounts that may be chosen, each in its first membership that meets the rule `where`. */
function choosable(request: RecordRequest, { context, pick, accounts }: Candidates): Account[] {
  const { portal } = requestContextOf(request);
  const eligible = accounts.filter((account) => {
    const visitor = ownVisitor(portal, account);
    return visitor !== null && holds(pick.where, { portal, visitor, context });
  });
  return [...Map.groupBy(eligible, ({ id }) => id).values()].flatMap(([first]) => first ?? []);
}

function fault(text: Message): PickResult {
  return { picked: {}, pickErrors: { pick: [text] } };
}
