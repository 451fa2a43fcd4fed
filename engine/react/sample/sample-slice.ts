/** A small portal as the browser sees it, for tests: members borrow, clerks lend. */
import { usualDays } from '../../portal/model/calendar.ts';
import type { Condition, ConditionOf } from '../../portal/model/condition.ts';
import type { Flag } from '../../portal/model/department.ts';
import type { Guard, Otherwise, Route } from '../../portal/model/route.ts';
import type { PortalSlice } from '../../portal/wire/slice.ts';

const place = { file: 'config/routes/sample.yaml', line: 1, column: 1 };

function flag(as: string): Flag {
  return {
    title: null,
    default: true,
    initial: true,
    grantedBy: { test: 'not', of: { test: 'always' } },
    isDelegable: false,
    as,
  };
}

const flags = {
  access: flag('can.access'),
  own_words: flag('can.own_words'),
  can_rate: flag('can.can_rate'),
  is_head: flag('is_head'),
};

export function sampleRoute(route: Partial<Route> & Pick<Route, 'name' | 'path' | 'guards'>): Route {
  return {
    aliases: [],
    area: null,
    chain: null,
    title: route.name,
    screen: 'list',
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
    ...route,
  };
}

function guard(name: string, require: Condition, otherwise: Partial<Otherwise>): Guard {
  const rule = {
    require,
    otherwise: { notFound: false, signOut: false, go: null, message: null, ...otherwise },
    place,
  };
  return { name, isOpen: false, rules: [rule] };
}

function is(subject: ConditionOf<'compare'>['subject'], value: boolean): Condition {
  return { test: 'compare', subject, operator: 'is', operand: { value } };
}

const guards: Record<string, Guard> = {
  public: { name: 'public', isOpen: true, rules: [] },
  guest: guard('guest', is({ from: 'visitor', name: 'signedIn' }, false), { go: 'home' }),
  'signed-in': guard('signed-in', is({ from: 'visitor', name: 'signedIn' }, true), {
    go: 'login',
    message: 'sign-in-first',
  }),
  'has-access': guard('has-access', is({ from: 'flag', name: 'access' }, true), {
    go: 'login',
    signOut: true,
    message: 'no-access',
  }),
  'own-words': guard('own-words', is({ from: 'flag', name: 'own_words' }, true), { go: 'credentials' }),
};

const full = ['signed-in', 'has-access', 'own-words'];

export const sampleSlice: PortalSlice = {
  hash: 'one',
  title: 'Lending House',
  timeZone: 'Asia/Manila',
  language: 'en',
  locales: ['en'],
  localeNames: { en: 'English' },
  days: usualDays,
  theme: { primary: '#0b5c8a', accent: '#b7791f' },
  seal: null,
  welcome: {
    heading: 'Borrow here',
    points: ['Ask once.'],
    entries: [],
    before: null,
    hours: null,
    contacts: [],
  },
  signIn: { providers: [], isPasswordless: false },
  constants: { signInErrorDialog: 3000, loaderSize: 75 },
  uploads: { maxBytes: 10_000_000, accepts: ['pdf', 'jpg'], photos: { side: 2000, quality: 75 } },
  navigation: [{ key: 'work', title: 'Work' }],
  recordTypes: {},
  kinds: {},
  publicLookups: [],
  departments: {
    clerk: {
      key: 'clerk',
      title: 'Clerk',
      kind: 'handler',
      aliases: [],
      landings: { home: 'clerk.index', credentials: 'clerk.credentials', secondStep: null },
      flags,
    },
  },
  lookups: {},
  aliases: {},
  groups: {},
  guards,
  login: 'sign-in',
  messages: {
    'sign-in-first': 'Sign in first.',
    'no-access': 'Ask the desk.',
    'server-error': 'Try later.',
    'check-fields': 'Look again.',
    'sign-in-error-title': 'Error',
    'sign-in-error-button': 'Ok',
    'user-load-title': 'Something is wrong',
    'user-load-error': 'In a minute',
  },
  routes: [
    sampleRoute({ name: 'sign-in', path: '/', guards: ['guest'], screen: 'sign-in' }),
    sampleRoute({ name: 'register', path: '/register', guards: ['guest'], screen: 'menu' }),
    sampleRoute({
      name: 'clerk.index',
      path: '/desk',
      guards: full,
      nav: { group: 'work', label: 'Desk', counts: false, position: null },
    }),
    sampleRoute({
      name: 'clerk.loan',
      path: '/desk/loans/{slug}',
      guards: full,
      screen: 'record',
      params: { slug: { record: 'loan', within: null } },
    }),
    sampleRoute({ name: 'clerk.credentials', path: '/desk/words', guards: ['signed-in', 'has-access'] }),
  ],
};
