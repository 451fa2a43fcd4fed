/** Arbitrary small portals, visitors and paths in which shapes, aliases and guards collide often. */
import * as fc from 'fast-check';
import type { Condition, ConditionSubject, Operand, Operator } from '../../engine/portal/model/condition.ts';
import type { Guard, ParameterDomain, Route } from '../../engine/portal/model/route.ts';
import type { Decidable } from '../../engine/portal/model/portal.ts';
import { signedOut, type Visitor } from '../../engine/portal/model/department.ts';

const place = { file: 'config/any.yaml', line: 1, column: 1 };
const keys = ['red', 'green', 'blue'] as const;
const words = ['red', 'green', 'crimson', 'list', 'edit', 'a b'];
const flags = ['access', 'fresh'];
const guardNames = ['g0', 'g1', 'g2', 'g3'];

const condition: fc.Arbitrary<Condition> = fc.letrec<{ one: Condition }>((tie) => ({
  one: fc.oneof(
    { maxDepth: 2, depthSize: 'small' },
    leaf(),
    fc.record({ test: fc.constantFrom('all', 'any'), of: fc.array(tie('one'), { maxLength: 3 }) }),
    fc.record({ test: fc.constant('not'), of: tie('one') }),
  ),
})).one;

function leaf(): fc.Arbitrary<Condition> {
  return fc.oneof(
    fc.boolean().map((value) => compare({ from: 'visitor', name: 'signedIn' }, 'is', { value })),
    fc.constant(compare({ from: 'visitor', name: 'department' }, 'is', { area: true })),
    fc.constantFrom(...flags).map((name) => compare({ from: 'flag', name }, 'is', { value: true })),
    fc.subarray([...keys]).map((value) => compare({ from: 'param', name: 'p0' }, 'in', { value })),
    fc.constant(compare({ from: 'param', name: 'p0' }, 'is', { visitor: 'department' })),
  );
}

function compare(subject: ConditionSubject, operator: Operator, operand: Operand): Condition {
  return { test: 'compare', subject, operator, operand };
}

const guard: fc.Arbitrary<Omit<Guard, 'name'>> = fc.record({
  isOpen: fc.constant(false),
  rules: fc.array(
    fc.record({
      require: condition,
      otherwise: fc.record({
        notFound: fc.boolean(),
        signOut: fc.boolean(),
        go: fc.constantFrom('home', 'credentials', 'login', null),
        message: fc.constantFrom('first', 'second', null),
      }),
      place: fc.constant(place),
    }),
    { maxLength: 3 },
  ),
});

const pattern = fc
  .array(fc.constantFrom('red', 'list', 'edit', '{}'), { minLength: 1, maxLength: 4 })
  .map((parts) => `/${parts.map((part, at) => (part === '{}' ? `{p${at}}` : part)).join('/')}`);

const route: fc.Arbitrary<Route> = fc
  .record({
    path: pattern,
    guards: fc.subarray(guardNames, { minLength: 1 }),
    area: fc.constantFrom(...keys, null),
    isGrouped: fc.boolean(),
    redirect: fc.option(fc.constantFrom('/start', '/list'), { nil: null, freq: 5 }),
    office: fc.option(fc.constantFrom(...keys), { nil: null, freq: 3 }),
  })
  .map(({ path, guards, area, isGrouped, redirect, office }) => ({
    name: path,
    path,
    aliases: [],
    area,
    guards,
    chain: null,
    title: path,
    screen: 'list',
    params: paramsOf(path, isGrouped),
    with: office === null || path.includes('{p0}') ? {} : { p0: office },
    redirect,
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
  }));

function paramsOf(path: string, isGrouped: boolean): Record<string, ParameterDomain> {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const domain: ParameterDomain = isGrouped ? { group: 'all' } : { word: true };
  return Object.fromEntries(names.map((name) => [name, domain]));
}

export const portals: fc.Arbitrary<Decidable> = fc
  .record({
    routes: fc.uniqueArray(route, {
      minLength: 1,
      maxLength: 12,
      selector: (one) => one.path.replaceAll(/\{\w+\}/g, '{}'),
    }),
    guards: fc.tuple(guard, guard, guard, guard),
    homes: fc.tuple(fc.boolean(), fc.boolean()),
  })
  .map(({ routes, guards, homes }) => ({
    departments: Object.fromEntries(
      keys.map((key, at) => [
        key,
        {
          key,
          title: key,
          kind: 'handler',
          aliases: key === 'red' ? ['crimson'] : [],
          landings: {
            home: homes[at] === false ? 'no-such-route' : (routes[at]?.name ?? 'start'),
            credentials: at === 0 ? 'start' : null,
            secondStep: at === 1 ? 'start' : null,
          },
          flags: {},
        },
      ]),
    ),
    aliases: { crimson: 'red' },
    groups: { all: [...keys] },
    guards: Object.fromEntries(guards.map((one, at) => [`g${at}`, { ...one, name: `g${at}` }])),
    routes: [...routes, { ...startRoute }],
    login: 'start',
    messages: { first: 'First.', second: 'Second.' },
  }));

const startRoute: Route = {
  name: 'start',
  path: '/start',
  aliases: ['/begin'],
  area: null,
  guards: ['g0'],
  chain: null,
  title: 'Start',
  screen: 'sign-in',
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
};

export const visitors: fc.Arbitrary<Visitor> = fc.oneof(
  { weight: 1, arbitrary: fc.constant(signedOut) },
  {
    weight: 4,
    arbitrary: fc
      .record({
        department: fc.constantFrom(...keys, 'stranger', null),
        flags: fc.record({ access: fc.boolean(), fresh: fc.boolean() }, { requiredKeys: [] }),
      })
      .map((known) => ({ ...signedOut, signedIn: true, ...known })),
  },
);

/** Mostly paths of existing routes; some broken ones. */
export const locations: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .tuple(
        fc.array(fc.constantFrom(...words.map(encodeURIComponent)), { minLength: 1, maxLength: 4 }),
        fc.constantFrom('', '', '/', '?page=2', '#top', '/?q=a/b'),
      )
      .map(([parts, end]) => `/${parts.join('/')}${end}`),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('/', '', '//', '/list//', 'list', '/%', '/%zz/list', '/start', '/begin/'),
  },
  { weight: 1, arbitrary: fc.string().map((text) => `/${text}`) },
);
