/**
 * An application with every failure: returned, late at one office, refused by another, disapproved; in a real
 * browser.
 */
import { afterAll, beforeAll, beforeEach, expect, onTestFailed, test } from 'vitest';
import type { WireRecord } from '../../engine/contract/record.ts';
import { listMessages } from '../../engine/server/mail/messages.ts';
import { acceptApplication, eatery, fileApplication } from './begin-application.ts';
import { fillSteps, readForm } from './fill-form.ts';
import { answerStep, goTo, openFrom, press, statusRegion } from './offices.ts';
import { ask, filesOf } from './past-the-screens.ts';
import { acceptItems, fileByExample, readAgain, recordsBelow } from './same-session.ts';
import { openTown, type Town } from './town.ts';
import { expectSound, takePicture, type Visit } from './visit.ts';

const name = /Reyes Beach Eatery/;
const ground =
  'Ordinance 185: no eatery within 25 metres of the shore. Move the kitchen behind the line and ask again.';
const refusal =
  'The environment office refuses the place. File again when the kitchen stands behind the line.';

let town: Town;
let owner: Visit;
let licensing: Visit;
let application: WireRecord;
/** By office. */
let clearances: ReadonlyMap<string | null, WireRecord>;
let hasFailed = false;
const offices: Record<string, Visit> = {};

beforeAll(async () => {
  town = await openTown('2027-03-01T09:00');
  owner = await town.signIn('establishment@malay.example');
  licensing = await town.signIn('bplo@malay.example');
});

// Each step depends on the one before; what a failed step saw is worth more than its message.
beforeEach(({ skip }) => {
  skip(hasFailed, 'The step before failed.');
  onTestFailed(async () => {
    hasFailed = true;
    for (const [who, { page }] of Object.entries({ owner, licensing, ...offices })) {
      await takePicture(page, `failed-trouble-${who}`);
    }
  });
});

afterAll(() => town?.close());

test('the licensing office sends an application back with a list, and the owner mends it and files it again', async () => {
  application = await fileApplication(owner, eatery);
  await openFrom(licensing, '/bplo/to-receive', name);
  await answerStep(licensing, {
    button: 'Return as incomplete',
    form: 'missing-list',
    answers: {
      missing: [
        { what: 'The registration has run out.', remedy: 'Renew it with the DTI and give the new number.' },
      ],
    },
    state: 'Returned as incomplete',
  });
  expect(await mailsTo('establishment@malay.example')).toContain(
    `${application.number}: correct it and send it again`,
  );
  const { page } = owner;
  await goTo(owner, `/establishment/application/${application.slug}`);
  await page
    .getByText(/The registration has run out\. What to do: Renew it with the DTI and give the new number\./)
    .first()
    .waitFor();
  await expectSound(owner, 'trouble-returned');
  await page.getByRole('link', { name: 'Change the answers' }).click();
  const form = page.getByRole('form');
  await fillSteps(form, readForm('unified-form'), { registration_no: 'DTI-2027-0007' });
  await form.getByText(String(eatery['tin']), { exact: true }).waitFor();
  await form.getByRole('button', { name: 'File application' }).click();
  await page.getByText('Your number is').waitFor();
  expect((await readAgain(page, application)).data['registration_no']).toBe('DTI-2027-0007');
  expect([...owner.problems, ...licensing.problems]).toEqual([]);
});

test('an office misses its deadline: it is warned, then the licensing office is notified', async () => {
  await acceptApplication(licensing, application);
  const asked = await recordsBelow(owner.page, 'clearance', application);
  clearances = new Map(asked.map((clearance) => [clearance.office, clearance]));
  await fileByExample(owner.page, at('swmo'));
  await fileByExample(owner.page, at('menro'));
  await town.at('2027-03-03T17:01');
  expect(await mailsTo('swmo@malay.example')).toContainEqual(expect.stringMatching(/^Due .*Solid waste/));
  expect((await readAgain(owner.page, at('swmo'))).state).toBe('received');
  await town.at('2027-03-04T17:01');
  const told = expect.stringMatching(/^Overdue: Solid waste compliance at/);
  expect(await mailsTo('bplo@malay.example')).toContainEqual(told);
  expect(await mailsTo('swmo@malay.example')).toContainEqual(told);
  const { page } = licensing;
  await goTo(licensing, '/bplo/overdue');
  await page.getByRole('row', { name }).getByText('Solid waste compliance').waitFor();
  await expectSound(licensing, 'trouble-overdue-list');
  // The bell polls every minute; the test does not wait that long.
  await page.reload();
  await page.getByRole('button', { name: /^Notifications, \d+ unread/ }).click();
  await page
    .getByRole('dialog', { name: 'Notifications' })
    .getByRole('link', { name: /^Overdue: Solid waste/ })
    .click();
  await statusRegion(page).getByText('Overdue', { exact: true }).waitFor();
  await expectSound(licensing, 'trouble-overdue');
  expect(licensing.problems).toEqual([]);
});

