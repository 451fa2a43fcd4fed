/** Which step of a draft files it. */
import { expect, test } from 'vitest';
import type { PortalSlice } from '../../../portal/wire/slice.ts';
import type { WireAction, WireRecord } from '../../../contract/record.ts';
import { sampleSlice } from '../../sample/sample-slice.ts';
import { filingOf } from './use-filing.ts';

const state = { title: '', tone: 'info', waitsFor: null, isFinal: false, isSettled: false } as const;
const states = {
  draft: state,
  open: state,
  gone: { ...state, isFinal: true },
  refused: { ...state, tone: 'bad' },
} as const;
const slice: PortalSlice = {
  ...sampleSlice,
  recordTypes: {
    loan: {
      title: 'Loan',
      form: null,
      initial: 'draft',
      kinds: [],
      parents: [],
      states,
      lists: {},
      prefills: false,
      mayCreate: true,
      opensAccount: false,
      first: { actions: [], asksPapers: false, link: null },
    },
  },
};

function filed(...actions: WireAction[]): string | undefined {
  return filingOf(slice, { type: 'loan', state: 'draft', actions } as unknown as WireRecord)?.name;
}

const withdraw = {
  name: 'withdraw',
  title: 'Withdraw',
  input: null,
  books: null,
  bulk: false,
  returns: false,
  pick: null,
  signs: [],
  to: 'gone',
};
const refuse = {
  name: 'refuse',
  title: 'Refuse',
  input: null,
  books: null,
  bulk: false,
  returns: false,
  pick: null,
  signs: [],
  to: 'refused',
};
const ask = {
  name: 'ask',
  title: 'Ask',
  input: 'hash',
  books: null,
  bulk: false,
  returns: false,
  pick: null,
  signs: [],
  to: 'open',
};
const send = {
  name: 'send',
  title: 'Send',
  input: null,
  books: null,
  bulk: false,
  returns: false,
  pick: null,
  signs: [],
  to: 'open',
};

test('a draft is filed by a transition that moves it forward, never by one that ends or refuses it', () => {
  expect(filed(withdraw, refuse, send)).toBe('send');
  expect(filed(withdraw, refuse)).toBeUndefined();
  expect(filed()).toBeUndefined();
});

test('a transition without questions goes first; one with questions is used if it is the only one', () => {
  expect(filed(ask, send)).toBe('send');
  expect(filed(withdraw, ask)).toBe('ask');
});
