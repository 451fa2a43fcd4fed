/** Pages of the visitor in the navigation: their own, and the entry that stands for a page. */
import { expect, test } from 'vitest';
import { signedOut, type Visitor } from '../../portal/model/department.ts';
import { sampleRoute, sampleSlice } from '../sample/sample-slice.ts';
import { ownPage } from '../../portal/routing/own-page.ts';
import { currentEntry, navigationOf } from './navigation.ts';

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

const entry = (label: string) => ({ group: 'work', label, counts: false });
const page = (path: string, more: object) => sampleRoute({ name: path, path, guards: full, ...more });

test('a page beside a list of the same records marks the list, not the start page', () => {
  const of = [{ type: 'loan', list: 'all' }];
  const slice = {
    ...sampleSlice,
    routes: [
      page('/desk', { screen: 'dashboard', nav: entry('Desk') }),
      page('/desk/loans', { screen: 'list', of, nav: entry('Loans') }),
      page('/desk/add-loan', { screen: 'form', of: [{ type: 'loan', list: null }] }),
      page('/desk/else', { screen: 'menu' }),
    ],
  };
  const scope = { portal: slice, visitor: clerk };
  const marked = (path: string) => currentEntry(scope, navigationOf(scope), path)?.label;
  expect(marked('/desk/loans')).toBe('Loans');
  expect(marked('/desk/add-loan')).toBe('Loans');
  expect(marked('/desk/else')).toBe('Desk');
  expect(marked('/desk')).toBe('Desk');
});
