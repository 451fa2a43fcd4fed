/** The history of a record while the record changes. */
// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import type { WireEvent, WireRecord } from '../../../contract/record.ts';
import { type CallKey, pathOf, type PlainInput } from '../../api/call.ts';
import type { Client } from '../../api/client.ts';
import { PortalContext, type PortalServices } from '../../session/portal-context.ts';
import { sampleSlice } from '../../sample/sample-slice.ts';
import { createStore } from '../../session/store.ts';
import { Timeline, withoutRepeats } from './timeline.tsx';

const said = (text: string): WireEvent => ({
  at: '2026-11-21T08:00:00Z',
  what: 'item',
  who: 'A clerk',
  acted_for: null,
  text,
  remark: null,
  photo: null,
  department: null,
  state: 'open',
  changes: null,
});

const recordOf = (version: number) =>
  ({ type: 'loan', slug: 'a', version, next: [] }) as Partial<WireRecord> as WireRecord;

test('stays in sight until the newer one has been read', async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const late = Promise.withResolvers<WireEvent[]>();
  const call = async (endpoint: CallKey, input: PlainInput) =>
    pathOf(endpoint, input).endsWith('version=1') ? [said('The deed was accepted')] : await late.promise;
  const client = { call } as Partial<Client> as Client;
  const store = createStore(sampleSlice);
  store.change((draft) => void Object.assign(draft.session, { token: 'a' }));
  const services = { store, client } as PortalServices;
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const show = (version: number) =>
    act(async () =>
      root.render(
        <PortalContext value={services}>
          <Timeline record={recordOf(version)} />
        </PortalContext>,
      ),
    );
  await show(1);
  expect(place.textContent).toContain('The deed was accepted');
  await show(2);
  expect(place.textContent).toContain('The deed was accepted');
  await act(async () => late.resolve([said('The deed came back')]));
  expect(place.textContent).toContain('The deed came back');
  await act(async () => root.unmount());
});

test('saves of one person are shown as one, with the first answers before and the last after', () => {
  const saved = (second: number, changes: WireEvent['changes']): WireEvent => ({
    ...said('Answers saved'),
    what: 'saved',
    at: `2026-11-21T08:00:0${second}Z`,
    changes,
  });
  const events = [
    saved(1, { before: { title: 'A' }, after: { title: 'B', year: 1 } }),
    saved(2, { before: { title: 'B', year: 1, pages: 5 }, after: { title: 'C', year: 2, pages: 6 } }),
    saved(3, null),
    said('The deed was accepted'),
  ];
  expect(withoutRepeats(events).map(({ changes }) => changes)).toEqual([
    null,
    { before: { title: 'A', pages: 5 }, after: { title: 'C', year: 2, pages: 6 } },
  ]);
});
