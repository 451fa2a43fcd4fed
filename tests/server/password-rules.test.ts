import { expect, test } from 'vitest';
import type { Portal } from '../../engine/portal/model/portal.ts';
import { readPortal } from './read-portal.ts';
import { passwordRuleMessages } from '../../engine/locales/password-rules.ts';
import { message } from '../../engine/locales/message.ts';
import { passwordFaults } from '../../engine/server/accounts/password-rules.ts';

const owner = { username: 'juan.delacruz@resort.example', name: 'Juan Dela Cruz' };
const faultsOf = async (password: string) => faultsIn(password, await readPortal());
const faultsIn = async (password: string, portal: Portal | null) =>
  (await passwordFaults(password, owner, portal)).map(({ english }) => english);

test('a password has at least ten characters, as people count them', async () => {
  expect(await passwordFaults('nine char', owner, null)).toEqual([
    message(passwordRuleMessages.passwordTooShort, { count: 10 }),
  ]);
  expect(await faultsOf('🔑🔑🔑🔑🔑')).toHaveLength(1);
  expect(await faultsOf('ten chars!')).toEqual([]);
  expect(await faultsOf('x'.repeat(1001))).toHaveLength(1);
});

test.each(['Password1234', 'P4ssw0rd!!', 'qwertyuiop', 'iloveyou123', 'qwerty12345'])(
  'a common password is refused: %s',
  async (password) => {
    expect(await faultsIn(password, null)).toEqual([
      expect.stringContaining('first passwords that people guess'),
    ]);
  },
);

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

const weak = `
  boracay2026 Boracay2026! Boracay@2026! B0r4c4y2026 Malay2026!! malayaklan2026 munisipyo2026 yapak2026! Balabag#2025
  Manoc_Manoc26 barangay12345 mayor12345 treasurer2026 clearance2026 establishment Establishment1 businesspermit
  demonstration-1 administrator password12 password2026! 1234567890
  zzyyxxwwvv aabbccddee qqwweerrtt aaabbbcccddd a1b2c3d4e5 abcdefghij asdfghjkl123 1qaz2wsx3edc abcd1234abcd
  0918123456 09181234567 0918-123-4567 +639181234567 ana09181234567 0947382915 123456789012
  juandelacruz1990 juan01151990 maria01151990 Maria0315! April241999 1990-01-15
  iloveyou2026 iloveyouuu mahalkita123 mahalkitako mahalnamahalkita m4h4lk1t4123 walangforever1 godisgood2024
  lebronjames23 stephcurry30 kobebryant24 jordan23jordan ginebra2023 kapamilya2024 pilipinas2026 princess2005
  kaibigan2020 jan011990! santos-1990!!
`
  .trim()
  .split(/\s+/);

test.each(weak)('what a person in town would guess first is refused with advice: %s', async (password) => {
  expect(await faultsOf(password)).toEqual([expect.stringMatching(/^(Your|This|Rows|Tele|Dates|Choose)/)]);
});

const advice: readonly (readonly [string, string])[] = [
  ['boracay2026', 'words of this portal'],
  ['Maria0315!', 'four unrelated words'],
  ['zzyyxxwwvv', 'Rows of letters'],
  ['0918123456', 'telephone'],
  ['April241999', 'Dates'],
];

test.each(advice)('%s is refused for what is weak in it: %s', async (password, words) => {
  expect(await faultsOf(password)).toEqual([expect.stringContaining(words)]);
});

test('a word of the organisation weighs more in its own portal than in another', async () => {
  expect(await faultsIn('tibiaopiers26', null)).toEqual([]);
  const portal = { ...(await readPortal()), title: 'Tibiao Piers' };
  expect(await faultsIn('tibiaopiers26', portal)).toEqual([expect.stringContaining('words of this portal')]);
});

test.each([
  'correct horse battery',
  'sampaguita sa gabi',
  'Xk2!vbnq8z',
  'p$5!kQ#9&z',
  'vT9#mLq2xZ',
  'h7Kp-2wQz-9LmX',
  'the tide at noon 7',
  'blue boat mango tree',
  'mango rain table seven',
  'walis dahon kutsara bintana',
  'correcthorsebatterystaple',
  'coffee-ladder-orange-cloud',
  'purple kettle window',
  'my dog sleeps under the table',
  'tatlong manok sa bubong',
  'kape sa umaga at pandesal',
  'rain falls on the tin roof',
  'lolo grows tall bamboo',
  'zigzag pepper lantern',
  'jeepney umbrella piano',
  'ulan bubong lata tunog',
  'kitchen tiger velvet moon',
  'the cat wore my socks',
  'four chairs two tables',
  'aB$%kmQz!7',
  'sand-kettle-moon',
])('other passwords are taken, such as several ordinary words: %s', async (password) => {
  expect(await faultsOf(password)).toEqual([]);
});
