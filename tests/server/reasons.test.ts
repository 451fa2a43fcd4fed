/** Why an item is asked of a record: the answers that decide, for those who may read them, and for nobody else. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WireReason } from '../../engine/contract/reasons.ts';
import { questionOf } from '../../engine/explain/question.ts';
import { reasonOf } from '../../engine/explain/reasons.ts';
import { holds } from '../../engine/portal/conditions/evaluate.ts';
import type { Condition } from '../../engine/portal/model/condition.ts';
import { signedOut } from '../../engine/portal/model/department.ts';
import { blankRecord, contextAlone, type RecordContext } from '../../engine/portal/model/record.ts';
import { openBrowser, openPortalServer, type Browser, type PortalServer } from './portal-server.ts';

let server: PortalServer;
let owner: Browser;

const line = 'you answered “Line of business”: Restaurant';
const place =
  'you answered “Where does the business work?”: At an address: a shop, an office, a building or a home';

beforeAll(async () => {
  server = await openPortalServer();
  const application = randomUUID();
  const text = `INSERT INTO records (id, type, slug, state, kind, owner, office, parent, ancestors, data)
    SELECT $1, $2, $3, $4, $5, id, $6, $7, $8, $9 FROM accounts WHERE username = 'establishment@malay.example'`;
  const data = { business_place: 'fixed', lines: [{ line: 'sari-sari' }, { line: 'restaurant' }] };
  const above = ['application', 'palm-inn', 'under-evaluation', null, null, null, []];
  await server.database.query(text, [application, ...above, JSON.stringify(data)]);
  const below = [
    'clearance',
    'sanitary',
    'requested',
    'negative-list/sanitary',
    'mho',
    application,
    [application],
  ];
  await server.database.query(text, [randomUUID(), ...below, '{"drug_or_packaged_food":true}']);
  owner = await signIn('establishment');
});
afterAll(() => server.close());

async function signIn(name: string): Promise<Browser> {
  const browser = openBrowser(server.origin);
  expect((await browser.signIn(`${name}@malay.example`)).status).toBe(200);
  return browser;
}

const ask = (browser: Browser, item: string) =>
  browser.send('GET', `records/clearance/sanitary/items/${item}/why`);

async function why(browser: Browser, item: string): Promise<readonly WireReason[]> {
  const answer = await ask(browser, item);
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { readonly reasons: readonly WireReason[] }).reasons;
}

test('the owner reads which of their answers decide, and the rule in words where it has words', async () => {
  const kind = 'Sanitary compliance';
  expect(await why(owner, 'grease-trap')).toEqual([
    { about: 'requirement', kind, because: expect.arrayContaining([place]), rule: null },
    { about: 'paper', kind, because: [line, place], rule: null },
  ]);
  const [, byField] = await why(owner, 'fda-lto');
  expect(byField?.because).toHaveLength(1);
  expect(byField?.because[0]).toMatch(/^you answered “.+”: yes$/);
  expect(byField?.rule).toMatch(/^“.+” is yes$/);
  const [, always] = await why(owner, 'site-photo');
  expect(always).toEqual({ about: 'paper', kind, because: [], rule: null });
});

test('an office that may read the answers is told them as those of somebody else', async () => {
  const [, paper] = await why(await signIn('mho'), 'grease-trap');
  expect(paper?.because).toContain('the answer to “Line of business” is: Restaurant');
});

const unwritten = () => ({ place: null, text: null });

test('whoever may not read an answer is told that there is one, and nothing of it', () => {
  const portal = server.application.portal();
  const at = { today: '2026-03-02', now: '2026-03-02T08:00:00.000Z' };
  let hidden = 0;
  const examples = portal.recordTypes['application']?.examples ?? [];
  for (const kind of Object.values(portal.kinds)) {
    for (const data of examples) {
      const record = blankRecord('application', { data, createdAt: at.now });
      const scope = { portal, visitor: signedOut, context: contextAlone({ record, ...at }) };
      const question = {
        ...questionOf(scope, { formErrors: {}, written: unwritten, above: [] }),
        hides: () => true,
      };
      const truthFor = (context: RecordContext) => (one: Condition) =>
        holds(one, { portal, visitor: signedOut, context });
      const reason = reasonOf(kind.applies, { question, reader: portal, truthFor, isOwn: false });
      if (reason === null || reason.because.length === 0) continue;
      hidden += 1;
      expect(reason).toEqual({ because: ['it depends on an answer that you cannot see'], rule: null });
    }
  }
  expect(hidden).toBeGreaterThan(5);
});

test('nothing is said of an item that is not asked, or of a record that is not theirs', async () => {
  for (const item of ['nothing', 'constructor', 'pest-control.1'])
    expect((await ask(owner, item)).status).toBe(404);
  expect((await ask(await signIn('freelancer'), 'grease-trap')).status).toBe(404);
  expect((await ask(openBrowser(server.origin), 'grease-trap')).status).toBe(401);
});
