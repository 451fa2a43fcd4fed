import { expect, test } from 'vitest';
import { sealLetter } from './seal.ts';

test.each([
  ['City Library', 'C'],
  ['“Étoile” arts council', 'É'],
  ['𝔸rchive of the north', '𝔸'],
  ['3 Rivers', '3'],
  ['«’t Zand» 1. FC', 'T'],
  ['ßen', 'ß'],
  ['—', ''],
])('the seal of "%s" shows its first letter or digit', (title, letter) => {
  expect(sealLetter(title)).toBe(letter);
});
