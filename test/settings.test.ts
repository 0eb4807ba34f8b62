import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { consoleSettings, readConsoleSettings } from '../services/console/settings.ts';
import { ingestSettings, readIngestSettings } from '../services/ingest/settings.ts';
import { projectorSettings, readProjectorSettings } from '../services/projector/settings.ts';
import { querySettings, readQuerySettings } from '../services/query/settings.ts';
import { readStandaloneSettings, standaloneSettings } from '../services/standalone/settings.ts';
import { everySetting } from '../shared/process/settings/every-setting.ts';
import { projectRoot } from './support/source-tree.ts';

const processes = { standaloneSettings, ingestSettings, projectorSettings, querySettings, consoleSettings };
const names = [...new Set(Object.values(processes).flatMap(({ shape }) => Object.keys(shape)))];

/** Settings that the containers fix. No container embeds a server. */
const fixedInCompose = /^KAFKA_|^DATABASE_|PORT$|^(?:DATA_DIR|HOST|MIN_FREE_DISK)$/;

test.each([
  ['BACKUP_HOUR', '99'],
  ['BACKUP_ENABLED', 'maybe'],
  ['MIN_FREE_DISK', 'much'],
  ['DEVICE_HOURLY_MB', '0'],
  ['KAFKA_SSL', 'yes'],
  ['PORT', '70000'],
])('no process starts with %s=%s, also when it does not use this setting', (name, value) => {
  const environment = { DATABASE_URL: 'postgres://localhost/hub', [name]: value };
  const complaint = `${name} '${value}' is not allowed: it must be `;
  const ofProcesses = [readIngestSettings, readProjectorSettings, readQuerySettings, readConsoleSettings];
  const readers = [readStandaloneSettings, ...ofProcesses];
  for (const read of readers) expect(() => read(environment)).toThrow(complaint);
});

test('a hub in one process does not start when only some of the settings for Discord are set', () => {
  const environment = { DISCORD_CLIENT_ID: '12345678', DISCORD_GUILD_ID: '87654321' };
  expect(() => readStandaloneSettings(environment)).toThrow(
    'DISCORD_CLIENT_SECRET is not set: signing in with Discord needs DISCORD_CLIENT_ID, DISCORD_CLIENT_SECRET, DISCORD_GUILD_ID',
  );
  expect(() => readStandaloneSettings({ ...environment, DISCORD_CLIENT_SECRET: 'x' })).not.toThrow();
});

test('a hub in one process takes backups by default, and a separate projector takes backups on request', () => {
  const environment = { DATABASE_URL: 'postgres://localhost/hub' };
  // Without DATABASE_URL the hub starts its embedded server.
  for (const alone of [{}, environment]) {
    expect(readStandaloneSettings(alone).BACKUP_ENABLED).toBe(true);
    expect(readStandaloneSettings({ ...alone, BACKUP_ENABLED: 'false' }).BACKUP_ENABLED).toBe(false);
  }
  expect(readProjectorSettings(environment).BACKUP_ENABLED).toBe(false);
  expect(readProjectorSettings({ ...environment, BACKUP_ENABLED: 'true' }).BACKUP_ENABLED).toBe(true);
});

test('every process checks every setting of a process', () => {
  expect(names.filter((name) => !(name in everySetting.shape))).toEqual([]);
});

test('compose passes every setting to the containers', () => {
  const compose = read('infra/compose.yaml');
  const missing = names.filter((name) => !new RegExp(`^ {2,4}${name}:`, 'm').test(compose));
  expect(missing.filter((name) => !fixedInCompose.test(name))).toEqual([]);
});

function read(path: string): string {
  return readFileSync(`${projectRoot}${path}`, 'utf8');
}
