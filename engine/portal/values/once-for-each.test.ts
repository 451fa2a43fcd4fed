import { expect, test } from 'vitest';
import { onceForEach } from './once-for-each.ts';

test('what follows from a value is worked out once for that value, also where it is nothing', () => {
  const asked: unknown[] = [];
  const nameOf = onceForEach((one: { readonly name: string | null }) => {
    asked.push(one);
    return one.name;
  });
  const [first, second] = [{ name: null }, { name: 'second' }];
  expect([first, second, first, second].map(nameOf)).toEqual([null, 'second', null, 'second']);
  expect(asked).toEqual([first, second]);
});
