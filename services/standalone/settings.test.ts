import { expect, test } from 'vitest';
import { retentionOf, rowRetentionOf } from '../../shared/process/settings/retention-settings.ts';
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
  ['https://Hub.example.org/', 'https://hub.example.org'],
  ['https://hub.example.org/hub/', 'https://hub.example.org/hub'],
  ['http://localhost:3000/games/api', 'http://localhost:3000/games/api'],
])('PUBLIC_URL=%s is %s', (given, read) => {
  expect(readStandaloneSettings({ PUBLIC_URL: given })).toMatchObject({ PUBLIC_URL: read });
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
  ['PUBLIC_URL', 'https://example.org/#hub'],
  ['PUBLIC_URL', 'https://example.org//localhost:3000'],
  ['PUBLIC_URL', 'https://example.org/api'],
  ['PUBLIC_URL', 'https://example.org/metrics/hub'],
  ['PUBLIC_URL', 'https://example.org/a%20b'],
  ['XP_RAW_RETENTION_DAYS', '13'],
  ['TILE_TRAIL_DAYS', '-1'],
  ['LOG_LEVEL', 'loud'],
  ['KAFKA_BROKERS', 'localhost'],
])('refuses %s=%s in one line', (name, value) => {
  expect(() => readStandaloneSettings({ [name]: value })).toThrow(
    new RegExp(`^${name} '${value}' is not allowed: it must be [^\n]+$`),
  );
});

test('tiles are kept at most as long as trails, and 0 days keep no rows', () => {
  const kept = (given: Record<string, string>) => {
    const settings = readStandaloneSettings(given);
    return [rowRetentionOf(settings).TILE_TRAIL_DAYS, retentionOf(settings).tileTrailMs];
  };
  const dayMs = 86_400_000;
  expect(kept({})).toEqual([7 * dayMs, 7 * dayMs]);
  expect(kept({ LOCATION_RETENTION_DAYS: '3' })).toEqual([3 * dayMs, 3 * dayMs]);
  // A log keeps records for an hour at least.
  expect(kept({ TILE_TRAIL_DAYS: '0' })).toEqual([0, 3_600_000]);
});
