/** Each hash of a password is different, and a missing account has no correct password. */
import { expect, test } from 'vitest';
import { hashPassword, verifyPassword } from './password.ts';

test('a password is right for its own hash alone', async () => {
  const [one, other] = await Promise.all([hashPassword('open the door'), hashPassword('open the door')]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  expect(one).not.toBe(other);
  expect(await verifyPassword('open the door', one)).toBe(true);
  expect(await verifyPassword('open the Door', one)).toBe(false);
  expect(await verifyPassword('', one)).toBe(false);
});

test('the work is done for an account that does not exist, and it is never right', async () => {
  expect(await verifyPassword('open the door', null)).toBe(false);
  const somebody = await quickest(await hashPassword('open the door'));
  const nobody = await quickest(null);
  expect(nobody / somebody).toBeGreaterThan(0.5);
  expect(nobody / somebody).toBeLessThan(2);
});

/** The best of several tries in CPU time of this process, because others may use the machine. */
async function quickest(stored: string | null): Promise<number> {
  const times: number[] = [];
  for (let tries = 0; tries < 7; tries += 1) {
    const start = process.cpuUsage();
    await verifyPassword('close the door', stored);
    const { user, system } = process.cpuUsage(start);
    times.push(user + system);
  }
  return Math.min(...times);
}
