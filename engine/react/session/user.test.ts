/** The browser's session, computed from the user record. */
import { expect, test } from 'vitest';
import { sampleSlice } from '../sample/sample-slice.ts';
import type { UserRecord } from '../../contract/sessions.ts';
import { nobody, sessionOf, visitorOf } from './user.ts';

const record: UserRecord = {
  token: 't',
  department: 'clerk',
  name: 'Ana',
  slug: 'ana',
  office: null,
  acts_for: null,
  deputy_of: [],
  seen_by: null,
  unread_messages: 3,
  memberships: [],
  is_head: true,
  can: { access: true, own_words: false, can_rate: true },
};

test('a permission loses its prefix, and keys beside the permissions are in camel case', () => {
  const session = sessionOf(record, 't');
  expect(session.can).toEqual({ access: true, own_words: false, rate: true });
  expect(session.beside).toEqual({ isHead: true });
  expect(session).toMatchObject({
    department: 'clerk',
    name: 'Ana',
    office: '',
    unreadMessages: 3,
    token: 't',
  });
});

test('the visitor has each flag from the field that the portal names', () => {
  const visitor = visitorOf(sessionOf(record, 't'), sampleSlice);
  expect(visitor.flags).toEqual({ access: true, own_words: false, can_rate: true, is_head: true });
  expect(visitor).toMatchObject({ signedIn: true, department: 'clerk', account: 'ana' });
});

test('the reset state is empty, has nothing unread and no permission', () => {
  expect(nobody).toMatchObject({
    name: '',
    department: '',
    office: '',
    token: null,
    slug: '',
    unreadMessages: 0,
    can: {},
  });
  expect(visitorOf(nobody, sampleSlice).signedIn).toBe(false);
});
