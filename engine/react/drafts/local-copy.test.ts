/** @vitest-environment jsdom */
import { beforeEach, expect, test } from 'vitest';
import { localCopy } from './local-copy.ts';

// Other files of the same process may have left something.
beforeEach(() => localStorage.clear());

test('a copy outlives the page, and is gone when nothing is left to keep', () => {
  localCopy('ana.loan.x1').write({ title: 'Dune', days: null });
  expect(localCopy('ana.loan.x1').read()).toEqual({ title: 'Dune', days: null });
  expect(localCopy('ben.loan.x1').read()).toEqual({});
  localCopy('ana.loan.x1').write({});
  expect(localStorage.length).toBe(0);
});

test('stored data that is not a copy is ignored', () => {
  for (const text of ['', '[]', '"x"', 'null', '{']) {
    localStorage.setItem('portal.draft.odd', text);
    expect(localCopy('odd').read()).toEqual({});
  }
});

test('a device that refuses storage keeps nothing, and nothing breaks', () => {
  const refusing = new Proxy(localStorage, {
    get: () => () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  });
  const copy = localCopy('ana.loan.x1', refusing);
  copy.write({ title: 'Dune' });
  expect(copy.read()).toEqual({});
});
