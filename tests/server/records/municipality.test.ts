/** The municipality's own configuration over the real database: an application, its clearances, a checklist. */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { assess } from '../../../engine/portal/fees/assess.ts';
import { inLanguage } from '../../../engine/portal/translation/in-language.ts';
import type { Portal } from '../../../engine/portal/model/portal.ts';
import { spokenAssessment } from '../../../engine/portal/fees/assessment.ts';
import type { WireRecord, WireRow } from '../../../engine/contract/record.ts';
import { localDate } from '../../../engine/portal/time/working-days.ts';
import { feeExamples } from '../../fixtures/fee-examples.ts';
import { contextOf, recordOf } from '../../fixtures/fee-record.ts';
import { expectStatus, openOffice } from './office.ts';
import type { Caller, Office } from './office.ts';
import { readPortal } from '../read-portal.ts';

let portal: Portal;
let office: Office;
let owner: Caller;
let tourism: Caller;
let licensing: Caller;
let example: Record<string, unknown>;

beforeAll(async () => {
  portal = await readPortal();
  office = await openOffice(portal);
  owner = await office.person('establishment', { access: true, username_change: true, email_verified: true });
  tourism = await office.person('pmto');
  licensing = await office.person('bplo');
  example = parse(await readFile('config/forms/unified-form.yaml', 'utf8')).examples[0];
});
afterAll(() => office.end());

async function take(who: Caller, record: WireRecord, name: string, input = {}): Promise<WireRecord> {
  const path = `${record.type}/${record.slug}/${name}`;
  const answer = await who.post(path, { input }, { version: record.version });
  expectStatus(answer, 200);
  return answer.json();
}

async function listed(who: Caller, query: string): Promise<WireRow[]> {
  const answer = await who.get(query);
  expectStatus(answer, 200);
  return answer.json().items;
}

test('accepting an application makes the clearances and checklists that its lines of business need', async () => {
  const made = await owner.post('application', { data: { business_name: 'Reyes Resort' } });
  expectStatus(made, 201);
  const { slug } = made.json<WireRecord>();
  const early = await owner.post(`application/${slug}/submit`, {}, { version: 1 });
  expectStatus(early, 422);
  const filled = await owner.patch(
    `application/${slug}`,
    { data: { ...example, employees_resident: 32 } },
    { version: 1 },
  );
  expectStatus(filled, 200);
  const contradictory = await owner.post(`application/${slug}/submit`, {}, { version: 2 });
  expectStatus(contradictory, 422);
  expect(contradictory.json()).toMatchObject({
    errors: { employees_resident: ['Enter no more than all employees: men and women together.'] },
  });
  const corrected = await owner.patch(`application/${slug}`, { data: example }, { version: 2 });
  expectStatus(corrected, 200);
  const sent = await take(owner, corrected.json(), 'submit');
  expect(sent).toMatchObject({ state: 'submitted', number: expect.stringMatching(/^MAL-\d{4}-000001$/) });
  const { actions } = (await licensing.get(`application/${slug}`)).json<WireRecord>();
  expect(actions.find(({ name }) => name === 'accept')?.shown).toMatchObject({
    lines: [{ line: 'resort' }],
    psic: ['5510'],
    letters: ['e'],
  });
  const unclassified = await licensing.post(`application/${slug}/accept`, {}, { version: sent.version });
  expectStatus(unclassified, 422);
  const accepted = await take(licensing, sent, 'accept', { class: 'complex', lines_confirmed: true });
  expect(accepted.state).toBe('in-clearance');
  const clearances = await listed(owner, `clearance?list=of-application&parent=${slug}&limit=100`);
  const [told] = await office.database.query<{ body: string }>(
    "SELECT body FROM notifications WHERE notice = 'application-accepted'",
  );
  expect(told?.body).toMatch(/The offices now have until \d+ \w+ \d{4} to decide\./);
  expect(told?.body).toContain(`Clearances that you need: ${clearances.length}.`);
  const own = clearances.find((one) => one.office === 'pmto');
  expect(own?.kind).toBe('negative-list/pmto');
  const checklists = await listed(owner, `checklist?parent=${own?.slug}`);
  expect(checklists.map(({ kind }) => kind)).toContain('tourism/accommodation');
  expect((await listed(tourism, 'clearance?list=office&q=reyes')).map((one) => one.slug)).toEqual([
    own?.slug,
  ]);
  expectStatus(await tourism.get(`checklist/${checklists[0]?.slug}`), 404);
  const stay = checklists.find(({ kind }) => kind === 'tourism/accommodation');
  const { items } = (await owner.get(`checklist/${stay?.slug}`)).json<WireRecord>();
  const coming = items.flatMap(({ id, comes_from: from }) => (from === null ? [] : `${id}: ${from}`));
  expect(coming).toContain('sanitary-permit: Municipal Health Office');
  expect(coming.map((one) => one.split(':')[0])).not.toContain('owner-id');
  expectStatus(await tourism.get(`application/${slug}`), 200);
});

