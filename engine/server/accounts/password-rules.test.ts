import { expect, test } from 'vitest';
import { passwordFaults } from './password-rules.ts';

const faultsOf = (password: string) => passwordFaults(password, 'juan.delacruz@resort.example');

test('a password has at least ten characters, as people count them', async () => {
  expect(await faultsOf('nine char')).toEqual([expect.stringContaining('10')]);
  expect(await faultsOf('🔑🔑🔑🔑🔑')).toHaveLength(1);
  expect(await faultsOf('ten chars!')).toEqual([]);
  expect(await faultsOf('x'.repeat(1001))).toHaveLength(1);
});

test.each([
  'password12',
  'Password1234',
  'P4ssw0rd!!',
  'qwertyuiop',
  '1234567890',
  'iloveyou123',
  'qwerty12345',
])('a common password is refused: %s', async (password) => {
  expect(await faultsOf(password)).toEqual([expect.stringContaining('first that people guess')]);
});

test.each([
  'juan.delacruz@resort.example',
  'Juan.Delacruz@Resort.example',
  'juandelacruz',
  'JuanDelacruz1',
  'delacruz-juan',
])('a password that is made of the own address is refused: %s', async (password) => {
  expect(await faultsOf(password)).toEqual([expect.stringContaining('e-mail address')]);
});

test.each(['aaaaaaaaaa', 'abababababab', '11111222223333', 'abcabcabcabc', 'aaaaaaaaab'])(
  'a password of repeated characters is refused: %s',
  async (password) => {
    expect(await faultsOf(password)).toEqual([expect.stringContaining('repeat')]);
  },
);

test.each(['correct horse battery', 'sampaguita sa gabi', 'Xk2!vbnq8z', 'the tide at noon 7'])(
  'other passwords are taken: %s',
  async (password) => {
    expect(await faultsOf(password)).toEqual([]);
  },
);
