/** The API of the workbench: it is there for whom the configuration names, and for nobody else. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { workbench } from '../../engine/contract/workbench.ts';
import { planChange } from '../../engine/plan/plan.ts';
import { noteApplied } from '../../engine/server/portals/applied-versions.ts';
import { openBrowser, openPortalServer, type PortalServer } from './portal-server.ts';

let server: PortalServer;
beforeAll(async () => {
  server = await openPortalServer();
});
afterAll(() => server.close());

const paths = Object.keys(workbench).map((key) =>
  key.replace('GET /', '').replace(':recordType', 'clearance').replace(':number', '1'),
);

async function signedIn(department: string) {
  const browser = openBrowser(server.origin);
  await browser.signIn(`${department}@malay.example`);
  return browser;
}

test('who is named reads every part', async () => {
  const browser = await signedIn('admin');
  for (const path of paths.filter((one) => !one.endsWith('/plan'))) {
    expect([path, (await browser.send('GET', path)).status]).toEqual([path, 200]);
  }
  const { types } = await (await browser.send('GET', 'workbench')).json();
  expect(types).toContainEqual({ key: 'clearance', title: 'Clearance' });
});

test.each(['bplo', 'mayor', 'establishment'])('for %s it does not exist', async (department) => {
  const browser = await signedIn(department);
  for (const path of paths) {
    expect([path, (await browser.send('GET', path)).status]).toEqual([path, 404]);
  }
});

test('without an account it asks for one', async () => {
  for (const path of paths) expect((await fetch(`${server.origin}/api/v1/${path}`)).status).toBe(401);
});

test('an unknown record type is not found', async () => {
  const browser = await signedIn('admin');
  for (const path of ['workbench/workflows/nothing', 'workbench/permissions/constructor']) {
    expect((await browser.send('GET', path)).status).toBe(404);
  }
});

test('a version that somebody put in force has its plan, with who and why', async () => {
  const portal = server.application.portal();
  const plan = planChange(
    { name: 'version 1', portal },
    { name: 'config', portal: { ...portal, title: 'Another title' } },
    '2026-11-27',
  );
  const browser = await signedIn('admin');
  const { items } = await (await browser.send('GET', 'workbench/versions')).json();
  const { number } = items[0];
  expect((await browser.send('GET', `workbench/versions/${number}/plan`)).status).toBe(404);
  const applied = { again: null, author: 'Ana', approver: 'Ben', message: 'A better title', plan };
  await server.database.transaction((client) => noteApplied(client, number, applied));
  const again = await (await browser.send('GET', 'workbench/versions')).json();
  expect(again.items[0].applied).toEqual({
    again: null,
    author: 'Ana',
    approver: 'Ben',
    message: 'A better title',
  });
  const { text } = await (await browser.send('GET', `workbench/versions/${number}/plan`)).json();
  expect(text).toContain('→ Another title');
  expect((await browser.send('GET', 'workbench/versions/99999999999999/plan')).status).toBe(404);
});