test('an office that clears a business sees of the others whose clearance it is, how it stands and by when, and no more', async () => {
  const draft: WireRecord = (
    await owner.post('application', { data: { ...example, business_name: 'Everybody Clears' } })
  ).json();
  const sent = await take(owner, draft, 'submit');
  const query = `clearance?list=of-application&parent=${draft.slug}&limit=100`;
  await take(licensing, sent, 'accept', { class: 'complex', lines_confirmed: true });
  const all = await listed(owner, query);
  const seen = await listed(tourism, query);
  expect(seen.map(({ slug }) => slug).sort()).toEqual(all.map(({ slug }) => slug).sort());
  for (const one of seen.filter(({ office: whose }) => whose !== 'pmto')) {
    const same = all.find(({ slug }) => slug === one.slug);
    const { kind, state, due, office: whose } = same ?? one;
    expect(one).toMatchObject({
      view: 'summary',
      kind,
      state,
      due,
      office: whose,
      data: {},
      actions: [],
    });
    expect((await tourism.get(`clearance/${one.slug}`)).json()).toMatchObject({
      view: 'summary',
      data: {},
      items: [],
      documents: [],
      actions: [],
    });
    const events = await tourism.get(`clearance/${one.slug}/events`);
    expect(events.statusCode).toBeGreaterThanOrEqual(403);
    expect(await listed(tourism, `checklist?parent=${one.slug}`)).toEqual([]);
  }
  // An office that does not clear it, and a barangay of another unit, see nothing.
  const elsewhere = office.as({
    ...tourism.visitor,
    name: 'elsewhere',
    department: 'barangay',
    unit: 'yapak',
  });
  for (const other of [await office.person('bic'), elsewhere]) expect(await listed(other, query)).toEqual([]);
  const barangay = office.as({ ...tourism.visitor, name: 'here', department: 'barangay', unit: 'balabag' });
  expect(await listed(barangay, query)).toHaveLength(all.length);
});

test('a clearance shows what follows from its inspection, once there was one', async () => {
  const health = await office.person('mho');
  const lines = [{ line: 'restaurant', units: 1, capitalization: '2500000.00' }];
  const data = { ...example, business_name: 'Rated Restaurant', lines, seats: 20 };
  const draft: WireRecord = (await owner.post('application', { data })).json();
  const sent = await take(owner, draft, 'submit');
  await take(licensing, sent, 'accept', { class: 'complex', lines_confirmed: true });
  const clearances = await listed(owner, `clearance?list=of-application&parent=${draft.slug}&limit=100`);
  const slug = clearances.find(({ kind }) => kind === 'negative-list/sanitary')?.slug ?? '';
  const shown = async () =>
    (await health.get(`clearance/${slug}`)).json<WireRecord>().shown['rating'] ?? null;
  const put = (state: string, answers: object) =>
    office.database.query('UPDATE records SET state = $2, data = data || $3::jsonb WHERE slug = $1', [
      slug,
      state,
      JSON.stringify(answers),
    ]);
  await put('received', {});
  expect(await shown()).toBeNull();
  const failed = ['vermin', 'water', 'toilets'].map((point) => ({ point, measure: 'Mend it.' }));
  await put('inspected', {
    'inspect-points': { inspected_on: '2026-11-23', met: 'Ana', result: 'findings', failed },
  });
  expect(await shown()).toBe('very_satisfactory');
});

