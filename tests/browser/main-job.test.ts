/** The main job, in a real browser on the real configuration: a business files, an office returns once and approves. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { launchChromium } from './chromium.ts';
import { fillQuestions, fillSteps, readForm, readWritten, type WrittenForm } from './fill-form.ts';
import { pdf, png } from './papers.ts';
import { startPortal, type RunningPortal } from './portal.ts';
import { expectSound, signIn, takePicture, type Visit } from './visit.ts';

const unified = readForm('unified-form');
const kind = readWritten('requirements/tourism/accommodation') as { form: WrittenForm; examples: object[] };
const answers = kind.examples[0] as Readonly<Record<string, unknown>>;

let portal: RunningPortal;
let browser: Browser;
let owner: Visit;
let officer: Visit;
let checklistPath = '';

beforeAll(async () => {
  [portal, browser] = await Promise.all([startPortal(), launchChromium()]);
}, 150_000);

afterAll(async () => {
  await browser?.close();
  await portal?.stop();
});

test(
  'a business files an application, step by step, and is told what happens next',
  { timeout: 90_000 },
  async () => {
    owner = await signIn(browser, portal.address, 'establishment@malay.example');
    const { page } = owner;
    await expectSound(owner, 'owner-applications-empty');
    await page.getByRole('link', { name: 'Apply', exact: true }).click();
    const form = page.getByRole('form', { name: unified.title as string });
    await form.getByRole('heading', { name: 'Application', exact: true }).waitFor();
    await expectSound(owner, 'owner-form');
    await fillSteps(form, unified, unified.examples?.[0] ?? {});
    await form.getByRole('heading', { name: 'Check your answers' }).waitFor();
    await expectSound(owner, 'owner-form-check');
    await form.getByRole('button', { name: /^File application|Apply/ }).click();
    await page.getByText('Your number is').waitFor();
    await expectSound(owner, 'owner-confirmation');
  },
);
