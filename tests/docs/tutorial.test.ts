/** The tutorial, done by its text alone: each file is written, each command typed, and the portal is used at the end. */
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WireRecord, WireRow } from '../../engine/contract/record.ts';
import { answerOf } from './answer-of.ts';
import { faultsOfStep, run, stepsOf } from './follow-tutorial.ts';
import { tutorial } from './garden.ts';
import { type Browser, openBrowser, PASSWORD } from '../server/portal-server.ts';
import { makeFolder, startServer, stopServer } from '../server/server-process.ts';

let folder: string;

beforeAll(async () => {
  folder = await makeFolder();
});
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

test.each(stepsOf(tutorial))(
  '%s: its files are sound, and each command shows what the page says',
  (_title, step) => expect(faultsOfStep(folder, step)).toEqual([]),
);

test('a request nobody would find is refused as the page says', () => {
  const path = join(folder, 'garden/records/plot.yaml');
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, text.replace('where: { state: asked }', 'where: { state: given }'));
  const { status, output } = run(folder, 'npx munisipyo check garden');
  writeFileSync(path, text);
  expect(status).toBe(1);
  expect(output).toContain(
    'A "plot" in the state "asked" waits for "board", but their only list, "asked", does not always show it.',
  );
});

test('a gardener asks for a plot with a shed, and the board gives it with its card', async () => {
  const portal = await startServer({
    dataDirectory: join(folder, 'data'),
    environment: { CONFIG_DIR: join(folder, 'garden'), DEMO_PASSWORD: PASSWORD },
  });
  try {
    const [gardener, board] = await Promise.all(
      ['gardener', 'board'].map(async (name) => {
        const browser = openBrowser(portal.address);
        await browser.signIn(`${name}@garden.example`);
        return browser;
      }),
    );
    const data = { crop: 'Beans', metres: 20, shed: true };
    const draft = await answerOf<WireRecord>(gardener!, 'POST', 'records/plot', { data });
    const asked = await take(gardener!, draft, 'ask');
    expect(asked).toMatchObject({ state: 'asked', number: expect.stringMatching(/^P-\d{4}-0001$/) });
    const { items } = await answerOf<{ items: WireRow[] }>(board!, 'GET', 'records/plot?list=asked');
    expect(items.map(({ number }) => number)).toEqual([asked.number]);
    const { items: papers } = await answerOf<{ items: WireRow[] }>(
      gardener!,
      'GET',
      'records/checklist?list=mine',
    );
    expect(papers.map(({ kind }) => kind)).toEqual(['shed/wooden']);
    await expect(take(board!, asked, 'give')).rejects.toThrow('Look at the papers for the shed first.');
    const plain = await answerOf<WireRecord>(gardener!, 'POST', 'records/plot', {
      data: { crop: 'Peas', metres: 5 },
    });
    const given = await take(board!, await take(gardener!, plain, 'ask'), 'give');
    expect(given).toMatchObject({ state: 'given', documents: [{ document: 'plot-card' }] });
    cpSync(join(folder, 'garden'), join(folder, 'trial'), { recursive: true });
    const form = join(folder, 'trial/forms/plot.yaml');
    writeFileSync(form, readFileSync(form, 'utf8').replace('maximum: 50', 'maximum: 80'));
    const planned = run(folder, `DATA_DIR=${join(folder, 'data')} npx munisipyo plan trial`);
    const [, shown = 'nothing'] = /npx munisipyo plan[^]*?```text\n([^]*?)```/.exec(tutorial) ?? [];
    expect(planned).toEqual({ status: 0, output: expect.stringContaining(shown) });
  } finally {
    await stopServer(portal);
  }
});

function take(who: Browser, { type, slug, version }: WireRecord, step: string): Promise<WireRecord> {
  return answerOf(who, 'POST', `records/${type}/${slug}/${step}`, { input: {} }, version);
}
