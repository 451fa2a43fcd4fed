/** The page of a record has everything that its parties need, including the papers beside its form. */
// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { beforeAll, expect, test, vi } from 'vitest';
import type { WireItem, WireRecord } from '../../../contract/record.ts';
import { PortalContext, type PortalServices } from '../../session/portal-context.ts';
import { sampleSlice } from '../../sample/sample-slice.ts';
import { createStore } from '../../session/store.ts';
import { RecordBody } from './record-screen.tsx';

const item: WireItem = {
  id: 'deed',
  title: 'Deed',
  evidence: 'file',
  state: 'filed',
  optional: false,
  help: null,
  source: null,
  certainty: null,
  proves: [],
  accepts: [],
  remark: null,
  files: [],
  dated: false,
  undated: false,
  issued_on: null,
  valid_until: null,
  held: null,
  comes_from: null,
  editable: false,
};

const record = {
  type: 'loan',
  slug: 'a',
  form: null,
  data: {},
  items: [item],
  review: { accept: true, waive: false },
  actions: [],
  answered: [],
  code: null,
} as Partial<WireRecord> as WireRecord;

const matchMedia = () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} });

beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true, matchMedia });
});

test('a paper that is asked beside the answers can be accepted and returned there', async () => {
  const services = { store: createStore(sampleSlice) } as PortalServices;
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  await act(async () =>
    root.render(
      <MantineProvider>
        <MemoryRouter>
          <PortalContext value={services}>
            <RecordBody record={record} onChange={() => {}} reload={() => {}} setForm={() => {}} />
          </PortalContext>
        </MemoryRouter>
      </MantineProvider>,
    ),
  );
  // The parts of a checklist are loaded when a record has one.
  await act(() => vi.dynamicImportSettled());
  const buttons = [...place.querySelectorAll('button')].map(({ textContent }) => textContent);
  expect(place.querySelector('h3')?.textContent).toBe('Deed');
  expect(buttons).toEqual(expect.arrayContaining(['Accept', 'Return with a remark']));
  await act(async () => root.unmount());
});
