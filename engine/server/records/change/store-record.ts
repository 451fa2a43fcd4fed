/** Stores a new record and the changes that follow from it. */
import { may, mayBeginBelow } from '../../../portal/access/access.ts';
import { ancestorsOf, contextIn, type Family, memberOf } from '../../../portal/life/family.ts';
import type { Command } from '../../../portal/life/decide-command.ts';
import { addingOf } from '../../../portal/changes/begin-record.ts';
import type { Form } from '../../../portal/model/form.ts';
import type { RecordContext } from '../../../portal/model/record.ts';
import { forbidden, notFound } from '../../http/errors.ts';
import { isPlain, writeOutcome } from '../store/write-outcome.ts';
import { changeInTransaction, inTransaction, decideFor } from './change-family.ts';
import { lockFamily } from '../store/lock-family.ts';
import { clientOf, requestContextOf } from '../rows/record-desk.ts';
import type { RecordRequest } from '../rows/record-desk.ts';
import type { StoredRecord, StoredFamily } from '../rows/read-record.ts';
import type { HttpAnswer, IdempotencyKey } from '../read/answer.ts';

/** Validated answers. */
export interface FormContent {
  readonly data: Readonly<Record<string, unknown>>;
  readonly form: Form | null;
  /** Null: the caller stores the answer. */
  readonly idempotencyKey: IdempotencyKey | null;
}

/** Stores a new record: directly if it has no parent, else together with its family. */
export async function store(
  request: RecordRequest,
  context: RecordContext,
  filled: FormContent,
): Promise<HttpAnswer> {
  const { owner: account } = context.record;
  const owner = account === null ? null : await accountOf(request, account);
  if (context.ancestors.length > 0) return storeBelow(request, context, { filled, owner });
  const begun = begin(request, context, filled);
  const alone = await decideFor(request, emptyFamily(context), begun);
  if (!isPlain({ outcome: alone })) {
    return inTransaction(request, (inside) => storeAlone(inside, context, { filled, owner }));
  }
  const { id } = begun.record;
  const { idempotencyKey } = filled;
  const stored = storedBegun(context, owner);
  return writeOutcome(request, { stored, outcome: alone, id, status: 201, idempotencyKey, what: 'created' });
}

interface FormFill {
  readonly filled: FormContent;
  readonly owner: StoredRecord['owner'];
}

/** Nobody else knows the record yet. The request is inside a transaction. */
export function storeAlone(
  inside: RecordRequest,
  context: RecordContext,
  { filled, owner }: FormFill,
): Promise<HttpAnswer> {
  const command = begin(inside, context, filled);
  const stored = storedBegun(context, owner);
  return changeInTransaction(inside, stored, {
    command,
    id: command.record.id,
    idempotencyKey: filled.idempotencyKey,
  });
}

/** The parent may have changed since it was read. */
function storeBelow(
  request: RecordRequest,
  context: RecordContext,
  { filled, owner }: FormFill,
): Promise<HttpAnswer> {
  const { record } = context;
  const parent = record.parent ?? '';
  return inTransaction(request, async (inside) => {
    const { portal, visitor } = requestContextOf(inside);
    const found = await lockFamily(inside.unitOfWork.client, requestContextOf(inside), { id: parent });
    if (found === null) throw notFound();
    const above = memberOf(found.family, parent).record;
    const ancestors = [above, ...ancestorsOf(found.family, above)];
    const around = { ...context, ancestors };
    const isOpen = mayBeginBelow({
      portal,
      visitor,
      context: contextIn({ portal, visitor }, found.family, parent),
    });
    if (!isOpen || !may({ portal, visitor, context: around }, 'create', record.type)) throw forbidden();
    const owners = new Map(found.owners);
    if (record.owner !== null && owner !== null) owners.set(record.owner, owner);
    const command = begin(inside, around, filled);
    return changeInTransaction(
      inside,
      { ...found, owners },
      { command, id: record.id, idempotencyKey: filled.idempotencyKey },
    );
  });
}

function emptyFamily({ today, now }: RecordContext): Family {
  return { members: new Map(), today, now };
}

function storedBegun(context: RecordContext, owner: StoredRecord['owner']): StoredFamily {
  const { record } = context;
  const owners = new Map(record.owner === null || owner === null ? [] : [[record.owner, owner]]);
  return { family: emptyFamily(context), owners, heads: new Map() };
}

function begin(
  request: RecordRequest,
  context: RecordContext,
  filled: FormContent,
): Extract<Command, { type: 'add' }> {
  const { portal, visitor } = requestContextOf(request);
  const { validate } = request.desk.forms;
  return addingOf({ portal, visitor, context }, { ...filled, validate });
}

async function accountOf(request: RecordRequest, id: string): Promise<StoredRecord['owner']> {
  const text = 'SELECT slug, name FROM accounts WHERE id = $1';
  const [row] = await clientOf(request).query<{ slug: string; name: string }>(
    { name: 'account-name', text },
    [id],
  );
  return row ?? null;
}
