import { expect, test } from 'vitest';
import { readStandaloneSettings } from './settings.ts';

test('has a default for every setting', () => {
  expect(readStandaloneSettings({})).toMatchObject({ PORT: 3_000, DATA_DIR: './data', DEFAULT_SHARING: {} });
});

test('reads the default sharing of new accounts', () => {
  const { DEFAULT_SHARING } = readStandaloneSettings({
    DEFAULT_SHARING: 'location_live=private, stats=guild',
  });
  expect(DEFAULT_SHARING).toEqual({ location_live: 'private', stats: 'guild' });
});

test.each([
  ['DEFAULT_SHARING', 'location=private'],
  ['DEFAULT_SHARING', 'stats=selected'],
  ['DEFAULT_SHARING', 'stats'],
  ['DEFAULT_SHARING', 'bank=guild'],
  ['DEFAULT_SHARING', 'bank=private'],
  ['DEFAULT_SHARING', 'stats=private,events=private,stats=guild'],
  ['DEFAULT_SHARING', 'stats=private,stats=guild,stats=guild'],
  ['DEFAULT_SHARING', 'stats=private=guild'],
  ['PUBLIC_URL', 'hub.example.org'],
  ['PUBLIC_URL', 'https://example.org/hub'],
  ['PUBLIC_URL', 'https://example.org/#hub'],
  ['XP_RAW_RETENTION_DAYS', '13'],
  ['LOG_LEVEL', 'loud'],
  ['KAFKA_BROKERS', 'localhost'],
])('refuses %s=%s in one line', (name, value) => {
  expect(() => readStandaloneSettings({ [name]: value })).toThrow(
    new RegExp(`^${name} '${value}' is not allowed: it must be [^\n]+$`),
  );
});