test('an inspection is of a day between the filing and today, and a receipt of none that is to come', async () => {
  const garbage = await office.person('swmo');
  const data = { ...example, business_name: 'Inspected Resort' };
  const draft: WireRecord = (await owner.post('application', { data })).json();
  const sent = await take(owner, draft, 'submit');
  await take(licensing, sent, 'accept', { class: 'complex', lines_confirmed: true });
  const clearances = await listed(owner, `clearance?list=of-application&parent=${draft.slug}&limit=100`);
  const slug = clearances.find(({ kind }) => kind === 'negative-list/swmo')?.slug ?? '';
  await office.database.query(
    "UPDATE records SET state = 'appointment-set', created_at = now() - interval '9 days', filed_at = now() - interval '5 days' WHERE slug = $1",
    [slug],
  );
  const { version } = (await garbage.get(`clearance/${slug}`)).json<WireRecord>();
  const inspectOn = (days: number) =>
    garbage.post(
      `clearance/${slug}/inspect`,
      { input: { inspected_on: dayIn(days), met: 'Ana Reyes', result: 'passed' } },
      { version },
    );
  for (const days of [1, 40, -6, -7, -400]) {
    const refused = await inspectOn(days);
    expectStatus(refused, 422);
    expect(Object.keys(refused.json().errors)).toEqual(['inspected_on']);
  }
  expectStatus(await inspectOn(-3), 200);
  const assessments = await listed(owner, `assessment?parent=${draft.slug}`);
  const cashier = await office.person('mto');
  await office.database.query("UPDATE records SET state = 'order-of-payment' WHERE slug = $1", [
    assessments[0]?.slug,
  ]);
  const order = (await cashier.get(`assessment/${assessments[0]?.slug}`)).json<WireRecord>();
  const receipt = { or_number: '0042371', amount: '1.00', paid_on: dayIn(1) };
  const path = `assessment/${order.slug}/post-payment`;
  const refused = await cashier.post(path, { input: receipt }, { version: order.version });
  expect(refused.json().errors).toMatchObject({ paid_on: [expect.stringContaining('future')] });
  await expectBillInBothLanguages(cashier, order.slug);
});

/** A stored bill is independent of its reader; each caller receives texts in their own language. */
async function expectBillInBothLanguages(cashier: Caller, slug: string): Promise<void> {
  const { application } = feeExamples['ex17']!;
  const context = contextOf({ record: recordOf('application', application) });
  const bill = assess(portal, 'business-permit', context, { today: '2026-06-10' });
  await office.database.query(
    "UPDATE records SET data = data || jsonb_build_object('assessment', $2::jsonb) WHERE slug = $1",
    [slug, JSON.stringify(bill)],
  );
  for (const language of ['en', 'fil']) {
    const headers = { 'x-visitor': cashier.visitor.name, 'accept-language': language };
    const answer = await office.server.inject({ url: `/api/v1/records/assessment/${slug}`, headers });
    const spoken = spokenAssessment(inLanguage(portal, language), bill);
    expect(answer.json<WireRecord>().data['assessment']).toEqual(spoken);
    expect([spoken.lines[0]?.rule, spoken.instalments[0]?.charges.rule]).toEqual(
      language === 'en'
        ? [
            '₱2,000,000.00 or more: 0.5% of ₱3,600,000.00, at least ₱11,500.00',
            'Surcharge 25% of ₱18,000.00; interest 2% × 5 months of ₱22,500.00',
          ]
        : [
            '₱2,000,000.00 pataas: 0.5% ng ₱3,600,000.00, hindi bababa sa ₱11,500.00',
            'Surcharge na 25% ng ₱18,000.00; interes na 2% × 5 buwan ng ₱22,500.00',
          ],
    );
  }
}

