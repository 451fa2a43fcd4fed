import { expect, test } from 'vitest';
import { readSettings, SettingsError } from './settings.ts';

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

const trusted = (value: string) => readSettings({ TRUST_PROXY: value }).trustProxy;

test('takes hops, words and addresses for the proxies that are trusted', () => {
  expect([trusted('true'), trusted('2'), trusted('no'), trusted('10.0.0.0/8')]).toEqual([
    true,
    2,
    false,
    '10.0.0.0/8',
  ]);
});
