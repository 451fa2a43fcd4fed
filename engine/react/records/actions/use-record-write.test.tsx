/** Several writes to a record can start before the first is answered. */
// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeAll, expect, test } from 'vitest';
import type { WireRecord } from '../../../contract/record.ts';
import { type CallKey, pathOf, type PlainInput } from '../../api/call.ts';
import type { Client, Result } from '../../api/client.ts';
import { createOutbox } from '../../outbox/outbox.ts';
import { sampleSlice } from '../../sample/sample-slice.ts';
import { PortalContext, type PortalServices } from '../../session/portal-context.ts';
import { createStore } from '../../session/store.ts';
import { type StepOutcome, useRecordWrite } from './use-record-write.ts';

const record = {
  type: 'loan',
  slug: 'a',
  version: 1,
  kind: null,
  office: null,
  number: null,
  actions: [],
  ancestors: [],
  data: {},
  editable: false,
  view: 'read',
} as Partial<WireRecord> as WireRecord;

beforeAll(() => void Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true }));

test('a refusal stays to be read when the next thing succeeds', async () => {
  const refused = { kind: 'refused', code: null, message: 'Not this one.' } as const;
  const { outcomes, said, close } = await takeBoth(async (path) =>
    path.endsWith('/one')
      ? { ok: false, problem: refused }
      : { ok: true, value: { ...record, version: 2 }, etag: null },
  );
  expect(outcomes).toEqual(['failed', 'taken']);
  expect(said()).toBe('Not this one.');
  await close();
});

test('without a connection a step is kept with the key of its call and the version on which it is based', async () => {
  const { outcomes, said, close } = await takeBoth(async () => ({ ok: false, problem: { kind: 'offline' } }));
  expect(outcomes).toEqual(['kept', 'kept']);
  expect(said()).toBe('Fine.');
  const input = { params: { type: 'loan', slug: 'a', transition: 'one' }, body: { input: {} }, ifMatch: 1 };
  expect(createOutbox('ana').get().writes).toMatchObject([
    { key: 'key of records/loan/a/one', call: { input }, isRefused: false },
    { key: 'key of records/loan/a/two' },
  ]);
  await close();
});

/** Takes two steps at once, as somebody who is signed in. */
async function takeBoth(answerOf: (path: string) => Promise<Result<unknown>>) {
  const client = {
    send: (endpoint: CallKey, input: PlainInput) => answerOf(pathOf(endpoint, input)),
    releaseKey: (endpoint: CallKey, input: PlainInput) => `key of ${pathOf(endpoint, input)}`,
  } as Partial<Client> as Client;
  const store = createStore(sampleSlice);
  store.change((draft) => void Object.assign(draft.session, { token: 'secret', slug: 'ana', keeper: 'ana' }));
  const both = Promise.withResolvers<StepOutcome[]>();
  function Page() {
    const { take, problem } = useRecordWrite(record, () => {});
    return (
      <button onClick={() => both.resolve(Promise.all([take('one', {}), take('two', {})]))}>
        {problem?.kind === 'refused' ? problem.message : 'Fine.'}
      </button>
    );
  }
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const services = { client, store } as PortalServices;
  await act(async () =>
    root.render(
      <PortalContext value={services}>
        <Page />
      </PortalContext>,
    ),
  );
  let outcomes: StepOutcome[] = [];
  await act(async () => {
    place.querySelector('button')?.click();
    outcomes = await both.promise;
  });
  return { outcomes, said: () => place.textContent, close: () => act(async () => root.unmount()) };
}