/** An ISO date this many days from now, in the portal's time zone. */
function dayIn(days: number): string {
  return localDate(Date.now() + days * 86_400_000, 'Asia/Manila');
}

test('what was thrown away before it was filed stays with its owner, what was filed before does not', async () => {
  const begun = async (data: Record<string, unknown>): Promise<WireRecord> =>
    (await owner.post('application', { data })).json();
  const thrownAway = await take(owner, await begun({ business_name: 'Only an idea' }), 'discard');
  const filed = await take(owner, await begun({ ...example, business_name: 'Second thoughts' }), 'submit');
  await take(owner, filed, 'withdraw');
  expectStatus(await licensing.get(`application/${thrownAway.slug}`), 404);
  expectStatus(await licensing.get(`application/${filed.slug}`), 200);
  const slugs = (await listed(licensing, 'application?state=withdrawn,discarded')).map(({ slug }) => slug);
  expect(slugs).toEqual([filed.slug]);
});

test('a registration opens an account that files, and the licensing office keeps it up to date', async () => {
  const [registered] = parse(await readFile('config/forms/establishment-registration.yaml', 'utf8')).examples;
  const made = await office.stranger.post('establishment-profile', { data: registered });
  expect(made.statusCode).toBe(202);
  const [{ slug = '' } = {}] = await office.database.query<{ slug: string }>(
    "UPDATE records SET state = 'verified' WHERE type = 'establishment-profile' RETURNING slug",
  );
  const { version } = (await licensing.get(`establishment-profile/${slug}`)).json<WireRecord>();
  const change = { data: { business_name: 'Reyes Beach Resort and Spa' } };
  expectStatus(await licensing.patch(`establishment-profile/${slug}`, change, { version }), 200);
  const secret = { data: { password: 'another secret of mine' } };
  expectStatus(await licensing.patch(`establishment-profile/${slug}`, secret, { version: version + 1 }), 422);
  const staff = await office.person('peso');
  expectStatus(await staff.patch(`establishment-profile/${slug}`, change, { version: version + 1 }), 403);
});

/** A profile whose owner has an account, as after its verification. */
async function verifiedProfile(
  department: string,
  state: string,
  who = 'verified',
): Promise<{ owner: Caller; record: WireRecord }> {
  const [registered] = parse(await readFile(`config/forms/${department}-registration.yaml`, 'utf8')).examples;
  const username = `${who}-${department}@example.org`;
  const made = await office.stranger.post(`${department}-profile`, {
    data: { ...registered, email: username },
  });
  expectStatus(made, 202);
  const [row] = await office.database.query<{ slug: string; owner: string }>(
    "UPDATE records SET state = $2 WHERE data ->> 'email' = $1 RETURNING slug, owner",
    [username, state],
  );
  const { slug = '' } = row ?? {};
  const flags = { access: true, username_change: true, email_verified: true };
  const name = `${department}-${who}`;
  const visitor = {
    signedIn: true,
    account: row?.owner ?? '',
    department,
    unit: null,
    flags,
    name,
    username,
  };
  const holder = office.as(visitor);
  return { owner: holder, record: (await holder.get(`${department}-profile/${slug}`)).json() };
}

