import { expect, test } from 'vitest';
import { matchPath } from './match.ts';
import type { Decidable } from '../model/portal.ts';
import type { ParameterDomain, Route } from '../model/route.ts';

const place = { file: 'config/routes/any.yaml', line: 1, column: 1 };

function route(path: string, more: Partial<Route> = {}): Route {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const params = Object.fromEntries(names.map((name): [string, ParameterDomain] => [name, { word: true }]));
  return {
    name: path,
    path,
    aliases: [],
    area: null,
    guards: ['public'],
    chain: null,
    title: path,
    screen: 'menu',
    params,
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

const portal: Decidable = {
  departments: {},
  aliases: { counter: 'desk' },
  groups: { staffed: ['desk'] },
  guards: {},
  messages: {},
  login: '/',
  routes: [
    route('/'),
    route('/desk/{slug}'),
    route('/desk/new'),
    route('/{any}/new/{slug}'),
    route('/desk/{slug}/papers'),
    route('/{department}/messages', { params: { department: { group: 'staffed' } } }),
    route('/loan/{slug}/', { aliases: ['/laon/{slug}'], with: { office: 'desk' } }),
  ],
};

test.each([
  ['/', '/'],
  ['/desk/new', '/desk/new'],
  ['/desk/new/', '/desk/new'],
  ['/desk/old', '/desk/{slug}'],
  ['/desk/new/papers', '/desk/{slug}/papers'],
  ['/desk/new/other', '/{any}/new/{slug}'],
  ['/loan/7', '/loan/{slug}/'],
  ['/laon/7/', '/loan/{slug}/'],
  ['/%64esk/new', '/desk/new'],
])('%s is the route %s', (path, name) => {
  expect(matchPath(portal, path)?.route.name).toBe(name);
});

test.each([
  '',
  'desk',
  '//',
  '//desk/new',
  '/desk//new',
  '/desk/new//',
  '/Desk/new',
  '/desk/%',
  '/desk/%E0%A4%A',
  '/desk\\new',
  '/a/b/c/d',
])('%j is no route', (path) => {
  expect(matchPath(portal, path)).toBeNull();
});

test('a parameter is decoded, one over departments has its alias resolved, and constants come along', () => {
  expect(matchPath(portal, '/desk/a%20b')?.params).toEqual({ slug: 'a b' });
  expect(matchPath(portal, '/desk/a%2Fb')?.params).toEqual({ slug: 'a/b' });
  expect(matchPath(portal, '/counter/messages')?.params).toEqual({ department: 'desk' });
  expect(matchPath(portal, '/loan/7')?.params).toEqual({ slug: '7', office: 'desk' });
});

test('names that every object has are ordinary words', () => {
  expect(matchPath(portal, '/constructor/messages')?.params).toEqual({ department: 'constructor' });
  expect(matchPath(portal, '/desk/__proto__')?.params).toEqual({ slug: '__proto__' });
});
