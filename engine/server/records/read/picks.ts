/** The accounts that an officer can choose in a step: lists them and checks the chosen one. */
import { holds } from '../../../portal/conditions/evaluate.ts';
import type { PickedAccount } from '../../../portal/workflow/new-records.ts';
import type { RecordContext } from '../../../portal/model/record.ts';
import type { FieldErrors } from '../../../portal/forms/form-verdict.ts';
import { mayTake, transitionOf } from '../../../portal/workflow/transition.ts';
import type { Visitor } from '../../../portal/model/department.ts';
import type { PickRule, Transition } from '../../../portal/model/workflow.ts';
import { ownVisitor } from '../../accounts/account-flags.ts';
import { type Account, accountColumns } from '../../accounts/accounts.ts';
import { forbidden, notFound } from '../../http/errors.ts';
import { openRecord, type RecordName } from './open-record.ts';
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
  { pick }: Transition,
  { pick: answer }: Readonly<Record<string, unknown>>,
): Promise<PickResult> {
  if (pick === null) return { picked: {}, pickErrors: {} };
  const slugs = [answer ?? []].flat().filter((one) => typeof one === 'string');
  const isSound = Array.isArray(answer) && slugs.length === answer.length && slugs.length <= mostChosen;
  if (!isSound || slugs.length === 0) return fault(message(recordMessages.nobodyChosen));
  if (!pick.isMany && slugs.length > 1) return fault(message(recordMessages.severalChosen));
  const accounts = await clientOf(request).query<Account>({
    name: 'accounts-by-slug',
    text: `SELECT ${accountColumns} FROM accounts a WHERE a.slug = ANY($1) AND NOT a.is_suspended`,
    values: [slugs],
  });
  const chosen = accounts.filter((account) => isChoosable(request, context, pick, account));
  if (chosen.length < new Set(slugs).size) return fault(message(recordMessages.chosenNotOffered));
  const entries = chosen.map(({ slug, id, department }) => [slug, { account: id, department }] as const);
  return { picked: Object.fromEntries(entries), pickErrors: {} };
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
  const { portal, visitor } = requestContextOf(request);
  const { stored, view } = await openRecord(request, named);
  const taken = transitionOf(portal, named.type, named.name);
  if (taken === null || taken.pick === null) throw notFound();
  const { pick } = taken;
  if (view.level !== 'read' || !mayTake({ portal, visitor, context: stored.context }, taken))
    throw forbidden();
  const accounts = await clientOf(request).query<Account>({
    name: 'accounts-by-name',
    text: `SELECT ${accountColumns} FROM accounts a
      WHERE NOT a.is_suspended AND a.name ILIKE '%' || $1 || '%' AND a.department = ANY($2)
      ORDER BY a.name, a.id LIMIT ${mostRead}`,
    values: [search.slice(0, 100).replaceAll(/[\\%_]/g, String.raw`\$&`), departmentsOf(request, pick)],
  });
  return accounts
    .filter((account) => isChoosable(request, stored.context, pick, account))
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

/** `where` is a condition about the chosen account: its department, its unit, its permissions. */
function isChoosable(
  request: RecordRequest,
  context: RecordContext,
  { where }: PickRule,
  account: Account,
): boolean {
  const { portal } = requestContextOf(request);
  const visitor = ownVisitor(portal, account);
  return visitor !== null && holds(where, { portal, visitor, context });
}

function fault(text: Message): PickResult {
  return { picked: {}, pickErrors: { pick: [text] } };
}