test.each([
  [
    'establishment',
    'verified',
    { business_name: 'Another Resort', tin: '999-999-999-00000', owner_last_name: 'Cruz' },
  ],
  [
    'applicant',
    'email-verified',
    { name: 'Somebody Else', birth_date: '1990-01-01', tin: '999-999-999-00000' },
  ],
  [
    'freelancer',
    'email-verified',
    { name: 'Somebody Else', birth_date: '1990-01-01', tin: '999-999-999-00000' },
  ],
])('who a verified %s is changes only with a new verification', async (department, state, identity) => {
  const { owner: holder, record } = await verifiedProfile(department, state);
  const path = `${department}-profile/${record.slug}`;
  expect(record).toMatchObject({
    state,
    editable: true,
    verified: expect.arrayContaining(Object.keys(identity)),
  });
  const refused = await holder.patch(path, { data: identity }, { version: record.version });
  expectStatus(refused, 422);
  expect(Object.keys(refused.json().errors).sort()).toEqual(Object.keys(identity).sort());
  const [first = ''] = Object.keys(identity);
  expectStatus(await holder.patch(path, { data: { [first]: null } }, { version: record.version }), 422);
  const reachable = await holder.patch(
    path,
    { data: { mobile: '09189999999' } },
    { version: record.version },
  );
  expectStatus(reachable, 200);
  const changing = await take(holder, reachable.json(), 'change-identity');
  expect(changing).toMatchObject({ verified: [], actions: [expect.anything()] });
  const changed = await holder.patch(path, { data: identity }, { version: changing.version });
  expectStatus(changed, 200);
  expect(changed.json()).toMatchObject({ data: identity, state: 'changing' });
  // The account takes the new name on verification.
  expect(await accountName(holder)).not.toBe(Object.values(identity)[0]);
});

async function accountName({ visitor }: Caller): Promise<string | undefined> {
  const [account] = await office.database.query<{ name: string }>('SELECT name FROM accounts WHERE id = $1', [
    visitor.account,
  ]);
  return account?.name;
}

/** Sets the state of the record and these items of its checklist, without their papers. */
async function putInto(
  record: WireRecord,
  state: string,
  items: Readonly<Record<string, string>>,
): Promise<void> {
  const kept = Object.entries(items).map(([id, one]) => [id, { state: one, remark: null, files: [] }]);
  await office.database.query('UPDATE records SET state = $2, items = $3 WHERE slug = $1', [
    record.slug,
    state,
    JSON.stringify(Object.fromEntries(kept)),
  ]);
}

const statesOf = ({ items }: WireRecord) => Object.fromEntries(items.map(({ id, state }) => [id, state]));

test('papers that were accepted for other answers are asked again, and the account waits for its name', async () => {
  const { owner: holder, record } = await verifiedProfile('establishment', 'returned', 'rewriting');
  const path = `establishment-profile/${record.slug}`;
  const save = async (who: Caller, data: Readonly<Record<string, unknown>>): Promise<WireRecord> => {
    const { version } = (await holder.get(path)).json<WireRecord>();
    const saved = await who.patch(path, { data }, { version });
    expectStatus(saved, 200);
    return saved.json();
  };
  const before = await accountName(holder);
  await putInto(record, 'returned', { 'owner-id': 'accepted', 'dti-sec-cda': 'returned' });
  const reachable = await save(holder, {
    mobile: '09189999999',
    owner_last_name: record.data['owner_last_name'],
  });
  expect(statesOf(reachable)).toEqual({ 'owner-id': 'accepted', 'dti-sec-cda': 'returned' });
  const rewritten = await save(holder, { business_name: 'Mallory Resort', owner_last_name: 'Mallory' });
  expect(statesOf(rewritten)).toEqual({ 'owner-id': 'asked-again', 'dti-sec-cda': 'returned' });
  expect(rewritten.items[0]?.remark).toContain('Send a paper that shows the new answers.');
  expect(await accountName(holder)).toBe(before);

  await putInto(record, 'identity-sent', { 'owner-id': 'asked-again', 'dti-sec-cda': 'accepted' });
  const { version } = (await licensing.get(path)).json<WireRecord>();
  expectStatus(await licensing.post(`${path}/accept`, {}, { version }), 422);
  await putInto(record, 'identity-sent', { 'owner-id': 'accepted', 'dti-sec-cda': 'accepted' });
  await take(licensing, (await licensing.get(path)).json(), 'accept');
  expect(await accountName(holder)).toBe('Mallory Resort');
  const corrected = await save(licensing, { business_name: 'Mallory Resorts' });
  expect(statesOf(corrected)).toEqual({ 'owner-id': 'accepted', 'dti-sec-cda': 'accepted' });
  expect(await accountName(holder)).toBe('Mallory Resorts');
});

