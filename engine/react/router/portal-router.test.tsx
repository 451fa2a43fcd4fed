/** The router shows the result of `decide`, and runs its effects. */
import { expect, test } from 'vitest';
import type { WireDecision } from '../../portal/routing/decide.ts';
import type { PortalSlice } from '../../portal/wire/slice.ts';
import { signedOut, type Visitor } from '../../portal/model/department.ts';
import { sampleRoute, sampleSlice } from '../sample/sample-slice.ts';
import { createPortalRouter, type RouteOutcome } from './portal-router.tsx';
import { safeNext } from '../../portal/routing/next-path.ts';

const clerk: Visitor = {
  ...signedOut,
  signedIn: true,
  account: 'ana',
  department: 'clerk',
  flags: { access: true, own_words: true },
};

interface RouterSetup {
  readonly visitor?: Visitor;
  readonly answer?: WireDecision;
  readonly worksElsewhere?: boolean;
  /** The slice after a reload. */
  readonly newer?: PortalSlice;
}

async function visit(
  location: string,
  { visitor = signedOut, answer, newer, worksElsewhere = false }: RouterSetup = {},
) {
  let slice = sampleSlice;
  let who = visitor;
  const said: string[] = [];
  const outcomes: RouteOutcome['outcome'][] = [];
  const router = createPortalRouter({
    portal: () => slice,
    visitor: () => who,
    worksElsewhere: () => worksElsewhere,
    fetchDecision: async () => {
      if (answer === undefined) throw new Error('no network');
      return answer;
    },
    reload: async () => void (slice = newer ?? slice),
    refresh: async () => {},
    signOut: async () => void (who = signedOut),
    say: (message) => void said.push(message),
    page: () => null,
    memory: [location],
    onOutcome: (_, { outcome }) => void outcomes.push(outcome),
  });
  await settled(router);
  const { pathname, search } = router.state.location;
  const [page] = Object.values(router.state.loaderData ?? {});
  router.dispose();
  return { at: pathname + search, page: page as RouteOutcome, said, outcomes, who };
}

type Router = ReturnType<typeof createPortalRouter>;

function settled(router: Router): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (router.state.initialized && router.state.navigation.state === 'idle') resolve();
    };
    router.subscribe(look);
    look();
  });
}

test('a deep link of a signed-out visitor leads to the sign-in page and is kept', async () => {
  const { at, page, said } = await visit('/desk/loans/7?tab=x');
  expect(at).toBe('/?next=%2Fdesk%2Floans%2F7%3Ftab%3Dx');
  expect(page).toMatchObject({ outcome: 'show', route: { name: 'sign-in' } });
  expect(said).toEqual(['Sign in first.']);
});

test('a signed-in visitor of the sign-in page goes home', async () => {
  expect(await visit('/', { visitor: clerk })).toMatchObject({
    at: '/desk',
    page: { outcome: 'show', route: { name: 'clerk.index' } },
  });
});

test('a visitor without access is signed out and sees the reason', async () => {
  const visitor = { ...clerk, flags: { access: false } };
  const { at, said, who } = await visit('/desk', { visitor });
  expect({ at, said, who }).toEqual({ at: '/', said: ['Ask the desk.'], who: signedOut });
});

test('a visitor with borrowed credentials is led to change them', async () => {
  const visitor = { ...clerk, flags: { access: true, own_words: false } };
  expect(await visit('/desk', { visitor })).toMatchObject({ at: '/desk/words', outcomes: ['go', 'show'] });
});

test('a page gets the parameters of its path', async () => {
  const { page } = await visit('/desk/loans/7/', { visitor: clerk });
  expect(page).toMatchObject({ route: { name: 'clerk.loan' }, params: { slug: '7' } });
});

test('the server is asked about a location that the slice does not know, and obeyed', async () => {
  const answer: WireDecision = { outcome: 'go', to: '/desk', message: 'Not yours.' };
  const found = await visit('/elsewhere', { visitor: clerk, answer });
  expect(found).toMatchObject({ at: '/desk', said: ['Not yours.'] });
  expect(await visit('/nowhere', { answer: { outcome: 'not-found' } })).toMatchObject({
    at: '/nowhere',
    page: { outcome: 'not-found' },
  });
});

test('somebody with several memberships hears from the server where a closed page opens', async () => {
  const message = 'It belongs to the board.';
  const answer: WireDecision = { outcome: 'go', to: '/desk', message };
  const setup = { visitor: clerk, worksElsewhere: true };
  expect(await visit('/', { ...setup, answer })).toMatchObject({ at: '/desk', said: [message] });
  const missing: WireDecision = { outcome: 'not-found', message };
  expect(await visit('/nowhere', { ...setup, answer: missing })).toMatchObject({
    page: { outcome: 'not-found' },
    said: [message],
  });
  // Without the server, the slice decides.
  expect(await visit('/', setup)).toMatchObject({ at: '/desk', said: [] });
  expect((await visit('/', { visitor: clerk, answer })).said).toEqual([]);
});

test('a page that was added meanwhile is shown after the slice was fetched again', async () => {
  const added = sampleRoute({ name: 'fresh', path: '/fresh', guards: ['public'] });
  const newer = { ...sampleSlice, routes: [...sampleSlice.routes, added] };
  const found = await visit('/fresh', { answer: { outcome: 'show', route: 'fresh' }, newer });
  expect(found.page).toMatchObject({ outcome: 'show', route: { name: 'fresh' } });
});

test('an unreachable server is reported, not guessed', async () => {
  expect(await visit('/nowhere')).toMatchObject({ page: { outcome: 'unreachable' } });
});

test.each(['/%', '/desk//loans', '/desk/%zz'])('the malformed location %s is no page', async (location) => {
  expect(await visit(location, { answer: { outcome: 'not-found' } })).toMatchObject({
    page: { outcome: 'not-found' },
  });
});

test('a deep link never leads to another site', () => {
  expect(safeNext('/desk?x=1')).toBe('/desk?x=1');
  for (const next of [
    null,
    '',
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
  ]) {
    expect(safeNext(next)).toBe('/');
  }
});

test('what a page reads begins while the server is asked for a newer portal', async () => {
  const happened: string[] = [];
  const router = createPortalRouter({
    portal: () => sampleSlice,
    visitor: () => signedOut,
    worksElsewhere: () => false,
    fetchDecision: () => Promise.reject(new Error('no network')),
    reload: async () => {},
    async refresh() {
      happened.push('asked');
      await Promise.resolve();
      happened.push('answered');
    },
    signOut: async () => {},
    say: () => {},
    page: () => null,
    begin: (page) => void happened.push(page.outcome === 'show' ? `begun ${page.route.name}` : page.outcome),
    prepare: async (page) => void happened.push(page.outcome === 'show' ? `prepared ${page.route.name}` : ''),
    memory: ['/'],
  });
  await settled(router);
  router.dispose();
  expect(happened).toEqual(['asked', 'begun sign-in', 'answered', 'prepared sign-in']);
});
