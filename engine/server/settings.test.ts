import { expect, test } from 'vitest';
import { readServedSettings, readSettings, SettingsError } from './settings.ts';

test('an empty environment gives the documented defaults', () => {
  expect(readSettings({})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    databaseUrl: null,
    demoPassword: null,
    trustProxy: false,
    isProduction: false,
  });
});

test('names every variable that cannot be used, and repeats no secret', () => {
  const environment = {
    PORT: '70000',
    DATABASE_URL: 'mysql://me:geheim@host/x',
    PUBLIC_URL: 'portal.example',
  };
  expect(() => readSettings(environment)).toThrow(SettingsError);
  expect(() => readSettings(environment)).toThrow(/PORT[^]*DATABASE_URL[^]*PUBLIC_URL/);
  expect(() => readSettings(environment)).not.toThrow(/geheim/);
});

const production = (mode: string) => readSettings({ NODE_ENV: mode }).isProduction;

test('takes the known modes alone, and both addresses of a database or none', () => {
  expect([production(''), production('development'), production('test')]).toEqual([false, false, false]);
  for (const mode of ['prod', 'Production', 'live']) {
    expect(() => production(mode)).toThrow(
      `NODE_ENV must be empty or one of development, production, test, not "${mode}".`,
    );
  }
  expect(() => readSettings({ DATABASE_MIGRATION_URL: 'postgres://a@b/c' })).toThrow('set both, or neither');
});

const trusted = (value: string) => readSettings({ TRUST_PROXY: value }).trustProxy;

test.each([
  ['2', 2],
  ['no', false],
  ['10.0.0.0/8', '10.0.0.0/8'],
  ['loopback, 10.0.0.5,2001:db8::/32', 'loopback,10.0.0.5,2001:db8::/32'],
])('TRUST_PROXY takes hops, ranges and addresses: %s', (value, rule) => {
  expect(trusted(value)).toBe(rule);
});

test.each([
  'true',
  'yes',
  'maybe',
  '99',
  '-1',
  '0.0.0.0/0',
  '::/0',
  '10.0.0.1,all',
  '10.0.0.1,',
  '2130706433',
])('TRUST_PROXY refuses what would trust everybody, or nobody knows whom: %s', (value) => {
  expect(() => trusted(value)).toThrow(/^TRUST_PROXY must be/);
});

test('production requires the address that people type', () => {
  expect(() => readServedSettings({ NODE_ENV: 'production' })).toThrow(/^PUBLIC_URL must be set/);
  const url = 'https://permits.example.org';
  expect(readServedSettings({ NODE_ENV: 'production', PUBLIC_URL: `${url}/` }).publicUrl).toBe(url);
});
