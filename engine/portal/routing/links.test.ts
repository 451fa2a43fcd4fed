/** The page on which a visitor opens a record. */
import { expect, test } from 'vitest';
import { type Linkable, pathOf } from './links.ts';
import type { Decidable } from '../model/portal.ts';
import type { Route } from '../model/route.ts';
import { signedOut, type Visitor } from '../model/department.ts';

const place = { file: 'x.yaml', line: 1, column: 1 };

function route(name: string, path: string, more: Partial<Route>): Route {
  return {
    name,
    path,
    aliases: [],
    area: null,
    guards: ['public'],
    chain: null,
    title: name,
    screen: 'record',
    params: {},
    with: {},
    redirect: null,
    of: [],
    lookup: null,
    summary: [],
    reports: [],
    fees: [],
    start: null,
    sections: [],
    kind: null,
    below: null,
    does: null,
    nav: null,
    place,
    ...more,
  };
}

function portalOf(routes: readonly Route[]): Decidable {
  const guards = {
    public: { name: 'public', isOpen: true, rules: [] },
    closed: {
      name: 'closed',
      isOpen: false,
      rules: [
        {
          require: { test: 'not', of: { test: 'always' } },
          otherwise: { notFound: true, signOut: false, go: null, message: null },
          place,
        },
      ],
    },
  } as const;
  return { departments: {}, aliases: {}, groups: {}, guards, routes, login: 'in', messages: {} };
}

const loan: Linkable = {
  type: 'loan',
  slug: 'l1',
  kind: 'media/book',
  office: 'desk',
  ancestors: [{ type: 'card', slug: 'c1' }],
};

const slug = { slug: { record: 'loan', within: null } } as const;

test('fills the record and those above it into the path', () => {
  const params = { card: { record: 'card', within: null }, slug: { record: 'loan', within: 'card' } };
  const portal = portalOf([route('a', '/cards/{card}/loans/{slug}', { params })]);
  expect(pathOf({ portal, visitor: signedOut }, loan)).toBe('/cards/c1/loans/l1');
});

test('a page about the record above it is not its page', () => {
  const params = { slug: { record: 'card', within: null } };
  expect(
    pathOf({ portal: portalOf([route('a', '/cards/{slug}', { params })]), visitor: signedOut }, loan),
  ).toBeNull();
});

test('the page of its own kind wins over one for all kinds', () => {
  const portal = portalOf([
    route('all', '/loans/{slug}', { params: slug }),
    route('film', '/films/{slug}', { params: slug, kind: 'media/film' }),
    route('book', '/books/{slug}', { params: slug, kind: 'media/book' }),
  ]);
  expect(pathOf({ portal, visitor: signedOut }, loan)).toBe('/books/l1');
  expect(pathOf({ portal, visitor: signedOut }, { ...loan, kind: null })).toBe('/loans/l1');
});

test('pages of another office, and pages that the visitor may not open, are left out', () => {
  const portal = portalOf([
    route('other', '/other/{slug}', { params: slug, with: { office: 'archive' } }),
    route('shut', '/shut/{slug}', { params: slug, guards: ['closed'] }),
    route('own', '/own/{slug}', { params: slug, with: { office: 'desk' } }),
  ]);
  expect(pathOf({ portal, visitor: signedOut }, loan)).toBe('/own/l1');
});

test('the page in the visitor’s own area wins over a public one, whatever the order of the routes', () => {
  const reader: Visitor = { ...signedOut, signedIn: true, account: 'a', department: 'reader' };
  const kind = 'media/book';
  const all = [
    route('book', '/books/{slug}', { params: slug, kind }),
    route('home', '/reader', {}),
    route('own', '/reader/loans/{slug}', { params: slug }),
    route('other', '/desk/loans/{slug}', { params: slug, area: 'desk' }),
  ];
  const landings = { home: 'home', credentials: null, secondStep: null };
  const departments = {
    reader: { key: 'reader', title: 'r', kind: 'requester' as const, aliases: [], landings, flags: {} },
  };
  for (const routes of [all, all.toReversed()]) {
    const portal = { ...portalOf(routes), departments };
    expect(pathOf({ portal, visitor: reader }, loan)).toBe('/reader/loans/l1');
    expect(pathOf({ portal, visitor: signedOut }, loan)).toBe('/books/l1');
  }
});

test('a form that begins a record below this one is not its page, wherever it is written', () => {
  const params = { slug: { record: 'loan', within: null } };
  const fine = route('fine', '/fine/{slug}', { params, screen: 'form', of: [{ type: 'fine', list: null }] });
  const shown = route('loan', '/loan/{slug}', { params });
  expect(pathOf({ portal: portalOf([fine, shown]), visitor: signedOut }, loan)).toBe('/loan/l1');
  expect(pathOf({ portal: portalOf([fine]), visitor: signedOut }, loan)).toBe('/fine/l1');
  const reader: Visitor = { ...signedOut, signedIn: true, account: 'a', department: 'reader' };
  const own = { ...fine, path: '/reader/fine/{slug}', area: 'reader' };
  expect(pathOf({ portal: portalOf([own, shown]), visitor: reader }, loan)).toBe('/loan/l1');
  expect(pathOf({ portal: portalOf([own, fine]), visitor: reader }, loan)).toBe('/reader/fine/l1');
});
