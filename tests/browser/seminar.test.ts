/** A seminar: an office invites, owners answer and wait, and a phone at the door takes the attendance. */
import { randomUUID } from 'node:crypto';
import type { Browser } from 'playwright-core';
import { encodeQR } from 'qr';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RecordPage, WireRecord } from '../../engine/contract/record.ts';
import type { CalendarFile } from '../../engine/extension/extension.ts';
import { createAccount } from '../../engine/server/accounts/accounts.ts';
import { listMessages } from '../../engine/server/mail/messages.ts';
import { openBrowser } from '../server/portal-server.ts';
import { launchChromium } from './chromium.ts';
import { password, servePortal } from './portal.ts';
import { expectSound, signIn, takePicture, type Visit } from './visit.ts';

type Served = Awaited<ReturnType<typeof servePortal>>;

const owners = ['Bar by the Sea', 'Palm Inn', 'Reef Divers'];

let portal: Served;
let browser: Browser;

beforeAll(async () => {
  browser = await launchChromium();
  portal = await servePortal();
  for (const [at, name] of owners.entries()) await openBusiness(at, name);
});

afterAll(async () => {
  await browser?.close();
  await portal?.stop();
});

const usernameOf = (at: number): string => `owner${at}@malay.example`;

/** An owner whose application one office clears. */
async function openBusiness(at: number, name: string): Promise<void> {
  const { database } = portal.application;
  const username = usernameOf(at);
  const flags = { username_change: true, email_verified: true };
  await createAccount(database, { department: 'establishment', username, name, password, flags });
  const text = `INSERT INTO records (id, type, slug, number, state, kind, owner, office, parent, ancestors, data)
    SELECT $2, $3, $4, $5, $6, $7, id, $8, $9, $10, $11 FROM accounts WHERE username = $1`;
  const id = randomUUID();
  const line = at === 0 ? 'restaurant' : 'resort';
  const data = JSON.stringify({ business_name: name, biz_barangay: 'balabag', lines: [{ line }] });
  const above = ['application', `business-${at}`, `A-${at}`, 'released', null, null, null, [], data];
  await database.query(text, [username, id, ...above]);
  const part = [
    'clearance',
    `clearance-${at}`,
    null,
    'issued',
    'negative-list/sanitary',
    'mho',
    id,
    [id],
    '{}',
  ];
  await database.query(text, [username, randomUUID(), ...part]);
}

