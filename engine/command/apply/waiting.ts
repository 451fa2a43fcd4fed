/** Versions that wait: their time comes, somebody approves them, or they are taken back. */
import { isDeepStrictEqual } from 'node:util';
import type { Plan } from '../../plan/plan.ts';
import {
  approveWish,
  findWished,
  isAuthor,
  noteRefusal,
  readWishedFiles,
  removeWish,
  waitingName,
  type WishedVersion,
} from '../../server/portals/wished-versions.ts';
import { refuse } from '../arguments.ts';
import type { InForce } from '../plan/read-in-force.ts';
import { storedFiles } from '../plan/read-side.ts';
import { sayWaiting } from '../plan/say-waiting.ts';
import { applyWish, type PlannedVersion, planVersion, portalInForce } from './put-in-force.ts';
import { tellAuthor } from '../../server/accounts/tell-author.ts';

/** Puts in force what waited, if its time has come and it needs nobody's approval. @returns the exit code */
export function applyWaiting(found: InForce, number: number): Promise<number> {
  return withWaiting(found, number, async (wish, planned) => {
    if (mustWait(wish)) return refuse(`${sayWaiting(wish, planned.before.portal.timeZone)}\n`, 1);
    return applyNow(found, planned, wish);
  });
}

function mustWait({ needsApproval, approver, due }: WishedVersion): boolean {
  return (needsApproval && approver === null) || (due !== null && Date.parse(due) > Date.now());
}

async function applyNow(found: InForce, planned: PlannedVersion, wish: WishedVersion): Promise<number> {
  const { applicable, obstacles } = planned.plan;
  if (!applicable) return say(found, planned, wish, { is: 'refused', reason: obstacles.join('\n') });
  return applyWish(found, planned, wish);
}

/** @param approver null: only the plan is wanted @returns the exit code */
export function approve(found: InForce, number: number, approver: string | null): Promise<number> {
  return withWaiting(found, number, async (wish, planned) => {
    if (!wish.needsApproval) return refuse(`${waitingName(number)} needs nobody's approval.\n`);
    if (approver === null) return 0;
    if (isAuthor(wish, approver)) {
      return refuse(`${wish.author} wants it. Somebody else has to approve it.\n`, 1);
    }
    await approveWish(found.database, number, approver);
    const approved = { ...wish, approver };
    if (!mustWait(approved)) return applyNow(found, planned, approved);
    process.stdout.write(`${sayWaiting(approved, planned.before.portal.timeZone)}\n`);
    return 0;
  });
}

/** @returns the exit code */
export async function withdraw({ database }: InForce, number: number): Promise<number> {
  if (!(await removeWish(database, number))) return refuse(`No version waits as ${waitingName(number)}.\n`);
  process.stdout.write(`${waitingName(number)} was taken back.\n`);
  return 0;
}

/** Plans it again: what it would do now has to be what its plan said. */
async function withWaiting(
  found: InForce,
  number: number,
  work: (wish: WishedVersion, planned: PlannedVersion) => Promise<number>,
): Promise<number> {
  const { database, key } = found;
  const wish = await findWished(database, number);
  if (wish === null) return refuse(`No version waits as ${waitingName(number)}.\n`);
  if (wish.state === 'stale') return refuse(`${wish.reason ?? ''}\n`, 1);
  const kept = await readWishedFiles(database, key, number);
  if (typeof kept === 'string') return refuse(`${kept}\n`, 1);
  const name = waitingName(number);
  const before = await portalInForce(found);
  if (typeof before === 'number') return before;
  const source = { name, read: storedFiles(name, kept.files), again: wish.again };
  const planned = await planVersion(found, before, source);
  if (typeof planned === 'number') return planned;
  if (!isSamePlan(planned.plan, wish.plan as Plan)) {
    const reason =
      'Another version came into force meanwhile, so it would do something else than its plan said.';
    return say(found, planned, wish, { is: 'stale', reason });
  }
  return work(wish, planned);
}

/** Says it to the author once. @returns the exit code */
async function say(
  { database }: InForce,
  { before }: PlannedVersion,
  wish: WishedVersion,
  news: { readonly is: 'stale' | 'refused'; readonly reason: string },
): Promise<number> {
  await database.transaction(async (client) => {
    const state = news.is === 'stale' ? 'stale' : 'waiting';
    const isNew = await noteRefusal(client, wish.number, { state, reason: news.reason });
    if (isNew) await tellAuthor(client, before.portal, wish, news);
  });
  return refuse(`${news.reason}\n`, 1);
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
