/**
 * Editing in the workbench, on a portal of its own: a person changes a paper, a fee and a text, sees the plan, and puts
 * it in force. Others are refused, and so is what the check, a case or the records do not allow.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { ensureBuilt } from '../../engine/command/start/build-browser.ts';
import { openBrowser } from '../server/portal-server.ts';
import { launchChromium } from './chromium.ts';
import { password, type RunningPortal, root, startPortal } from './portal.ts';
import { expectSound, signIn, type Visit } from './visit.ts';

const folder = mkdtempSync(join(tmpdir(), 'editing-'));
const config = join(folder, 'config');
const fire = 'requirements/negative-list/bfp.yaml';
const health = 'fees/health-card.yaml';

let portal: RunningPortal;
let browser: Browser;
let visit: Visit;
let admin: ReturnType<typeof openBrowser>;

beforeAll(async () => {
  cpSync(join(root, 'config'), config, { recursive: true });
  const path = join(config, 'portal.yaml');
  const both =
    'workbench: { access: { department: [admin, mayor] }, edit: { department: [admin, mayor] } }\n';
  writeFileSync(path, readFileSync(path, 'utf8').replace(/^workbench:\n(?: .*\n)+/m, both));
  browser = await launchChromium();
  // Not within the time that a start may take.
  await ensureBuilt({ root, say: () => {} });
  portal = await startPortal({ CONFIG_DIR: config });
  visit = await signIn(browser, portal.address, 'admin@malay.example');
  admin = await signedIn('admin');
}, 400_000);

afterEach(discard);

afterAll(async () => {
  await browser?.close();
  await portal?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function signedIn(department: string) {
  const session = openBrowser(portal.address);
  await session.signIn(`${department}@malay.example`, password);
  return session;
}

async function call(method: string, path: string, body?: unknown) {
  const answer = await admin.send(method, `workbench/${path}`, { body });
  return { status: answer.status, body: await answer.json() };
}

async function partOf(file: string, at: string) {
  const query = new URLSearchParams({ file, at });
  return (await call('GET', `draft/part?${query.toString()}`)).body;
}

/** Keeps answers of a part in the draft. */
async function change(file: string, at: string, answers: Readonly<Record<string, unknown>>) {
  const part = await partOf(file, at);
  return call('PUT', 'draft/part', {
    file,
    at,
    edition: part.edition,
    answers: { ...part.answers, ...answers },
  });
}

async function chooseLanguage(language: string): Promise<void> {
  await visit.page.getByRole('button', { name: language, exact: true }).first().click();
}

async function discard() {
  await call('POST', 'draft/discard', { file: null });
}
/** The plan, with the errors among its faults. */
async function plan() {
  const { faults, ...planned } = (await call('POST', 'draft/plan', {})).body;
  return { ...planned, faults: faults.filter(({ isError }: { readonly isError: boolean }) => isError) };
}