test('the late office finishes, with a second person for the approval', async () => {
  const inspector = await as('swmo');
  await acceptItems(inspector.page, at('swmo'));
  await openFrom(inspector, '/swmo/appointment-request', name);
  await answerStep(inspector, {
    button: 'Record the inspection',
    form: 'inspection',
    answers: { inspected_on: '2027-03-04', met: 'Ana Reyes', result: 'passed' },
    state: 'Inspected',
  });
  await expectSound(inspector, 'trouble-late');
  await press(inspector, 'Endorse for approval', 'For approval');
  await town.addAccount('swmo', 'chief.swmo@malay.example');
  const chief = await as('chief.swmo');
  await openFrom(chief, '/swmo/approval', name);
  await press(chief, 'Issue clearance', 'Issued');
  const { page } = licensing;
  await goTo(licensing, '/bplo/overdue');
  await page.getByText('No office is overdue.').waitFor();
  expect(await toldOverdue()).toBe(1);
  expect([...inspector.problems, ...chief.problems, ...licensing.problems]).toEqual([]);
});

test('another office refuses: the owner reads who, why, and what would change it', async () => {
  const environment = await as('menro');
  await openFrom(environment, '/menro/appointment-request', name);
  await answerStep(environment, {
    button: 'Reject',
    form: 'ground',
    answers: { ground },
    state: 'Rejected',
  });
  await expectSound(environment, 'trouble-rejecting');
  const { page } = owner;
  await goTo(owner, `/establishment/application/${application.slug}`);
  await page.getByRole('link', { name: 'Environment compliance' }).click();
  await statusRegion(page).getByText('Rejected', { exact: true }).waitFor();
  await page.getByRole('figure').getByText(ground).waitFor();
  expect(await page.getByRole('figure').innerText()).toContain('Environment and Natural Resources');
  await expectSound(owner, 'trouble-rejected');
  expect([...environment.problems, ...owner.problems]).toEqual([]);
});

test('an office that clears the business reads how far all the others are with it', async () => {
  const environment = await as('menro');
  const { page } = environment;
  await goTo(environment, `/menro/negative-list/${application.slug}`);
  const lines = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ hasText: /compliance|requirements/ });
  await lines.filter({ hasText: /Solid waste compliance.*Issued/s }).waitFor();
  expect(await lines.count()).toBe((await recordsBelow(owner.page, 'clearance', application)).length);
  // They can open only their own.
  expect(await lines.getByRole('link').allInnerTexts()).toEqual(['Environment compliance']);
  await expectSound(environment, 'trouble-all-offices');
  const engineering = await as('obo');
  await goTo(engineering, `/engineering/progress-negative-list/${application.slug}`);
  const rejected = engineering.page
    .getByRole('listitem')
    .filter({ hasText: /Environment compliance.*Rejected/s });
  await rejected.waitFor();
  await expectSound(engineering, 'trouble-progress');
  expect([...environment.problems, ...engineering.problems]).toEqual([]);
});