test('who changes a verified identity sends the papers of the new one', async () => {
  const { owner: holder, record } = await verifiedProfile('establishment', 'verified', 'papers');
  const path = `establishment-profile/${record.slug}`;
  const accepted = { state: 'accepted', remark: null, files: [] };
  const items = { 'owner-id': accepted, 'dti-sec-cda': accepted };
  await office.database.query('UPDATE records SET items = $2 WHERE slug = $1', [
    record.slug,
    JSON.stringify(items),
  ]);
  const changing = await take(holder, record, 'change-identity');
  const asked = changing.items.filter(({ state }) => state === 'asked-again');
  expect(asked.map(({ id }) => id).sort()).toEqual(['dti-sec-cda', 'owner-id']);
  expect(asked[0]?.remark).toContain('Send a paper that shows the new answers.');
  const early = await holder.post(`${path}/send-id`, {}, { version: changing.version });
  expectStatus(early, 422);
});

test('an office without a clearance reads on an affidavit whose it is, and of the application no more', async () => {
  const draft: WireRecord = (
    await owner.post('application', { data: { ...example, business_name: 'Sworn Resort' } })
  ).json();
  const police = await office.person('police');
  await take(owner, draft, 'submit');
  expectStatus(await police.get(`application/${draft.slug}`), 404);
  await office.database.query("UPDATE records SET state = 'in-clearance' WHERE slug = $1", [draft.slug]);
  const [sworn] = parse(await readFile('config/forms/affidavit.yaml', 'utf8')).examples;
  const made = await owner.post('affidavit', { data: sworn, parent: draft.slug });
  expectStatus(made, 201);
  const { slug } = made.json<WireRecord>();
  await office.database.query("UPDATE records SET state = 'submitted' WHERE slug = $1", [slug]);
  const [shown] = await listed(police, 'affidavit?list=office');
  expect(shown?.shown['application.business_name']).toBe('Sworn Resort');
  const seen = (await police.get(`application/${draft.slug}`)).json<WireRecord>();
  expect(seen.data).toEqual({ business_name: 'Sworn Resort' });
});

test('whom the guards send away from home works on no record', async () => {
  const blocked = await office.person('establishment', { access: false });
  expect((await blocked.get('application')).json()).toMatchObject({ code: 'no-access' });
  expectStatus(await blocked.post('application', { data: {} }), 403);
  const fresh = await office.person('pmto', { access: true, username_change: false });
  expect((await fresh.get('checklist')).json()).toMatchObject({ code: 'credentials' });
  expect((await fresh.post('checklist', { unheard: 1 })).json()).toMatchObject({ code: 'credentials' });
});

test('an office lists the users of its own department, and may open no others', async () => {
  const colleague = await office.person('pmto');
  const found = await listed(tourism, 'user?list=own-department');
  expect(found.map(({ slug }) => slug)).toContain((await listed(colleague, 'user?q=pmto'))[0]?.slug);
  const departments = found.map(
    async ({ slug }) => (await tourism.get(`user/${slug}`)).json<WireRecord>().data['department'],
  );
  expect(new Set(await Promise.all(departments))).toEqual(new Set(['pmto']));
  await office.person('establishment');
  const seen = await listed(owner, 'user');
  expect(seen.map(({ data }) => data['username'])).toEqual([owner.visitor.username]);
  expectStatus(await owner.get(`user/${found[0]?.slug}`), 404);
  expectStatus(await tourism.get(`user/${found[0]?.slug}`), 200);
  expectStatus(await tourism.patch(`user/${found[0]?.slug}`, { data: { name: 'X' } }, { version: 1 }), 403);
});
