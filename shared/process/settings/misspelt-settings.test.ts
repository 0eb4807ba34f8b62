import { expect, test } from 'vitest';
import { misspeltSettings } from './misspelt-settings.ts';

test.each([
  ['XP_RAW_RETENTION', 'XP_RAW_RETENTION_DAYS'],
  ['LOCATION_RETENTION_HOURS', 'LOCATION_RETENTION_DAYS'],
  ['KAFKA_BROKER', 'KAFKA_BROKERS'],
  ['DATADIR', 'DATA_DIR'],
  ['log_level', 'LOG_LEVEL'],
  ['TRUST_PROXY_HOP', 'TRUST_PROXY_HOPS'],
])('%s is named with the setting that it looks like, %s', (given, meant) => {
  expect(misspeltSettings(['PORT', given])).toEqual([{ given, meant }]);
});

test('settings, and variables that machines, containers and npm have anyway, are not named', () => {
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
  expect(misspeltSettings(['PORT', 'BACKUP_HOUR', 'XP_RAW_RETENTION_DAYS', ...others])).toEqual([]);
});
