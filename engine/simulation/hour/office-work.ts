/** What people do in an hour besides taking steps: they write and read messages, and claim and release records. */
import type { RecordPage, WireAssignment, WireRecord } from '../../contract/record.ts';
import type { WireThread, WireThreads } from '../../contract/threads.ts';
import type { Person } from '../town/person.ts';
import type { Random } from '../town/random.ts';
import type { ListName } from './open-page.ts';

/** Acknowledged actions by kind. */
export type Actions = Map<string, number>;

export interface OfficeWork {
  readonly random: Random;
  readonly actions: Actions;
}

/** Reads a thread and perhaps answers, or begins one. */
export async function useMessages(work: OfficeWork, person: Person, list: ListName | null): Promise<void> {
  const { random } = work;
  const { body } = await person.call<WireThreads>('GET', 'threads?limit=20');
  const threads = body.items ?? [];
  if (threads.length === 0 || random.chance(0.3)) return beginThread(work, person, list);
  const { slug } = random.weighted(threads, ({ unread }) => (unread ? 5 : 1));
  const { body: thread, status } = await person.call<WireThread>('GET', `threads/${slug}`);
  if (status !== 200) return;
  const number = thread.messages.at(-1)?.number ?? 1;
  if (random.chance(0.7))
    await act(work, 'thread read', person.call('POST', `threads/${slug}/read`, { body: { number } }));
  if (random.chance(0.6))
    await act(
      work,
      'answer',
      person.call('POST', `threads/${slug}/messages`, { body: { text: 'Thank you.' } }),
    );
}

async function beginThread(work: OfficeWork, person: Person, list: ListName | null): Promise<void> {
  const { random } = work;
  const row = list === null || random.chance(0.5) ? null : await anyRow(person, list, random);
  const record = row === null ? null : `${row.type}/${row.slug}`;
  const query = record === null ? '' : `?record=${encodeURIComponent(record)}`;
  const { body } = await person.call<{ readonly items?: readonly { readonly to: string }[] }>(
    'GET',
    `threads/addresses${query}`,
  );
  const addresses = body.items ?? [];
  if (addresses.length === 0) return;
  const { to } = random.pick(addresses);
  await act(
    work,
    'new thread',
    person.call('POST', 'threads', {
      body: { to, subject: 'A question', text: 'When is it ready?', record },
    }),
  );
}

/** Number of lists in which somebody looks for a record. */
const mostTries = 4;

/** Claims, releases or hands over a record of a list, if the person may. */
export async function useClaims(work: OfficeWork, person: Person, lists: readonly ListName[]): Promise<void> {
  const { random } = work;
  const record = await anyRecord(person, lists, random);
  if (record === null) return;
  const { claim, release, assign } = record.assignment;
  if (assign && random.chance(0.3)) {
    const path = `records/${record.type}/${record.slug}/assignees`;
    const { body: able } = await person.call<readonly { readonly slug: string }[]>('GET', path);
    if (Array.isArray(able) && able.length > 0)
      await act(work, 'assignment', hand(person, record, random.pick(able).slug));
  } else if (release && (!claim || random.chance(0.5)))
    await act(work, 'release', hand(person, record, null));
  else if (claim) await act(work, 'claim', hand(person, record, 'me'));
}

/** Claims the first record that the person may claim. */
export async function claimOne(work: OfficeWork, person: Person, lists: readonly ListName[]): Promise<void> {
  for (const { type, list } of lists) {
    const { body, status } = await person.call<RecordPage>('GET', `records/${type}?list=${list}`);
    const row = status === 200 ? body.items.find(({ assignment }) => assignment?.claim === true) : undefined;
    if (row !== undefined) return act(work, 'claim', hand(person, row, 'me'));
  }
}

type AssignableRecord = WireRecord & { readonly assignment: WireAssignment };

/** Most lists of others are empty for this person, so they look in a few. */
async function anyRecord(
  person: Person,
  lists: readonly ListName[],
  random: Random,
): Promise<AssignableRecord | null> {
  let row: RecordPage['items'][number] | null = null;
  for (let tries = 0; row === null && lists.length > 0 && tries < mostTries; tries += 1)
    row = await anyRow(person, random.pick(lists), random);
  if (row === null) return null;
  const { body, status } = await person.call<WireRecord>('GET', `records/${row.type}/${row.slug}`);
  return status !== 200 || body.assignment === null ? null : { ...body, assignment: body.assignment };
}

function hand(
  person: Person,
  { type, slug, version }: Pick<WireRecord, 'type' | 'slug' | 'version'>,
  assignee: string | null,
): Promise<{ readonly status: number }> {
  return person.call('PUT', `records/${type}/${slug}/assignee`, { body: { assignee }, version });
}

async function anyRow(
  person: Person,
  { type, list }: ListName,
  random: Random,
): Promise<RecordPage['items'][number] | null> {
  const { body, status } = await person.call<RecordPage>('GET', `records/${type}?list=${list}`);
  return status !== 200 || body.items.length === 0 ? null : random.weighted(body.items, weightOf);
}

/** Several people change the same things, so a conflict is usual. */
async function act(
  work: OfficeWork,
  kind: string,
  call: Promise<{ readonly status: number }>,
): Promise<void> {
  const { status } = await call;
  const name = status < 300 ? kind : `${kind}: ${status}`;
  work.actions.set(name, (work.actions.get(name) ?? 0) + 1);
}

/** Those on which somebody works already change hands more often. */
function weightOf({ assignment }: RecordPage['items'][number]): number {
  return assignment?.assignee == null ? 1 : 4;
}
