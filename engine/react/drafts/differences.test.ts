/** Sending the differences turns the saved answers into the wanted ones, for any answers. */
import { assert, constantFrom, dictionary, jsonValue, property } from 'fast-check';
import { expect, test } from 'vitest';
import { differences, withoutEmptied } from './differences.ts';

const answers = dictionary(constantFrom('a', 'b', 'c', 'd'), jsonValue({ maxDepth: 2 }));

/** Like the server: each named field is replaced as a whole, and null clears it. */
function merged(saved: object, sent: object) {
  return withoutEmptied({ ...saved, ...sent });
}

test('sending the differences leads from any answers to any others', () => {
  assert(
    property(answers, answers, (saved, wanted) => {
      expect(differences(merged(saved, differences(saved, wanted)), wanted)).toEqual({});
    }),
  );
});

test('nothing is sent of answers that are the same', () => {
  assert(
    property(answers, (same) => {
      expect(differences(same, structuredClone(same))).toEqual({});
    }),
  );
});

test('the order in which a database gives keys back is no difference', () => {
  expect(differences({ rows: [{ b: 1, a: 2 }] }, { rows: [{ a: 2, b: 1 }] })).toEqual({});
});
