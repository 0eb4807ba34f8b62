import { expect, test } from 'vitest';
import { endpointOptions, readIngestSettings } from './settings.ts';

test('applies each setting of the plugin endpoints', () => {
  const settings = readIngestSettings({
    DATABASE_URL: 'postgres://unused',
    HUB_NAME: 'Moonclan',
    PUBLIC_URL: 'https://hub.example.org/',
    DEFAULT_SHARING: 'inventory=private,stats=guild',
    TRUST_PROXY_HOPS: '3',
    MEMBER_NEW_ACCOUNTS_PER_DAY: '4',
    MEMBER_ACCOUNTS_MAX: '5',
    DEVICE_HOURLY_MB: '6',
    TILE_TRAIL_DAYS: '0',
  });
  expect(endpointOptions(settings)).toEqual({
    keepsTiles: false,
    hubName: 'Moonclan',
    publicUrl: 'https://hub.example.org',
    defaultSharing: { inventory: 'private', stats: 'guild' },
    trustProxyHops: 3,
    limits: { memberNewAccountsPerDay: 4, memberAccountsMax: 5, deviceHourlyBytes: 6_000_000 },
  });
});
