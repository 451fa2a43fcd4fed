/** A page of a kind of screen is the visitor's own, whatever else the slice contains. */
import { expect, test } from 'vitest';
import { signedOut, type Visitor } from '../../portal/model/department.ts';
import { sampleRoute, sampleSlice } from '../sample/sample-slice.ts';
import { ownPage } from './navigation.ts';

const clerk: Visitor = {
  ...signedOut,
  signedIn: true,
  account: 'ana',
  department: 'clerk',
  flags: { access: true, own_words: true },
};
const full = ['signed-in', 'has-access', 'own-words'];
const params = { department: { group: 'staff' } };
const elsewhere = sampleRoute({ name: 'a', path: '/member/messages', guards: ['guest'], screen: 'messages' });
const own = sampleRoute({
  name: 'b',
  path: '/{department}/messages',
  guards: full,
  screen: 'messages',
  params,
});

test('a page of another department that competes with the own one is passed over', () => {
  const slice = {
    ...sampleSlice,
    groups: { staff: ['clerk'] },
    routes: [...sampleSlice.routes, elsewhere, own],
  };
  expect(ownPage({ portal: slice, visitor: clerk }, 'messages')).toBe('/clerk/messages');
});

test('a visitor without such a page gets no link', () => {
  const slice = { ...sampleSlice, routes: [...sampleSlice.routes, elsewhere] };
  expect(ownPage({ portal: slice, visitor: clerk }, 'messages')).toBeNull();
});
