import { expect, test } from 'vitest';
import { everySetting } from './every-setting.ts';
import { findMisspeltAddress, misspeltSettings } from './misspelt-settings.ts';
import { readProcessSettings } from './read-process-settings.ts';

test.each([
  ['XP_RAW_RETENTION', 'XP_RAW_RETENTION_DAYS'],
  ['LOCATION_RETENTION_HOURS', 'LOCATION_RETENTION_DAYS'],
  ['KAFKA_BROKER', 'KAFKA_BROKERS'],
  ['DATADIR', 'DATA_DIR'],
  ['log_level', 'LOG_LEVEL'],
  ['TRUST_PROXY_HOP', 'TRUST_PROXY_HOPS'],
  ['METRICS_TOKEN_FIL', 'METRICS_TOKEN_FILE'],
])('%s is reported with the similar setting %s', (given, meant) => {
  expect(misspeltSettings(['PORT', given])).toEqual([{ given, meant }]);
});

test('settings and common variables of machines, containers and npm are not reported', () => {
  const others = [
    ...[
      'PATH',
      'HOME',
      'HOSTNAME',
      'LOGNAME',
      'USER',
      'SHELL',
      'PWD',
      'OLDPWD',
      'TERM',
      'LANG',
      'LC_ALL',
      'TZ',
    ],
    ...['MAIL', 'DISPLAY', 'SSH_CONNECTION', 'SSH_AUTH_SOCK', 'XDG_DATA_DIRS', 'XDG_RUNTIME_DIR', 'EDITOR'],
    ...['NODE_ENV', 'NODE_OPTIONS', 'NODE_COMPILE_CACHE', 'INIT_CWD', 'npm_config_cache', 'npm_package_name'],
    ...['KAFKA_HOME', 'KAFKA_HEAP_OPTS', 'POSTGRES_PASSWORD', 'PGHOST', 'PGDATABASE', 'JAVA_HOME', 'CI'],
    ...[
      'MALLOC_ARENA_MAX',
      'HUB_TEST_RUNS',
      'API_PORT',
      'PLUGIN_PORT',
      'PUBLISH_ADDRESS',
      'x'.repeat(10_000),
    ],
  ];
  expect(misspeltSettings(['PORT', 'BACKUP_HOUR', 'HUB_SECRET_FILE', ...others])).toEqual([]);
});

test.each([
  ['KAFKA_BROKER', 'KAFKA_BROKERS'],
  ['DATADIR', 'DATA_DIR'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['BACKUPS_DIR', 'BACKUP_DIR'],
  ['HUB_SECERT', 'HUB_SECRET'],
  ['hub_secret', 'HUB_SECRET'],
  ['HUB_SECRET_FLIE', 'HUB_SECRET_FILE'],
])('%s stops the start while %s is not set', (given, meant) => {
  expect(findMisspeltAddress({ PATH: '/bin', [given]: 'x' })).toEqual({ given, meant });
  expect(() => readProcessSettings(everySetting, { [given]: 'x' })).toThrow(
    `${given} is not a setting of the hub, and ${meant} is not set: rename ${given} to ${meant}, or remove it`,
  );
  expect(findMisspeltAddress({ [given]: '' })).toBe(null);
  expect(findMisspeltAddress({ [given]: 'x', [meant]: 'x' })).toBe(null);
});

test.each(['DATA_DIRS', 'MYDATA_DIR', 'HUB_SECRET2', 'KAFKA_BROKERS_', 'XX_DATA_DIR', 'LOG_LEVL', 'DATE'])(
  '%s does not stop the start',
  (given) => {
    expect(findMisspeltAddress({ [given]: 'x' })).toBe(null);
  },
);

test('a setting from a file counts as set', () => {
  expect(findMisspeltAddress({ DATABASE_URI: 'x', DATABASE_URL_FILE: '/run/secrets/url' })).toBe(null);
});
