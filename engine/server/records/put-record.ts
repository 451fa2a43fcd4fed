/** Puts other answers or items into a record: at once where nothing stands beside it, else together with its family. */
import { viewOf } from '../../portal/access.ts';
import type { Member } from '../../portal/life/family.ts';
import { isWatching } from '../../portal/life/triggers.ts';
import type { Deed } from '../../portal/life/unfold.ts';
import { notFound } from '../http/errors.ts';
import { carryOut, isPlain, Overtaken } from './carry-out.ts';
import { changeFamily, unfoldFor } from './change-family.ts';
import type { Changing } from './open-record.ts';
import type { StoredFamily } from './lock-family.ts';
import { openRecord, overtaken } from './open-record.ts';
import type { StoredRecord } from './read-record.ts';
import { askerOf, type RecordRequest } from './record-desk.ts';
import type { Answer } from './write-record.ts';

export type Put = Extract<Deed, { does: 'put' }>;

/** @throws HttpError 403, 404, 409 or 422 */
export async function putRecord(
  request: RecordRequest,
  changing: Changing,
  decide: (request: RecordRequest, stored: StoredRecord) => Promise<Put>,
): Promise<Answer> {
  const { portal } = askerOf(request);
  const { stored: found } = await openRecord(request, changing);
  const { record, ancestors, children } = found.context;
  const isAlone = ancestors.length === 0 && children.length === 0 && !isWatching(portal, record);
  if (isAlone) {
    const answer = await putAlone(request, found, { changing, decide });
    if (answer !== null) return answer;
  }
  return changeFamily(request, changing, async (inside, stored) => {
    if (viewOf(portal, request.visitor, stored.context) === null) throw notFound();
    return { deed: await decide(inside, stored) };
  });
}

interface Putting {
  readonly changing: Changing;
  readonly decide: (request: RecordRequest, stored: StoredRecord) => Promise<Put>;
}

/** In one statement, which writes nothing where somebody else was faster; null where more than that follows. */
async function putAlone(
  request: RecordRequest,
  stored: StoredRecord,
  { changing, decide }: Putting,
): Promise<Answer | null> {
  const alone = familyOf(stored);
  const deed = await decide(request, stored);
  const unfolded = await unfoldFor(request, alone.family, deed);
  if (!isPlain({ unfolded })) return null;
  const { id } = stored.context.record;
  const { claim } = changing;
  return carryOut(request, { stored: alone, unfolded, id, status: 200, claim, what: deed.what }).catch(
    (error: unknown) => {
      if (error instanceof Overtaken) return overtaken(request, changing);
      throw error;
    },
  );
}

/** A record that has nothing above and below it. */
export function familyOf({ context, owner, head }: StoredRecord): StoredFamily {
  const { record, parties, documents, did, wallet = [], related = [], today, now } = context;
  const member: Member = { record, parties, documents, did, wallet, related, wake: null };
  return {
    family: { members: new Map([[record.id, member]]), today, now },
    owners: new Map(record.owner === null || owner === null ? [] : [[record.owner, owner]]),
    heads: new Map([[record.id, head]]),
  };
}