test('a paper, a fee and a text are changed, planned and put in force', { timeout: 600_000 }, async () => {
  const { page } = visit;
  await page.goto('/admin/workbench?part=kinds');
  await page.getByText('Fire safety compliance').first().click();
  await page.getByRole('link', { name: 'Edit: Fire safety compliance' }).click();
  await page.getByRole('link', { name: 'Evacuation plan' }).click();
  const help = page.getByLabel('Help (optional)');
  await help.waitFor();
  await page
    .getByRole('region', { name: 'What people will see' })
    .getByText('Evacuation plan')
    .first()
    .waitFor({ timeout: 150_000 });
  await help.fill('Bring the certificate of the last drill.');
  const preview = page.getByRole('region', { name: 'What people will see' });
  await preview.getByText('Bring the certificate of the last drill.').waitFor();
  await page.getByText('is not translated into fil').first().waitFor();
  await expectSound(visit, 'editing-part');
  // Nobody leaves with what is not kept without being asked.
  const question = page.getByRole('dialog', { name: 'Leave this page?' });
  await page.getByRole('link', { name: 'Next' }).click();
  await expectSound(visit, 'editing-leave');
  await question.getByRole('button', { name: 'Stay here' }).click();
  await page.goBack();
  await question.getByRole('button', { name: 'Stay here' }).click();
  await question.waitFor({ state: 'hidden' });
  // Another language draws the page anew, with what was typed.
  await chooseLanguage('Filipino');
  await page.getByLabel('Tulong (opsiyonal)').waitFor();
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectSound(visit, 'editing-part-fil');
  await page.emulateMedia({ colorScheme: null });
  await chooseLanguage('English');
  await expect.poll(() => help.inputValue()).toBe('Bring the certificate of the last drill.');
  await page.getByRole('button', { name: 'Keep in my draft' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('You have changes here').waitFor({ state: 'hidden' });

  await addCondition();

  await page.goto(`/admin/workbench?part=edit&file=${health}&at=/lines/0`);
  await page.getByLabel('Amount (optional)', { exact: true }).fill('120');
  await preview.getByText('270.00').waitFor();
  await page.getByRole('navigation', { name: 'You are in' }).getByRole('link', { name: 'Edit' }).click();
  await question.getByRole('button', { name: 'Keep them and leave' }).click();
  await page.getByText('You have changed 2 files.').waitFor();

  await page.goto('/admin/workbench?part=edit&file=locales/fil.yaml&at=/texts');
  await page.getByLabel('Search').fill('Privacy notice');
  const texts = page.getByRole('region', { name: 'Texts' });
  await texts.getByRole('link', { name: 'Privacy notice', exact: true }).click();
  await page.getByLabel('Value').fill('Paunawa sa privacy');
  await preview.getByText('Privacy notice').waitFor();
  await preview.getByText('Paunawa sa privacy').waitFor();
  await page.getByRole('button', { name: 'Keep in my draft' }).click();
  await page.getByText('You have changes here').waitFor({ state: 'hidden' });

  await page.goto('/admin/workbench?part=edit');
  await page.getByText('You have changed 3 files.').waitFor();
  await expectSound(visit, 'editing-draft');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download as a patch' }).click();
  const patch = join(folder, 'configuration.patch');
  await (await downloading).saveAs(patch);
  await page.getByRole('button', { name: 'Check and plan' }).click();
  await page
    .getByRole('region', { name: 'What the change does' })
    .getByText('health-card')
    .first()
    .waitFor({ timeout: 200_000 });
  await expectSound(visit, 'editing-plan');
  await page.getByLabel('Why you change it').fill('Ordinance 12');
  await page.getByRole('button', { name: 'Put in force' }).click();
  await page.getByText('You have changed nothing yet.').waitFor({ timeout: 200_000 });
  await page.getByText(/^Version \d+ is in force\.$/).waitFor();
  await page.goto('/admin/workbench?part=versions');
  await page.getByText('admin@malay.example: Ordinance 12').waitFor();
  expect(visit.problems).toEqual([]);

  // The portal has it at once, the folder does not, and git brings it there.
  expect(await partOf(fire, '/checklist/5')).toMatchObject({
    answers: { help: 'Bring the certificate of the last drill.' },
  });
  expect(await partOf(fire, '/checklist/7')).toMatchObject({
    answers: { when: [{ field: 'application.employees_total', above: 0 }] },
  });
  expect(readFileSync(join(config, health), 'utf8')).toContain('amount: 100,');
  const copy = join(folder, 'copy');
  cpSync(config, join(copy, 'config'), { recursive: true });
  execFileSync('git', ['init', '-q'], { cwd: copy });
  execFileSync('git', ['apply', '--check', patch], { cwd: copy });
  execFileSync('git', ['apply', patch], { cwd: copy });
  const after = (name: string) => readFileSync(join(copy, 'config', name), 'utf8');
  expect(after(fire)).toContain(
    '  - { paper: fire-ins, optional: true, when: { field: application.employees_total, above: 0 } }\n',
  );
  expect(after(health)).toBe(
    readFileSync(join(config, health), 'utf8').replace('amount: 100,', 'amount: 120,'),
  );
  expect(after('locales/fil.yaml')).toContain('Privacy notice: Paunawa sa privacy');
  expect(await partOf(health, '/lines/0')).toMatchObject({ answers: { amount: '120' } });
});

/** Only if the business has employees: chosen, compared and kept without any YAML. */
async function addCondition() {
  const { page } = visit;
  await page.goto(`/admin/workbench?part=edit&file=${fire}&at=/checklist/7`);
  const condition = page.getByRole('group', { name: 'Only if', exact: true });
  await condition.getByText('There is no condition.').waitFor();
  await condition.getByRole('button', { name: 'Add a row' }).focus();
  await page.keyboard.press('Enter');
  // The new row takes the focus, so that the keyboard goes on.
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('combobox');
  await page.keyboard.type('Total employees');
  await page.keyboard.press('Enter');
  await condition.getByText('has no comparison').waitFor({ timeout: 60_000 });
  await condition.getByLabel('How it is compared').selectOption('is more than');
  await condition.getByLabel('Value').fill('0');
  await condition.getByText('“Total employees in the establishment” is above 0').waitFor({ timeout: 60_000 });
  await expectSound(visit, 'editing-condition');
  await chooseLanguage('Filipino');
  await page.getByRole('button', { name: 'Magdagdag ng hanay' }).waitFor();
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectSound(visit, 'editing-condition-fil');
  await page.emulateMedia({ colorScheme: null });
  await chooseLanguage('English');
  await condition.getByText('“Total employees in the establishment” is above 0').waitFor({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Keep in my draft' }).click();
  await page.getByText('You have changes here').waitFor({ state: 'hidden' });
}

test('for others it does not exist, and no address leaves the configuration', async () => {
  for (const department of ['bplo', 'peso', 'establishment']) {
    const other = await signedIn(department);
    for (const [method, path] of [
      ['GET', 'draft'],
      ['GET', `draft/part?file=${fire}`],
      ['POST', 'draft/plan'],
      ['POST', 'draft/additions'],
      ['POST', 'draft/patch'],
      ['POST', 'waiting/w1/approve'],
    ] as const) {
      const { status } = await other.send(method, `workbench/${path}`, method === 'GET' ? {} : { body: {} });
      expect([department, path, status]).toEqual([department, path, 404]);
    }
  }
  for (const file of [
    '../package.json',
    '/etc/passwd',
    'portal.yaml',
    'workflows/clearance.yaml',
    '__proto__',
  ])
    expect([file, (await call('GET', `draft/part?file=${encodeURIComponent(file)}`)).status]).toEqual([
      file,
      404,
    ]);
  for (const at of ['/nothing', '/checklist/99', '/__proto__', '/constructor/prototype', '/checklist/x/y'])
    expect([at, (await call('GET', `draft/part?file=${fire}&at=${at}`)).status]).toEqual([at, 404]);
});

test('a requirement that is like another one is added, and a group of departments, without any YAML', async () => {
  const { page } = visit;
  await page.goto('/admin/workbench?part=edit');
  await page.getByText('Requirements', { exact: false }).and(page.locator('summary')).click();
  const adding = page.getByRole('form', { name: 'Add a requirement that is like another one' });
  await adding.getByLabel('It is like').selectOption({ label: 'Fire safety compliance' });
  await adding.getByLabel('Title').fill('Fire drill of the year');
  expect(await adding.getByLabel('Short name').inputValue()).toBe('fire-drill-of-the-year');
  await adding.getByLabel('Short name').fill('bfp');
  await adding.getByRole('button', { name: 'Add it to my draft' }).click();
  await page.getByText('exists already. Nothing is overwritten.').waitFor();
  await adding.getByLabel('Short name').fill('fire-drill');
  await adding.getByRole('button', { name: 'Add it to my draft' }).click();
  // The whole configuration is proved with it.
  await page.getByText('check: no mistakes').waitFor({ timeout: 150_000 });
  await expectSound(visit, 'editing-new-kind');
  await page.getByRole('link', { name: '“Fire drill of the year” is in your draft.' }).click();
  await page.getByRole('heading', { name: 'Fire drill of the year' }).waitFor();
  await page.getByRole('link', { name: 'Evacuation plan' }).waitFor();

  const kind = 'requirements/negative-list/fire-drill.yaml';
  expect((await change(kind, '', { title: 'Fire drill' })).status).toBe(200);
  const { schema } = await partOf('groups.yaml', '/groups/permits');
  expect(schema.properties.value).toMatchObject({
    type: 'array',
    items: { enum: expect.arrayContaining(['bplo']) },
  });
  expect((await change('groups.yaml', '/groups/permits', { value: ['bplo', 'bfp'] })).status).toBe(200);
  expect((await partOf('groups.yaml', '/groups/offices')).answers).toEqual({ kind: ['handler'] });
  expect((await change('groups.yaml', '/groups/offices', { kind: ['handler', 'supervisor'] })).status).toBe(
    200,
  );
  const { patch } = (await call('POST', 'draft/patch', {})).body;
  expect(patch).toContain(`--- /dev/null\n+++ b/config/${kind}`);
  expect(patch).toContain('+title: Fire drill\n');
  expect(patch).toContain('+  permits: [bplo, bfp]');
  expect(patch).toContain('[handler, supervisor]');
  for (const [body, status] of [
    [{ sort: 'kinds', like: 'negative-list/bfp', name: '../../x', title: 'x' }, 422],
    [{ sort: 'kinds', like: 'negative-list/bfp', name: 'x/../y', title: 'x' }, 422],
    [{ sort: 'kinds', like: 'negative-list/bfp', name: 'x', title: ' ' }, 422],
    [{ sort: 'kinds', like: 'negative-list/bfp', name: 'x', title: 'x'.repeat(100_000) }, 422],
    [{ sort: 'kinds', like: 'portal.yaml', name: 'x', title: 'x' }, 422],
    [{ sort: 'lookups', like: '../package.json', name: 'x', title: 'x' }, 422],
    [{ sort: 'lookups', like: null, name: 'Foo', title: 'x' }, 422],
    [{ sort: 'kinds', like: 'negative-list/set', name: 'x', title: 'x' }, 404],
    [{ sort: 'offices', like: 'nobody', name: 'x', title: null }, 404],
    [{ sort: 'lookups', like: null, name: '--dry-run', title: 'x' }, 422],
    [{ sort: 'portals', like: null, name: 'x', title: 'x' }, 422],
  ] as const)
    expect([body.name, (await call('POST', 'draft/additions', body)).status]).toEqual([body.name, status]);
  await discard();
}, 400_000);

test(
  'a fee, a list of choices, a language and a group are added, and a group by kind becomes a list',
  { timeout: 400_000 },
  async () => {
    const { page } = visit;
    await page.goto('/admin/workbench?part=edit');
    await page.getByText('Lists of choices').and(page.locator('summary')).click();
    const adding = page.getByRole('form', { name: 'Add a list of choices' });
    expect(await adding.getByLabel('It is like').inputValue()).toBe('');
    await adding.getByLabel('It is like').selectOption('vessel-kind');
    await adding.getByLabel('Title').fill('Kinds of drones');
    await adding.getByRole('button', { name: 'Add it to my draft' }).click();
    await page.getByText('check: no mistakes').waitFor({ timeout: 150_000 });
    await page.getByRole('link', { name: '“Kinds of drones” is in your draft.' }).click();
    await page.getByRole('heading', { name: 'Kinds of drones' }).waitFor();
    for (const body of [
      { sort: 'fees', like: 'health-card', name: 'drone-permit', title: 'Drone permit' },
      { sort: 'texts', like: null, name: 'pt-BR', title: null },
      { sort: 'offices', like: 'negative-list', name: 'inspecting', title: null },
    ])
      expect([body.sort, (await call('POST', 'draft/additions', body)).status]).toEqual([body.sort, 200]);

    await page.goto('/admin/workbench?part=edit&file=groups.yaml&at=/groups/offices');
    await page.getByRole('button', { name: 'List its departments one by one' }).click();
    await page.getByRole('button', { name: 'List its departments one by one' }).waitFor({ state: 'hidden' });
    await expectSound(visit, 'editing-group');
    const { answers, mayList } = await partOf('groups.yaml', '/groups/offices');
    expect(mayList).toBe(false);
    expect(answers.value).toContain('bplo');
    const { patch } = (await call('POST', 'draft/patch', {})).body;
    for (const line of [
      '+title: Kinds of drones',
      '+++ b/config/fees/drone-permit.yaml',
      '+++ b/config/locales/pt-BR.yaml',
      '+locales: [en, fil, pt-BR]',
      '+  inspecting: [barangay, police, bplo,',
    ])
      expect(patch).toContain(line);
    expect(patch).toMatch(/^- {2}offices: \{[^]*\n\+ {2}offices: \[.*bplo.*\]$/m);
    // The same departments have the same pages.
    expect((await plan()).isSound).toBe(true);
    await discard();
  },
);

test('broken and dangerous YAML is refused at its question', async () => {
  for (const when of [
    'any: [',
    '&a [*a]',
    '!!js/function "x"',
    'a: 1\n---\nb: 2',
    '*x',
    'x'.repeat(60_000),
  ]) {
    const { status, body } = await change(fire, '/checklist/4', { when });
    expect([when.slice(0, 20), status, Object.keys(body.errors ?? {})]).toEqual([
      when.slice(0, 20),
      422,
      ['when'],
    ]);
  }
  const { body } = await call('GET', 'draft');
  expect(body.changed).toEqual([]);
});

test('two windows do not overwrite each other', async () => {
  const part = await partOf(fire, '/checklist/9');
  const body = { file: fire, at: '/checklist/9', edition: part.edition };
  expect(
    (await call('PUT', 'draft/part', { ...body, answers: { ...part.answers, help: 'One.' } })).status,
  ).toBe(200);
  expect(
    (await call('PUT', 'draft/part', { ...body, answers: { ...part.answers, help: 'Two.' } })).status,
  ).toBe(409);
  await discard();
});

test('what is typed stays with its part: others change it meanwhile, or it is removed', async () => {
  const { page } = visit;
  await page.goto(`/admin/workbench?part=edit&file=${fire}&at=/checklist/4`);
  const help = page.getByLabel('Help (optional)');
  const { edition, answers } = await partOf(fire, '/checklist/4');
  await help.fill('Typed here.');
  const other = { file: fire, at: '/checklist/4', edition, answers: { ...answers, help: 'Kept elsewhere.' } };
  expect((await call('PUT', 'draft/part', other)).status).toBe(200);
  await page.getByRole('button', { name: 'Keep in my draft' }).click();
  await page.getByText('You changed this in another window').waitFor();
  // A removal that is refused reads the part again: what was typed still belongs to the part as it was.
  // Rows and groups of a condition can be removed, too.
  const remove = page.getByRole('button', { name: /^Remove (?!row|group)/ });
  await remove.click();
  await page.getByText('You changed this in another window').nth(1).waitFor();
  await page.getByRole('button', { name: 'Keep in my draft' }).click();
  await page.getByRole('button', { name: 'Keep in my draft' }).and(page.locator(':enabled')).waitFor();
  expect(await help.inputValue()).toBe('Typed here.');
  expect((await partOf(fire, '/checklist/4')).answers.help).toBe('Kept elsewhere.');
  await remove.click();
  await page.getByRole('heading', { name: 'Fire safety' }).first().waitFor();
  await page.goto(`/admin/workbench?part=edit&file=${fire}&at=/checklist/4`);
  await help.waitFor();
  expect(await help.inputValue()).not.toBe('Typed here.');
  expect(
    await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.includes('workbench'))),
  ).toEqual([]);
});

test(
  'what the check, a case or the records do not allow is not put in force',
  { timeout: 400_000 },
  async () => {
    await change(fire, '/checklist/4', { when: '{ field: nothing-like-this, is: 1 }' });
    const broken = await plan();
    expect(broken.isSound).toBe(false);
    expect(JSON.stringify(broken.faults)).toContain('nothing-like-this');
    expect((await call('POST', 'draft/apply', { message: 'All the same' })).status).toBe(409);
    await discard();

    await change('fees/business-permit.yaml', '/tables/manufacturers/rows/0', { amount: '999' });
    await change('fees/business-permit.yaml', '/tables/retailers/rows/0', { percent: '99' });
    await change('fees/business-permit.yaml', '/tables/contractors/rows/0', { amount: '99' });
    const failing = await plan();
    expect([failing.isSound, failing.failures === '']).toEqual([false, false]);
    await discard();
    expect((await call('POST', 'draft/plan', {})).status).toBe(409);

    const people = await (await admin.send('GET', 'records/user?q=barangay%40malay.example')).json();
    const [{ slug }] = people.items;
    const { version } = await (await admin.send('GET', `accounts/${slug}`)).json();
    const headers = { 'idempotency-key': 'moved to Yapak', 'if-match': String(version) };
    const moved = await admin.send('PATCH', `accounts/${slug}`, { body: { unit: 'yapak' }, headers });
    expect(moved.status).toBe(200);
    const { entries } = await partOf('lookups/barangay.yaml', '/rows');
    const { at } = entries[0].items.find(({ title }: { title: string }) => title === 'Yapak');
    const { edition } = await partOf('lookups/barangay.yaml', at);
    await call('POST', 'draft/entries', { file: 'lookups/barangay.yaml', at, edition, act: 'remove' });
    // Its puroks would be nowhere.
    const puroks: readonly { readonly barangay: string }[] = parse(
      readFileSync('config/lookups/purok.yaml', 'utf8'),
    ).rows;
    for (const [row, { barangay }] of [...puroks.entries()].toReversed()) {
      if (barangay !== 'yapak') continue;
      const place = { file: 'lookups/purok.yaml', at: `/rows/${row}` };
      const purok = await partOf(place.file, place.at);
      await call('POST', 'draft/entries', { ...place, edition: purok.edition, act: 'remove' });
    }
    const losing = await plan();
    expect([losing.isSound, losing.faults, losing.failures]).toEqual([false, [], '']);
    expect(losing.plan).toContain('yapak');
    await discard();
  },
);

test(
  'others change the same file meanwhile: edits are carried over, or refused',
  { timeout: 200_000 },
  async () => {
    await change(fire, '', { source: 'RA 9514, another edition' });
    const current = (await call('GET', 'versions')).body.items[0].number;
    await serve((text) => text.replace('title: Fire safety compliance', 'title: Fire safety'), current);
    const draft = (await call('GET', 'draft')).body;
    expect([draft.base === draft.inForce, draft.changed[0].isTouched]).toEqual([false, false]);
    expect((await call('POST', 'draft/plan', {})).status).toBe(409);
    const carried = (await call('POST', 'draft/carry', {})).body;
    expect(carried.base).toBe(carried.inForce);
    const { patch } = (await call('POST', 'draft/patch', {})).body;
    expect(patch).toContain('+source: RA 9514, another edition');
    expect(patch).not.toContain('-title');

    await serve((text) => text.replace(/^source: .*$/m, 'source: Yet another'), draft.inForce);
    const touched = (await call('POST', 'draft/carry', {})).body;
    expect(touched.changed[0].isTouched).toBe(true);
    expect((await change(fire, '', { title: 'x' })).status).toBe(409);
    await discard();
    expect((await change(fire, '', { source: 'A third' })).status).toBe(200);
    await discard();
  },
);

test(
  'a second person approves where the portal asks for one, and not the author',
  { timeout: 300_000 },
  async () => {
    const current = (await call('GET', 'versions')).body.items[0].number;
    await serve((text) => `${text}versions: { secondPerson: true }\n`, current, 'portal.yaml');
    await change(fire, '', { source: 'RA 9514 of 2008' });
    const planned = await plan();
    expect([planned.isSound, planned.faults, planned.failures, planned.obstacles]).toEqual([
      true,
      [],
      '',
      [],
    ]);
    const applying = call('POST', 'draft/apply', { message: 'The year of the law' });
    // What is kept in another window meanwhile stays, and needs a plan of its own.
    await setTimeout(1000);
    expect((await change(health, '/lines/0', { amount: '130' })).status).toBe(200);
    const { version: name, is } = (await applying).body;
    expect(is).toBe('waits');
    const kept = (await call('GET', 'draft')).body.changed.map(({ file }: { file: string }) => file);
    expect(kept).toContain(health);
    expect((await call('POST', 'draft/apply', { message: 'Unseen' })).status).toBe(409);
    const own = await call('POST', `waiting/${name}/approve`, {});
    expect(own.body).toEqual({
      is: 'refused',
      version: null,
      reasons: ['admin@malay.example wants it. Somebody else has to approve it.'],
    });
    const mayor = await signedIn('mayor');
    const { waiting } = await (await mayor.send('GET', 'workbench/draft')).json();
    expect(waiting).toMatchObject([
      { name, author: 'admin@malay.example', isOwn: false, message: 'The year of the law' },
    ]);
    const approved = await mayor.send('POST', `workbench/waiting/${name}/approve`, { body: {} });
    expect(await approved.json()).toMatchObject({ is: 'applied' });
    const [newest] = (await call('GET', 'versions')).body.items;
    expect(newest.applied).toMatchObject({ author: 'admin@malay.example', approver: 'mayor@malay.example' });
  },
);

/** Saves a file of the folder, and waits until the portal serves it. */
async function serve(edit: (text: string) => string, before: number, name = fire): Promise<void> {
  const path = join(config, name);
  writeFileSync(path, edit(readFileSync(path, 'utf8')));
  await expect
    .poll(async () => (await call('GET', 'versions')).body.items[0].number, { timeout: 120_000 })
    .toBeGreaterThan(before);
}
