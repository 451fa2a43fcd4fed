/** Versions that wait: their time comes, somebody approves them, or they are taken back. */
import { isDeepStrictEqual } from 'node:util';
import type { Plan } from '../../plan/plan.ts';
import {
  approveWish,
  findWished,
  isAuthor,
  type Decider,
  noteRefusal,
  readWishedFiles,
  removeWish,
  waitingName,
  type WishedVersion,
} from '../../server/portals/wished-versions.ts';
import { storedFiles } from '../plan/read-side.ts';
import { sayWaiting } from '../plan/say-waiting.ts';
import { refused, type RefusedVersion, type VersionOutcome } from './outcome.ts';
import {
  applyWish,
  type ChangeDesk,
  type PlannedVersion,
  planVersion,
  portalInForce,
} from './put-in-force.ts';
import { tellAuthor } from '../../server/accounts/tell-author.ts';

/** Puts waiting versions in force whose time has come and that need no approval. */
export function applyWaiting(found: ChangeDesk, number: number): Promise<VersionOutcome> {
  return withWaiting(found, number, async (wish, planned) => {
    if (mustWait(wish)) return refused(sayWaiting(wish, planned.before.portal.timeZone));
    return applyNow(found, planned, wish);
  });
}

function mustWait({ needsApproval, approver, due }: WishedVersion): boolean {
  return (needsApproval && approver === null) || (due !== null && Date.parse(due) > Date.now());
}

async function applyNow(
  found: ChangeDesk,
  planned: PlannedVersion,
  wish: WishedVersion,
): Promise<VersionOutcome> {
  const { applicable, obstacles } = planned.plan;
  if (!applicable) return say(found, planned, wish, { is: 'refused', reason: obstacles.join('\n') });
  return applyWish(found, planned, wish);
}

/** @param approver null: only the plan is wanted */
export function approve(
  found: ChangeDesk,
  number: number,
  approver: Decider | null,
): Promise<VersionOutcome> {
  return withWaiting(found, number, async (wish, planned) => {
    if (!wish.needsApproval) return refused(`${waitingName(number)} needs nobody's approval.`, 2);
    if (approver === null) return { is: 'planned' };
    if (isAuthor(wish, approver)) {
      return refused(`${wish.author} wants it. Somebody else has to approve it.`);
    }
    const { timeZone } = planned.before.portal;
    if (wish.approver !== null && mustWait(wish)) return { is: 'waits', wish, timeZone };
    const approved = { ...wish, approver: approver.name };
    // The version in force names its approver: a refusal leaves nothing behind.
    if (!mustWait(approved)) return applyNow(found, planned, approved);
    const isDecided = !(await approveWish(found.database, number, approver.name));
    if (isDecided) return { is: 'gone', wish };
    return { is: 'waits', wish: approved, timeZone };
  });
}

export async function withdraw({ database }: ChangeDesk, number: number): Promise<VersionOutcome> {
  return (await removeWish(database, number)) ? { is: 'withdrawn', wish: { number } } : noneWaits(number);
}

function noneWaits(number: number): RefusedVersion {
  return refused(`No version waits as ${waitingName(number)}.`, 2);
}

/** Plans it again: what it would do now has to be what its plan said. */
async function withWaiting(
  found: ChangeDesk,
  number: number,
  work: (wish: WishedVersion, planned: PlannedVersion) => Promise<VersionOutcome>,
): Promise<VersionOutcome> {
  const { database, key } = found;
  const wish = await findWished(database, number);
  if (wish === null) return noneWaits(number);
  if (wish.state === 'stale') return refused(wish.reason ?? '');
  const kept = await readWishedFiles(database, key, number);
  if (typeof kept === 'string') return refused(kept);
  const name = waitingName(number);
  const before = await portalInForce(found);
  if ('is' in before) return before;
  const source = { name, read: storedFiles(name, kept.files), again: wish.again };
  const planned = await planVersion(found, before, source);
  if ('is' in planned) return planned;
  if (!isSamePlan(planned.plan, wish.plan as Plan)) {
    const reason =
      'Another version came into force meanwhile, so it would do something else than its plan said.';
    return say(found, planned, wish, { is: 'stale', reason });
  }
  return work(wish, planned);
}

/** Says it to the author once. */
async function say(
  { database }: ChangeDesk,
  { before }: PlannedVersion,
  wish: WishedVersion,
  news: { readonly is: 'stale' | 'refused'; readonly reason: string },
): Promise<VersionOutcome> {
  await database.transaction(async (client) => {
    const state = news.is === 'stale' ? 'stale' : 'waiting';
    const isNew = await noteRefusal(client, wish.number, { state, reason: news.reason });
    if (isNew) await tellAuthor(client, before.portal, wish, news);
  });
  return refused(news.reason);
}

/** Do both change the same things in the same way? How many records that touches may differ. */
function isSamePlan(one: Plan, other: Plan): boolean {
  return isDeepStrictEqual(meaningOf(one), meaningOf(other));
}

function meaningOf({ changes }: Plan): unknown {
  const meanings = changes.map(({ code, subject, actions, from, keys }) => ({
    code,
    subject,
    actions,
    from,
    keys,
  }));
  // As it is stored.
  return JSON.parse(JSON.stringify(meanings));
}
