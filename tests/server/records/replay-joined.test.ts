/** Records that name each other are replayed together: what is offered, and what is counted through the answer. */
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  readActors,
  readHistories,
  readNewestMoment,
  readPicked,
  visitorsOf,
} from '../../../engine/command/replay/read-histories.ts';
import { loadPortal } from '../../../engine/config/load.ts';
import type { WireRecord } from '../../../engine/contract/record.ts';
import type { Portal } from '../../../engine/portal/model/portal.ts';
import { type ReplayFindings, replayHistories } from '../../../engine/replay/replay-histories.ts';
import { type Caller, expectStatus, type Office, openOffice } from './office.ts';
import { files } from './volumes.ts';

let office: Office;
let portal: Portal;
/** The same, where nobody replaces a volume that somebody wants. */
let strict: Portal;
let member: Caller;
let desk: Caller;

beforeAll(async () => {
  const directory = await mkdtemp(join(tmpdir(), 'munisipyo-replay-'));
  await cp('tests/fixtures/library', directory, { recursive: true });
  await mkdir(join(directory, 'notices'));
  for (const [name, text] of Object.entries(files)) await writeFile(join(directory, name), text);
  const loan = join(directory, 'records/loan.yaml');
  const example = '{ book: Atlas, copies: 1, branch: harbour, is_student: true }';
  await writeFile(loan, (await readFile(loan, 'utf8')).replace(example, '{ copies: 1, branch: harbour }'));
  portal = await load(directory);
  const workflow = files['workflows/volume.yaml'] ?? '';
  const need = 'input: replacement, needs: [{ fact: wanted, is: 0, message: Somebody wants it. }]';
  await writeFile(join(directory, 'workflows/volume.yaml'), workflow.replace('input: replacement', need));
  strict = await load(directory);
  await rm(directory, { recursive: true });
  office = await openOffice(portal);
  member = await office.person('member');
  desk = await office.person('desk');
});
afterAll(() => office?.end());

async function load(directory: string): Promise<Portal> {
  const loaded = await loadPortal(directory, { proofs: false });
  if (loaded.portal === null) throw new Error(JSON.stringify(loaded.diagnostics));
  return loaded.portal;
}

async function post(who: Caller, path: string, body: object, version?: number): Promise<WireRecord> {
  const answer = await who.post(path, body, version === undefined ? {} : { version });
  expect([200, 201]).toContain(answer.statusCode);
  return answer.json();
}

const volume = (name: string) => post(desk, 'volume', { data: { name, pages: 90, shelf: 'sea' } });

async function ask({ slug: item }: WireRecord): Promise<WireRecord> {
  const { slug } = await post(member, 'loan', { data: { copies: 1, branch: 'harbour', item } });
  return post(member, `loan/${slug}/ask`, {}, 1);
}

/** Replays the newest families, with those that belong to them. */
function replay(last: number, after = portal) {
  const { database } = office;
  return database.transaction(async (client) => {
    const histories = await readHistories(client, { before: portal, after }, last);
    const actors = await readActors(client, histories);
    const sideOf = async (side: Portal) => ({
      portal: side,
      people: await visitorsOf(client, { database, portal: side }, actors),
    });
    const findings: ReplayFindings = replayHistories({
      histories,
      before: await sideOf(portal),
      after: await sideOf(after),
      accounts: await readPicked(client, histories),
      until: await readNewestMoment(client),
    });
    const slugs = histories.map(({ records }) =>
      records.flatMap(({ type, slug }) => (type === 'checklist' ? [] : [slug])).toSorted(),
    );
    return { slugs, findings };
  });
}

test('a replay reads what its records name, and what counts them', async () => {
  const [atlas, poems] = [await volume('Atlas'), await volume('Poems')];
  const first = await ask(atlas);
  const second = await ask(atlas);
  const why = { input: { reason: 'It is lent.' } };
  await post(desk, `loan/${first.slug}/refuse`, why, first.version);
  const refused = await desk.post(`volume/${atlas.slug}/discard`, {}, { version: atlas.version });
  expectStatus(refused, 422);
  await post(desk, `loan/${second.slug}/refuse`, why, second.version);
  await post(desk, `volume/${atlas.slug}/discard`, {}, atlas.version);
  expect(await replay(1)).toEqual({
    slugs: [[atlas, first, second].map(({ slug }) => slug).toSorted()],
    findings: { replayed: 1, obstacles: [], differences: [] },
  });
  expect((await replay(4)).slugs).toHaveLength(2);
  expect((await replay(4)).slugs).toContainEqual([poems.slug]);
});

test('a replay tells what is otherwise because of another record that names this one', async () => {
  const [hymns, songs] = [await volume('Hymns'), await volume('Songs')];
  const loan = await ask(songs);
  await post(desk, `volume/${songs.slug}/replace`, { input: { by: hymns.slug } }, 1);
  expect((await replay(3)).findings).toEqual({ replayed: 1, obstacles: [], differences: [] });
  const { slugs, findings } = await replay(1, strict);
  expect(slugs).toEqual([expect.arrayContaining([hymns.slug, songs.slug, loan.slug])]);
  const text = 'volume: replace is refused by needs/wanted';
  expect(findings.differences).toContainEqual(expect.objectContaining({ kind: 'refused', text, count: 1 }));
});
