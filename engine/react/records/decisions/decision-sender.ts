/** Sends an officer's decisions about the items of one record, as long as the items are what the officer saw. */
import type { WireItem, WireRecord } from '../../../contract/record.ts';
import { problemMessages } from '../../../locales/problems.ts';
import type { Client, Result } from '../../api/client.ts';
import type { Problem } from '../../api/problem.ts';
import { text } from '../../language/text.ts';
import { type Came, readAgain, writeRecord } from '../actions/use-record-write.ts';
import { type HeldDecision, seenOf } from './decision.ts';
import type { DecisionSender } from './decision-desk.ts';

export type OnChange = (record: WireRecord, came: Came) => void;

interface PageOfRecord {
  readonly record: WireRecord;
  readonly onChange: OnChange;
}

/** `follow`: the page shows another version of the record. */
export function createDecisionSender(
  client: Client,
  first: PageOfRecord,
): { readonly sender: DecisionSender; follow(page: PageOfRecord): void } {
  let page = first;
  const follow = (next: PageOfRecord) => {
    if (next.record.version >= page.record.version) page = next;
  };
  const onChange: OnChange = (newer, came) => {
    follow({ ...page, record: newer });
    page.onChange(newer, came);
  };
  /** Calls without an answer, by idempotency key: none is sent twice. */
  const issued = new Map<string, Promise<Result<WireRecord>>>();
  const issue = ({ item, body, key }: HeldDecision, ifMatch: number) => {
    const { type, slug } = page.record;
    const params = { type, slug, item };
    const call =
      issued.get(key) ??
      client
        .send('POST /records/:type/:slug/items/:item', { params, body, ifMatch, key, outlivesPage: true })
        .finally(() => issued.delete(key));
    issued.set(key, call);
    return call;
  };
  const issueIfSeen = async (decision: HeldDecision, ifMatch: number): Promise<Result<WireRecord>> => {
    if (!isSeen(page.record, decision)) {
      return isDecided(page.record, decision)
        ? taken(page.record)
        : { ok: false, problem: stale(page.record) };
    }
    const result = await issue(decision, ifMatch);
    if (result.ok || result.problem.kind !== 'stale') return result;
    const current = result.problem.current ?? (await readAgain(client, page.record));
    if (current !== null) onChange(current, 'of-others');
    // Somebody changed another item: the decision about this one still holds.
    if (isDecided(page.record, decision)) return taken(page.record);
    // It keeps its turn: decisions after it may be about the same item.
    if (current !== null && isSeen(page.record, decision)) {
      return issue({ ...decision, key: `${decision.key}-again` }, page.record.version);
    }
    return { ok: false, problem: { ...result.problem, current } };
  };
  const sender: DecisionSender = {
    sendNow(decision, ahead) {
      if (isSeen(page.record, decision)) void issue(decision, page.record.version + ahead);
    },
    send(decision) {
      const target = { client, record: page.record, onChange, prepare: async () => page.record };
      return writeRecord(target, (ifMatch) => issueIfSeen(decision, ifMatch));
    },
  };
  return { sender, follow };
}

function taken(record: WireRecord): Result<WireRecord> {
  return { ok: true, value: record, etag: null };
}

function stale(current: WireRecord): Problem {
  return { kind: 'stale', current, message: text(problemMessages.changedMeanwhile) };
}

function itemOf({ items }: WireRecord, { item }: HeldDecision): WireItem | undefined {
  return items.find(({ id }) => id === item);
}

function isDecided(record: WireRecord, decision: HeldDecision): boolean {
  const now = itemOf(record, decision);
  return now?.state === decision.body.state && (now.state === 'accepted' || now.remark !== null);
}

/** Decides whether the item is still in a state and has the papers that the officer decided about. */
function isSeen(record: WireRecord, decision: HeldDecision): boolean {
  const item = itemOf(record, decision);
  if (item === undefined) return false;
  const { states, files } = seenOf(item);
  const { seen } = decision;
  return states.every((state) => seen.states.includes(state)) && files.join(' ') === seen.files.join(' ');
}
