/**
 * The course of one requirement kind between two browsers: filled in, sent, reviewed, returned on one item,
 * corrected, accepted.
 */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { WireRecord } from '../../engine/contract/record.ts';
import type { WireForm } from '../../engine/portal/wire/slice.ts';
import { matchPath } from '../../engine/portal/routing/match.ts';
import type { Portal } from '../../engine/portal/model/portal.ts';
import type { RequirementKind } from '../../engine/portal/model/requirement.ts';
import type { Workflow } from '../../engine/portal/model/workflow.ts';
import { pageOf, previewOf, type Asked } from './every-kind.ts';
import { fillCompiledForm } from './fill-compiled-form.ts';
import {
  acceptEach,
  acceptMost,
  addPaper,
  addPapers,
  expectAcceptButtons,
  pictures,
  takeStep,
} from './kind-page.ts';
import { headingOf, saveDecisions, statusRegion } from './offices.ts';
import { readAnswer } from './read-answer.ts';
import { call, readAgain } from './same-session.ts';
import type { Town } from './town.ts';
import { moveTo, type Visit } from './visit.ts';

const remark = 'The paper is not signed.';

/** One kind with its applicant and its office. */
export interface Round {
  readonly town: Town;
  readonly kind: RequirementKind;
  readonly asked: Asked;
}

/** Answers as in the kind's first example, adds every required paper, and sends it to the office. */
export async function fillInAndSend(round: Round): Promise<void> {
  const { page } = await openIts(round, round.asked.of);
  await answerForm(page, round);
  await addPapers(page, round.asked.record);
  await pictures(page, `${nameOf(round)}-1-filled`);
  await step(page, round, 'submit');
}

/** The office finds it on the page of its kind, reads the answers and returns one item, if a paper was sent. */
export async function returnOne(round: Round): Promise<void> {
  const { page } = await openIts(round, round.kind.office);
  await expectAnswers(page, round);
  await expectAcceptButtons(page, round.asked.record);
  await pictures(page, `${nameOf(round)}-2-office`);
  const sent = page.locator('[data-item][data-acceptable]', { hasText: 'Sent' }).first();
  if ((await sent.count()) === 0) return;
  const item = page.locator(`[data-item="${await sent.getAttribute('data-item')}"]`);
  await item.getByRole('button').click();
  await page.locator('[data-return]').click();
  await page.getByRole('button', { name: remark }).click();
  await page.getByRole('button', { name: 'Return this item' }).click();
  await saveDecisions(page);
  await item.getByText('Returned', { exact: true }).waitFor();
  await step(page, round, 'return');
}

/** The applicant finds the returned item and the reason, sends a better paper, and submits it again. */
export async function correctAndSend(round: Round): Promise<void> {
  const { page } = await openIts(round, round.asked.of);
  if ((await page.getByText('paper.p').count()) === 0) return;
  const notice = page.getByRole('region', { name: 'Returned to you' });
  await notice.getByText(remark).waitFor();
  await pictures(page, `${nameOf(round)}-3-returned`);
  await addPaper(page.locator('[data-item]', { hasText: remark }));
  await notice.waitFor({ state: 'detached' });
  // A returned record may require more.
  await addPapers(page, round.asked.record);
  await step(page, round, 'submit');
}

/** The office accepts every item and then the record. */
export async function acceptAll(round: Round): Promise<void> {
  const { town, kind, asked } = round;
  const { record } = asked;
  await acceptMost((await town.as(kind.office)).page, record);
  const { page } = await openIts(round, kind.office);
  // The page may still show the record as it was before the others were accepted.
  await expectAcceptButtons(page, record);
  await acceptEach(page);
  const possible = (await readAgain(page, record)).actions.map(({ name }) => name);
  // An office that visits may waive the visit.
  if (possible.includes('desk-review')) await step(page, round, 'desk-review');
  await step(page, round, record.type === 'checklist' ? 'approve' : 'issue');
  await pictures(page, `${nameOf(round)}-4-accepted`);
  const { state } = await readAgain(page, record);
  expect(workflowOf(round).states[state]).toMatchObject({ tone: 'good', isSettled: true });
}

/** Opens the page of the record without reloading the portal. */
async function openIts({ town, kind, asked }: Round, department: string): Promise<Visit> {
  const visit = await town.as(department);
  const { page } = visit;
  const { record } = asked;
  const portal = town.portal.application.portal();
  const isOffice = department === kind.office;
  const { state, version } = await readAgain(page, record);
  const { title, titleForRequesters } = portal.workflows[record.type]?.states[state] ?? {};
  const isRequester = portal.departments[department]?.kind === 'requester';
  const stateTitle = (isRequester ? titleForRequesters : title) ?? '';
  const path = isOffice ? previewOf(portal, kind, record) : pageOf(portal, department, record);
  const route = matchPath(portal, path)?.route;
  const heading = route?.kind === null ? portal.kinds[record.kind ?? '']?.title : route?.title;
  // If the page is already open, this returns to it through the home page.
  if (new URL(page.url()).pathname === path) {
    await moveTo(page, homeOf(portal, department));
    await statusRegion(page).waitFor({ state: 'detached' });
  }
  // The page reads the record when it renders: after that it cannot be the previous page, however similar their
  // headings.
  const isRead = page.waitForResponse(async (response) => {
    const read = await readAnswer(response, `records/${record.type}/${record.slug}`);
    return read !== undefined && (read as WireRecord).version >= version;
  });
  await moveTo(page, path);
  await isRead;
  await page.getByRole('heading', { level: 1, name: headingOf(heading ?? '') }).waitFor();
  await statusRegion(page).getByText(stateTitle, { exact: true }).waitFor();
  return visit;
}

/** Items may depend on answers: the answers are saved before the items are checked. */
async function answerForm(page: Page, { asked, kind }: Round): Promise<void> {
  const [example] = kind.examples;
  if (asked.record.form === null || example === undefined) return;
  const wire = await call<WireForm>(page, ['GET', `forms/${asked.record.form}`]);
  const form = page.getByRole('form', { name: wire.title });
  await form.waitFor();
  const given = await fillCompiledForm(form, wire, example);
  await form.getByText(/^Saved [^.]*$/).waitFor();
  expect((await readAgain(page, asked.record)).data).toMatchObject(given);
}

/** The office's page shows the answers as text. */
async function expectAnswers(page: Page, { asked }: Round): Promise<void> {
  const { data } = await readAgain(page, asked.record);
  const words = Object.values(data).filter((value) => typeof value === 'string' && value.includes(' '));
  const missing = async () => {
    const text = (await page.getByRole('main').innerText()).replaceAll(/\s+/g, ' ');
    return words.map((word) => String(word).replaceAll(/\s+/g, ' ')).filter((word) => !text.includes(word));
  };
  // The form with the titles of the answers loads after the record.
  await expect.poll(missing, { timeout: 20_000 }).toEqual([]);
}

function step(page: Page, round: Round, name: string): Promise<void> {
  return takeStep(page, workflowOf(round), name);
}

function workflowOf({ town, asked }: Round): Workflow {
  const workflow = town.portal.application.portal().workflows[asked.record.type];
  if (workflow === undefined) throw new Error(`${asked.record.type} has no workflow.`);
  return workflow;
}

function homeOf(portal: Portal, department: string): string {
  const home = portal.departments[department]?.landings.home;
  const path = portal.routes.find(({ name }) => name === home)?.path;
  if (path === undefined) throw new Error(`${department} has no home.`);
  return path;
}

function nameOf({ kind }: Round): string {
  return kind.id.replace('/', '-');
}