test('the licensing office disapproves, with a notice that anybody may check', async () => {
  await openFrom(licensing, '/bplo/in-work', name);
  await answerStep(licensing, {
    button: 'Disapprove',
    form: 'ground',
    answers: { ground: refusal },
    state: 'Disapproved',
  });
  const { page } = owner;
  await goTo(owner, `/establishment/application/${application.slug}`);
  await statusRegion(page).getByText('Disapproved', { exact: true }).waitFor();
  await page.getByRole('figure').getByText(refusal).waitFor();
  await expectSound(owner, 'trouble-disapproved');
  await page.getByRole('link', { name: /^Notice of disapproval ND-2027-/ }).click();
  await page.getByRole('heading', { name: 'Notice of disapproval', level: 2 }).waitFor();
  await page.getByText(refusal).waitFor();
  await expectSound(owner, 'trouble-notice');
  expect(pagesOf(await page.pdf({ preferCSSPageSize: true, printBackground: true }))).toBe(1);
  const anybody = await town.visit();
  await anybody.page.goto(new URL(page.url()).pathname);
  await anybody.page.getByRole('heading', { name: 'Valid', exact: true }).waitFor();
  expect(await anybody.page.getByText(refusal).count()).toBe(0);
  expect([...licensing.problems, ...owner.problems, ...anybody.problems]).toEqual([]);
});

test('what the owner typed and sent is still there', async () => {
  const { page } = owner;
  await goTo(owner, `/establishment/application/${application.slug}`);
  await page.locator('summary', { hasText: 'Filed answers' }).click();
  await page.getByText('DTI-2027-0007').first().waitFor();
  // The clearances are over, and folded away.
  await page.locator('summary', { hasText: /^Done/ }).click();
  await page.getByRole('link', { name: 'Environment compliance' }).click();
  await statusRegion(page).waitFor();
  const files = await filesOf(page, `records/clearance/${at('menro').slug}`);
  expect(files.length).toBeGreaterThan(0);
  for (const id of files) expect(await ask(page, 'POST', `files/${id}/link`)).toBe(200);
  expect((await readAgain(page, at('swmo'))).state).toBe('issued');
  expect(owner.problems).toEqual([]);
});

test('nobody else sees it: no other business, no office that is not asked', async () => {
  await town.addAccount('establishment', 'other@example.com');
  const other = await town.signIn('other@example.com');
  const immigration = await as('bic');
  const [file] = await filesOf(owner.page, `records/clearance/${at('menro').slug}`);
  await other.page.goto(`/establishment/application/${application.slug}`);
  await other.page.getByRole('heading', { name: 'No longer here' }).waitFor();
  await expectSound(other, 'trouble-other');
  await immigration.page.goto(`/bic/unifiied-form/${application.slug}`);
  await immigration.page.getByRole('heading', { name: 'No longer here' }).waitFor();
  for (const { page } of [other, immigration]) {
    expect(await page.getByText(name).count()).toBe(0);
    expect(await ask(page, 'GET', `records/application/${application.slug}`)).toBe(404);
    expect(await ask(page, 'GET', `records/clearance/${at('menro').slug}`)).toBe(404);
    expect(await ask(page, 'GET', `records/application/${application.slug}/events`)).toBe(404);
    expect(await ask(page, 'POST', `files/${file}/link`)).toBe(404);
  }
});

/** Signs in as a member of an office. */
async function as(who: string): Promise<Visit> {
  return (offices[who] = await town.signIn(`${who}@malay.example`));
}

function at(office: string): WireRecord {
  const clearance = clearances.get(office);
  if (clearance === undefined) throw new Error(`Nothing is asked by ${office}.`);
  return clearance;
}

/** Subjects. */
async function mailsTo(username: string): Promise<string[]> {
  const mails = await listMessages(town.portal.database);
  return mails.filter(({ address }) => address === username).map(({ subject }) => subject);
}

/** The number of overdue notices to the licensing office. */
async function toldOverdue(): Promise<number> {
  return (await mailsTo('bplo@malay.example')).filter((subject) => subject.startsWith('Overdue')).length;
}

function pagesOf(document: Buffer): number {
  return (document.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g) ?? []).length;
}

test('an application of an office that is gone says so on its page, and offers no step', async () => {
  const { page } = owner;
  await town.portal.database.query(`UPDATE records SET office = 'closed-office' WHERE slug = $1`, [
    application.slug,
  ]);
  await goTo(owner, `/establishment/application/${application.slug}`);
  await page.getByRole('heading', { name: 'No further steps' }).waitFor();
  await page.getByText('its department "closed-office" was removed from this portal.').waitFor();
  expect((await readAgain(page, application)).actions).toEqual([]);
  await expectSound(owner, 'trouble-gone');
});
