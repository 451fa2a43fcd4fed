/** The page of a record knows which of its steps wait, and what was answered in one that was refused. */
// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeAll, expect, test } from 'vitest';
import { sampleSlice } from '../sample/sample-slice.ts';
import { PortalContext, type PortalServices } from '../session/portal-context.ts';
import { createStore } from '../session/store.ts';
import { KeptWrites, useKeptSteps, useRefusedInput } from './kept-writes.tsx';
import { outboxOf } from './outbox.ts';
import { actorOf, stepEndpoint, type WaitingWrite } from './waiting-write.ts';

const loan = { type: 'loan', slug: 'a' };

beforeAll(() => void Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true }));

function Page() {
  const steps = useKeptSteps(loan);
  const { until } = useRefusedInput(loan, 'renew');
  return (
    <>
      <i>{[...steps].join(' ')}</i> <b>{String(until)}</b>
      <KeptWrites line="loan/a" />
    </>
  );
}

test('a waiting step is not offered again; a refused one is, with its answers and the reason', async () => {
  const store = createStore(sampleSlice);
  store.change((draft) => void Object.assign(draft.session, { token: 'secret', slug: 'mia', keeper: 'mia' }));
  const write = (transition: string, more: Partial<WaitingWrite> = {}): WaitingWrite => ({
    key: transition,
    at: Date.now(),
    since: Date.now(),
    call: {
      endpoint: stepEndpoint,
      input: { params: { ...loan, transition }, body: { input: { until: 'May' } }, ifMatch: 3 },
    },
    summary: { title: transition, subject: 'Loan', number: null, path: null, said: null },
    actor: actorOf(store.get().session),
    isRefused: false,
    problem: null,
    ...more,
  });
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const services = { store } as PortalServices;
  await act(async () =>
    root.render(
      <PortalContext value={services}>
        <Page />
      </PortalContext>,
    ),
  );
  await act(async () => {
    outboxOf('mia').add(write('return'));
    outboxOf('mia').add(
      write('renew', { isRefused: true, problem: { kind: 'refused', code: null, message: 'Too late.' } }),
    );
  });
  expect(place.querySelector('i')?.textContent).toBe('return');
  expect(place.querySelector('b')?.textContent).toBe('May');
  expect(place.querySelector('output')?.textContent).toBe(
    'returnKept on this device. It is sent as soon as there is a connection.renewNot sentToo late.',
  );
  await act(async () => outboxOf('mia').settle(write('renew').call));
  expect(place.querySelector('b')?.textContent).toBe('undefined');
  await act(async () => root.unmount());
});
