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

test('a way to encrypt that the driver does not know is refused with the known ones', () => {
  for (const name of ['DATABASE_URL', 'DATABASE_MIGRATION_URL']) {
    const both = { DATABASE_URL: 'postgres://a@b/c', DATABASE_MIGRATION_URL: 'postgres://a@b/c' };
    expect(() => readSettings({ ...both, [name]: 'postgres://a:geheim@b/c?sslmode=quatsch' })).toThrow(
      new SettingsError(
        `${name}: sslmode must be one of disable, prefer, require, verify-ca, verify-full, no-verify, not "quatsch".`,
      ),
    );
  }
  const address = 'postgres://a@b/c?sslmode=verify-full';
  expect(readSettings({ DATABASE_URL: address }).databaseUrl).toBe(address);
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
  '1.5',
  '0.0.0.0/1,128.0.0.0/1',
  '::ffff:0:0/96',
])('TRUST_PROXY refuses what would trust everybody, or nobody knows whom: %s', (value) => {
  expect(() => trusted(value)).toThrow(/^TRUST_PROXY must be/);
});

test.each([
  ['https://permits.example.org/', 'https://permits.example.org'],
  ['http://10.0.0.5:3000', 'http://10.0.0.5:3000'],
  ['HTTPS://Permits.Example.org:443', 'https://permits.example.org'],
  ['http://[2001:db8::1]:3000', 'http://[2001:db8::1]:3000'],
])('PUBLIC_URL takes a scheme, a host and a port: %s', (value, origin) => {
  expect(readSettings({ PUBLIC_URL: value }).publicUrl).toBe(origin);
});

test.each([
  'https://example.org/portal',
  'https://example.org/?a=1',
  'https://example.org?',
  'https://example.org/#top',
  'https://me@example.org',
  'https://me:geheim@example.org',
  'https://:geheim@example.org',
  'https://@example.org',
  'ftp://example.org',
  'example.org',
])('PUBLIC_URL takes nothing else, and one line says what it takes: %s', (value) => {
  const read = () => readSettings({ PUBLIC_URL: value });
  expect(read).toThrow(/^PUBLIC_URL must be http:\/\/ or https:\/\/ with a host .*: no path, query, .*$/);
  expect(read).not.toThrow(/geheim/);
});

test('production requires the address that people type', () => {
  expect(() => readServedSettings({ NODE_ENV: 'production' })).toThrow(/^PUBLIC_URL must be set/);
  const url = 'https://permits.example.org';
  expect(readServedSettings({ NODE_ENV: 'production', PUBLIC_URL: `${url}/` }).publicUrl).toBe(url);
});
