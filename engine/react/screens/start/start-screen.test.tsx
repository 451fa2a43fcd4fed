/** A start page says what people prepare, what the offices do themselves, and how long which part takes. */
// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { SWRConfig } from 'swr';
import { beforeAll, expect, test, vi } from 'vitest';
import type { WireNeededPaper, WireNeeds } from '../../../contract/start-pages.ts';
import type { Client } from '../../api/client.ts';
import { PortalContext, type PortalServices } from '../../session/portal-context.ts';
import { sampleSlice } from '../../sample/sample-slice.ts';
import { createStore } from '../../session/store.ts';
import { StartScreen } from './start-screen.tsx';

const matchMedia = () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} });

beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true, matchMedia });
});

const paper = (title: string, parts: Partial<WireNeededPaper>): WireNeededPaper => ({
  id: title,
  title,
  help: 'Ask at the counter.',
  source: 'self',
  by: null,
  for: ['Loan'],
  need: 'sure',
  isRepeated: false,
  dependsOn: [],
  issuedWith: null,
  ...parts,
});

const day = { amount: 1, unit: 'day' } as const;
const week = { amount: 1, unit: 'week' } as const;

const needs: WireNeeds = {
  asked: [],
  answers: {},
  offices: [],
  papers: [
    paper('Sketch', {}),
    paper('Guarantee', { source: 'others', by: 'a bank', need: 'maybe' }),
    paper('Stamp', { source: 'application', by: 'Desk' }),
    paper('Second stamp', { source: 'application', by: 'Desk', need: 'maybe', dependsOn: ['Size'] }),
    paper('Look at the shelf', { source: 'visits' }),
  ],
  fees: [],
  steps: [],
  times: [],
  atHand: [],
};

async function show(parts: Partial<WireNeeds>): Promise<HTMLElement> {
  const call: Client['call'] = async (key) =>
    (key === 'GET /start-pages/:page'
      ? { type: 'loan', title: 'Loan', questions: [], registrations: [] }
      : { ...needs, ...parts }) as never;
  const client = { call } as Partial<Client> as Client;
  const services = { store: createStore(sampleSlice), client } as PortalServices;
  const [route] = sampleSlice.routes;
  const place = document.body.appendChild(document.createElement('div'));
  await act(async () =>
    createRoot(place).render(
      <MantineProvider>
        <MemoryRouter>
          <SWRConfig value={{ provider: () => new Map() }}>
            <PortalContext value={services}>
              <StartScreen route={route!} params={{}} />
            </PortalContext>
          </SWRConfig>
        </MemoryRouter>
      </MantineProvider>,
    ),
  );
  await act(async () => vi.waitFor(() => expect(place.textContent).toContain('What you prepare')));
  return place;
}

function lineOf(place: HTMLElement, title: string): HTMLElement {
  const line = [...place.querySelectorAll('li')].find(({ textContent }) => textContent.startsWith(title));
  if (line === undefined) throw new Error(`There is no line "${title}".`);
  return line;
}

test('the summary says that papers may be added, and the list counts them', async () => {
  const place = await show({});
  const summary = place.querySelector('dl')?.textContent;
  expect(summary).toContain('1 paper');
  expect(summary).toContain('and more that may apply');
  expect(place.textContent).toContain('May also be asked (1)');
  // It is with the papers of the application, for which nobody has to do anything.
  expect(lineOf(place, 'Second stamp').closest('details')).toBeNull();
  expect(lineOf(place, 'Second stamp').textContent).toContain('Depends on: “Size”');
});

test.each([
  ['Sketch', true],
  ['Guarantee', true],
  ['Stamp', false],
  ['Look at the shelf', false],
])('%s has a box to tick, and says how to get it: %s', async (title, isToBring) => {
  const line = lineOf(await show({}), title);
  expect(line.querySelector('[aria-hidden]') !== null).toBe(isToBring);
  expect(line.textContent.includes('How to get it')).toBe(isToBring);
});

test('what to expect of a visit is told without being asked', async () => {
  expect(lineOf(await show({}), 'Look at the shelf').textContent).toContain('Ask at the counter.');
});

test('two time limits are told apart by their titles', async () => {
  const check = { title: 'Time to check', pauses: false, least: day, most: day };
  const decide = { title: 'Time to decide', pauses: false, least: week, most: week };
  const one = (await show({ times: [check] })).querySelector('dl')?.textContent;
  expect(one).toContain('How long it takes1 day');
  const two = (await show({ times: [check, decide] })).querySelector('dl')?.textContent;
  expect(two).toContain('Time to check1 day');
  expect(two).toContain('Time to decide1 week');
  expect(two).not.toContain('How long it takes');
});