test('an office plans a seminar and invites by filter, owners answer, and the queue moves up', async () => {
  const office = await signIn(browser, portal.address, 'mho@malay.example');
  const { page } = office;
  await page.goto('/mho/seminar');
  await page.getByText('Your office has no seminar yet.').waitFor();
  await expectSound(office, 'seminar-empty');
  await page.goto('/mho/add-seminar');
  await page.getByLabel('Title').fill('Clean kitchens');
  await page.getByLabel('What is it about?').fill('How to keep food safe from the market to the plate.');
  await page.getByLabel('Begins').fill('2027-01-14T09:00');
  await page.getByLabel('Ends').fill('2027-01-14T12:00');
  await page.getByLabel('Place').fill('Municipal hall, second floor');
  await page.getByLabel('Seats in the hall').fill('1');
  await expectSound(office, 'seminar-form');
  await page.getByRole('button', { name: 'Open for invitations' }).click();
  await page.getByRole('link', { name: 'See the status' }).click();
  await page.waitForURL('**/mho/update-seminar/*');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Send invitations' }).waitFor();
  // It can be over only once it has begun.
  expect(await page.getByRole('button', { name: 'The seminar is over' }).count()).toBe(0);
  await expectSound(office, 'seminar-open');

  await page.goto(page.url().replace('update-seminar', 'invitation'));
  await page.getByText('3 people are chosen.').waitFor();
  await page.getByLabel('Lines of business').selectOption('restaurant');
  await page.getByText('1 person is chosen.').waitFor();
  await expectSound(office, 'seminar-invite');
  await page.getByRole('button', { name: 'Send invitations' }).click();
  await page.getByRole('link', { name: 'Open the page' }).waitFor();
  await page.reload();
  await page.getByText('1 more is left out, because they have one already.').waitFor();
  await page.getByRole('button', { name: 'Send invitations' }).click();
  await page.getByRole('link', { name: 'Open the page' }).click();
  await page.waitForURL('**/mho/update-seminar/*');

  const [first, second] = await Promise.all(
    [0, 1].map((at) => signIn(browser, portal.address, usernameOf(at))),
  );
  if (first === undefined || second === undefined) throw new Error('Nobody signed in.');
  for (const { page: own } of [first, second]) {
    await own.goto('/establishment/seminar');
    await own.getByRole('heading', { level: 1, name: 'Seminars' }).waitFor();
    await own.getByText('Clean kitchens').first().waitFor();
    await takePicture(own, 'seminar-list');
    await own
      .getByRole('link', { name: /Invitation to a seminar/ })
      .first()
      .click();
    await own.getByRole('button', { name: 'Yes, I come' }).click();
    await own.getByRole('button', { name: 'Yes, I come' }).waitFor({ state: 'detached' });
  }
  await first.page.getByRole('heading', { name: 'Your code' }).waitFor();
  await expectSound(first, 'seminar-seat');
  await second.page.getByText('On the waiting list').first().waitFor();
  await first.page.getByRole('button', { name: 'No, I do not come' }).click();
  // Who declined may change their mind.
  await first.page.getByRole('button', { name: 'Yes, I come' }).waitFor();
  await second.page.getByText('You have a seat').first().waitFor();
  const mails = await listMessages(portal.application.database);
  const told = mails.filter(({ address }) => address === usernameOf(1)).map(({ subject }) => subject);
  expect(await eventsOf(usernameOf(1))).toEqual([
    ['publish', 'DTSTART:20270114T010000Z', 'LOCATION:Municipal hall\\, second floor'],
    ['publish', 'DTSTART:20270114T010000Z', 'LOCATION:Municipal hall\\, second floor'],
  ]);
  expect(told).toEqual(['Invitation: Clean kitchens', 'You have a seat: Clean kitchens']);

  await page.reload();
  await page.getByRole('link', { name: 'Change the answers' }).click();
  const today = new Date().toLocaleDateString('sv', { timeZone: 'Asia/Manila' });
  await page.getByLabel('Begins').fill(`${today}T13:00`);
  await page.getByLabel('Ends').fill(`${today}T12:00`);
  await page.getByRole('button', { name: 'Save answers' }).click();
  await page.getByText('Enter a date that is not before “Begins”.').first().waitFor();
  await page.getByLabel('Ends').fill(`${today}T16:00`);
  await page.getByRole('button', { name: 'Save answers' }).click();
  await page.getByRole('link', { name: 'See the status' }).click();
  await page.getByRole('button', { name: 'Tell everybody about a change' }).click();
  await expect.poll(() => eventsOf(usernameOf(1))).toHaveLength(3);
  expect((await eventsOf(usernameOf(1))).at(-1)?.[1]).toBe(`DTSTART:${today.replaceAll('-', '')}T050000Z`);
  // Who declined is not told.
  expect(await eventsOf(usernameOf(0))).toHaveLength(1);

  const code = await codeOf(usernameOf(1));
  expect(code?.title).toBe('Is here');
  const phone = await signIn(
    browser,
    portal.address,
    'mho@malay.example',
    holdBeforeCamera(code?.path ?? ''),
  );
  await phone.page.setViewportSize({ width: 360, height: 740 });
  await phone.page.goto(code?.path ?? '');
  const asked = phone.page.getByRole('dialog', { name: 'Is here' });
  await asked.waitFor();
  await takePicture(phone.page, 'seminar-scan');
  await asked.getByRole('button', { name: 'Back' }).click();
  expect(new URL(phone.page.url()).search).toBe('');
  await phone.page.goto(page.url());
  await phone.page.getByRole('button', { name: 'Scan codes' }).click();
  const scanner = phone.page.getByRole('dialog', { name: 'Scan codes' });
  await scanner.getByText('Palm Inn', { exact: true }).waitFor();
  await expectSound(phone, 'seminar-scanned');
  await scanner.getByRole('button', { name: 'Is here' }).click();
  // The owner still shows the code: nothing is asked again.
  await scanner.getByText('Palm Inn: Is here').waitFor();
  await scanner.locator('video').waitFor();
  await expectSound(phone, 'seminar-camera');
  await scanner.getByRole('button', { name: 'Stop scanning' }).click();
  await phone.page.getByText('Attended').first().waitFor();

  await page.reload();
  await page.getByRole('link', { name: /: 3$/ }).click();
  const guests = page.getByRole('table', { name: 'People invited' });
  await guests.getByText('Palm Inn').waitFor();
  await expectSound(office, 'seminar-guests');
  await page
    .getByRole('group', { name: 'Answer' })
    .getByRole('button', { name: /^Invited/ })
    .click();
  await guests.getByText('Palm Inn').waitFor({ state: 'detached' });
  await guests.getByRole('checkbox').last().check();
  await page.getByRole('button', { name: 'Is here' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Is here' }).click();
  await page.getByRole('dialog').getByText('No place is left.').waitFor();
  await page.getByRole('button', { name: 'Back to the list' }).click();
  await page.goBack();
  await page.getByRole('link', { name: /: 3$/ }).waitFor();
  await page.getByRole('button', { name: 'The seminar is over' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'The seminar is over' }).click();
  await page.getByText('Held').first().waitFor();
  await expectSound(office, 'seminar-held');
  await second.page.getByText('Certificate issued').first().waitFor();
  await expectSound(second, 'seminar-certificate');
  for (const { problems } of [first, second, phone]) expect(problems).toEqual([]);
  expect(office.problems).toEqual([expect.stringMatching('status of 409 .*/attend')]);
});

/** The phone's camera, which sees the code of this path. */
function holdBeforeCamera(path: string): (visit: Visit) => Promise<void> {
  const code = encodeQR(`${portal.address}${path}`, 'svg', { ecc: 'low', border: 4 });
  const picture = `data:image/svg+xml,${encodeURIComponent(code)}`;
  return async ({ context }) => {
    await context.addInitScript((source) => {
      navigator.mediaDevices.getUserMedia = async () => {
        const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 640 });
        const drawing = canvas.getContext('2d');
        const image = Object.assign(new Image(), { src: source });
        await image.decode();
        const draw = () => {
          if (drawing === null) return;
          drawing.fillStyle = '#fff';
          drawing.fillRect(0, 0, 640, 640);
          drawing.drawImage(image, 0, 0, 640, 640);
          requestAnimationFrame(draw);
        };
        draw();
        return canvas.captureStream(30);
      };
    }, picture);
  };
}

/** Of the calendar file in each mail: what a calendar does, and when and where the event is. */
async function eventsOf(address: string): Promise<(string | undefined)[][]> {
  const mails = await portal.application.database.query<{ calendar: CalendarFile }>(
    'SELECT calendar FROM messages WHERE address = $1 ORDER BY order_number',
    [address],
  );
  return mails.map(({ calendar: { method, content } }) => {
    const lines = content.split('\r\n');
    return [
      method,
      lines.find((line) => line.startsWith('DTSTART')),
      lines.find((line) => line.startsWith('LOCATION')),
    ];
  });
}

async function codeOf(username: string): Promise<WireRecord['code']> {
  const own = openBrowser(portal.address);
  await own.signIn(username, password);
  const list = await own.send('GET', 'records/seminar-invitation?list=mine');
  const { items } = (await list.json()) as RecordPage;
  const record = await own.send('GET', `records/seminar-invitation/${items[0]?.slug}`);
  return ((await record.json()) as WireRecord).code;
}
