/** The questions of a step say from the start what the step lacks. */
// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeAll, expect, test, vi } from 'vitest';
import type { WireAction, WireRecord } from '../../../contract/record.ts';
import type { Problem } from '../../api/problem.ts';
import { sampleSlice } from '../../sample/sample-slice.ts';
import { PortalContext, type PortalServices } from '../../session/portal-context.ts';
import { createStore } from '../../session/store.ts';
import { ActionQuestions } from './action-questions.tsx';

const record = { type: 'loan', slug: 'a', form: null, editable: false } as Partial<WireRecord> as WireRecord;
const unmet = { 'items.deed': ['Not accepted yet: Deed.'], needs: ['Pay first.'] };
const action: WireAction = {
  name: 'lend',
  title: 'Lend',
  input: null,
  books: null,
  bulk: false,
  returns: false,
  pick: null,
  signs: [],
  unmet,
};

const matchMedia = () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} });

beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true, matchMedia });
});

test('the same words, with the same links, before the press and after it', async () => {
  const goTo = vi.fn<(jump: () => void) => void>();
  const before = await alertOf(null, goTo);
  expect(before.lines).toEqual(['Not accepted yet: Deed.', 'Pay first.']);
  expect(before.links).toEqual(['Not accepted yet: Deed.']);
  expect(goTo).toHaveBeenCalledOnce();
  expect(await alertOf({ kind: 'fields', status: 422, errors: unmet }, goTo)).toEqual(before);
});

test('a choice of people says the fewest and the most', async () => {
  const pick = { many: true, owners: null, least: 2, most: 5 };
  const { place, root } = await show({ action: { ...action, unmet: {}, pick } });
  expect(place.querySelector('legend')?.textContent).toBe('Choose 2 to 5 people.');
  await act(async () => root.unmount());
});

/** What the alert lists. Each of its links is followed. */
async function alertOf(problem: Problem | null, goTo: (jump: () => void) => void) {
  const { place, root } = await show({ action, problem, goTo });
  const alert = place.querySelector('[role=alert]');
  const links = [...(alert?.querySelectorAll('button') ?? [])];
  await act(async () => links.forEach((link) => link.click()));
  const said = [...(alert?.querySelectorAll('li') ?? [])].map(({ textContent }) => textContent);
  await act(async () => root.unmount());
  return { lines: said, links: links.map(({ textContent }) => textContent) };
}

interface ShownQuestions {
  readonly action: WireAction;
  readonly problem?: Problem | null;
  readonly goTo?: (jump: () => void) => void;
}

async function show({ action: asked, problem = null, goTo = () => {} }: ShownQuestions) {
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const services = { store: createStore(sampleSlice) } as PortalServices;
  const write = { problem, isBusy: false, ready: async () => true };
  await act(async () =>
    root.render(
      <MantineProvider>
        <PortalContext value={services}>
          <ActionQuestions record={record} action={asked} write={write} onTake={() => {}} goTo={goTo} />
        </PortalContext>
      </MantineProvider>,
    ),
  );
  return { place, root };
}
