import { expect, test } from 'vitest';
import type { Route } from '../../portal/model/route.ts';
import { sampleRoute, sampleSlice } from '../sample/sample-slice.ts';
import { forgottenPath, registrationPath, signInPath, signOutPath } from './places.ts';

const signIn = sampleRoute({ name: 'sign-in', path: '/door', guards: ['guest'], screen: 'sign-in' });
const form = sampleRoute({
  name: 'join',
  path: '/join',
  guards: ['guest'],
  screen: 'form',
  of: [{ type: 'profile', list: null }],
});
const menu = sampleRoute({ name: 'register', path: '/register', guards: ['guest'], screen: 'menu' });
const person = { ...form, name: 'person', path: '/register/person' };
const inside = sampleRoute({ name: 'tools', path: '/tools', guards: ['signed-in'], screen: 'menu' });
const way = sampleRoute({ name: 'leave', path: '/leave', guards: ['public'], screen: 'sign-out' });
const profile = {
  title: 'Profile',
  form: null,
  initial: null,
  kinds: [],
  parents: [],
  states: {},
  lists: {},
  prefills: false,
  mayCreate: true,
  opensAccount: true,
  first: { actions: [], asksPapers: false, link: null },
};
const question = { ...profile, title: 'Question', opensAccount: false };
const recordTypes = { ...sampleSlice.recordTypes, profile, question };
const sliceOf = (...routes: Route[]) => ({ ...sampleSlice, recordTypes, routes });

test('sign-in and sign-out have the paths of the configuration', () => {
  const slice = sliceOf(signIn, way);
  expect([signInPath(slice), signOutPath(slice)]).toEqual(['/door', '/leave']);
  expect(signOutPath(sliceOf(signIn))).toBeNull();
});

test('registration is the menu of forms, or the one form, that is open to visitors', () => {
  expect(registrationPath(sliceOf(signIn, inside, form, menu, person))).toBe('/register');
  expect(registrationPath(sliceOf(signIn, inside, form, menu))).toBe('/join');
  expect(registrationPath(sliceOf(signIn, inside, form))).toBe('/join');
  expect(registrationPath(sliceOf(signIn, inside))).toBeNull();
  const ask = { ...form, name: 'ask', path: '/ask', of: [{ type: 'question', list: null }] };
  expect(registrationPath(sliceOf(signIn, ask))).toBeNull();
  expect(registrationPath(sliceOf(signIn, ask, form))).toBe('/join');
});

test('the page for a forgotten password is one that visitors may open', () => {
  const page: Route = { ...form, screen: 'account', does: 'forgotten', of: [], path: '/forgotten' };
  expect(forgottenPath(sliceOf(signIn, page))).toBe('/forgotten');
  expect(forgottenPath(sliceOf(signIn, { ...page, guards: inside.guards }))).toBeNull();
  expect(forgottenPath(sliceOf(signIn, { ...page, does: 'new-password' }))).toBeNull();
});
