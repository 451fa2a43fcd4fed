/** A page waits a moment for its first answers, unless it has them from an earlier visit. */
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { signedOut } from '../../portal/model/department.ts';
import type { Client } from '../api/client.ts';
import { createPortalRouter } from '../router/portal-router.tsx';
import { sampleSlice } from '../sample/sample-slice.ts';
import { createStore } from '../session/store.ts';
import { createPreparation } from './load-frame.ts';

const clerk = {
  ...signedOut,
  signedIn: true,
  account: 'ana',
  department: 'clerk',
  flags: { access: true, own_words: true },
};

/** A router whose reads are answered when the test says so. */
async function openDesk() {
  const asked: (() => void)[] = [];
  const begin = () => new Promise<void>((resolve) => void asked.push(resolve));
  const store = createStore(sampleSlice);
  const services = { client: { begin } as Partial<Client> as Client, store, readLookups: async () => {} };
  const router = createPortalRouter({
    portal: () => sampleSlice,
    visitor: () => clerk,
    worksElsewhere: () => false,
    fetchDecision: () => Promise.reject(new Error('no network')),
    reload: async () => {},
    refresh: async () => {},
    signOut: async () => {},
    say: () => {},
    page: () => null,
    memory: ['/desk'],
    ...createPreparation(services),
  });
  const go = async (path: string, isAnswered: boolean) => {
    const opened = router.navigate(path);
    await pause(30);
    if (isAnswered) for (const answer of asked.splice(0)) answer();
    return opened;
  };
  await expect.poll(() => router.state.initialized).toBe(true);
  return { router, go };
}

test('a page that was left before it opened waits for its answers at the next visit', async () => {
  const { router, go } = await openDesk();
  const left = go('/desk/loans/7', false);
  await go('/desk/words', true);
  await left;
  expect(router.state.location.pathname).toBe('/desk/words');
  const again = go('/desk/loans/7', true);
  await pause(10);
  expect(router.state.navigation.state).toBe('loading');
  await again;
  await go('/desk/words', true);
  // Now its answers are kept.
  void router.navigate('/desk/loans/7');
  await expect
    .poll(() => router.state.location.pathname, { interval: 5, timeout: 200 })
    .toBe('/desk/loans/7');
});
