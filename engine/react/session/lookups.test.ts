/** Public lookups load at a navigation while they are empty, and are cached. */
import { expect, test } from 'vitest';
import { type CallKey, pathOf, type PlainInput } from '../api/call.ts';
import type { Client } from '../api/client.ts';
import { sampleSlice } from '../sample/sample-slice.ts';
import { createLookups } from './lookups.ts';
import { createStore } from './store.ts';

function stage(answers: Readonly<Record<string, unknown>>) {
  const asked: string[] = [];
  const call = async (endpoint: CallKey, input: PlainInput) => {
    const path = pathOf(endpoint, input);
    asked.push(path);
    if (!Object.hasOwn(answers, path)) throw new Error('offline');
    return answers[path];
  };
  const store = createStore({ ...sampleSlice, publicLookups: ['branch', 'shelf'] });
  return { asked, store, navigate: createLookups({ call } as Partial<Client> as Client, store) };
}

const rows = [{ value: 'hill', label: 'On the hill' }];

test('each list is read at the first navigation, and not again while it is there', async () => {
  const { asked, store, navigate } = stage({ branch: rows, shelf: rows });
  await navigate();
  await navigate();
  expect(asked).toEqual(['branch', 'shelf']);
  expect(store.get().lookups).toEqual({ branch: rows, shelf: rows });
});

test('a list that is empty or could not be had is asked for at the next navigation', async () => {
  const { asked, navigate } = stage({ branch: [] });
  await navigate();
  await navigate();
  expect(asked).toEqual(['branch', 'shelf', 'branch', 'shelf']);
});

test('a list that is on its way is not asked for twice', async () => {
  const { asked, navigate } = stage({ branch: rows, shelf: rows });
  await Promise.all([navigate(), navigate()]);
  expect(asked).toEqual(['branch', 'shelf']);
});

test('another portal or language has lists of its own', async () => {
  const { asked, store, navigate } = stage({ branch: rows, shelf: rows });
  await navigate();
  store.change((draft) => void (draft.slice.language = 'fil'));
  await navigate();
  expect(asked).toHaveLength(4);
});
