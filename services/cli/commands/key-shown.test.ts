import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { createLogger } from '../../../shared/observability/logger.ts';
import { runJson } from '../../../test/support/hub/command-line.ts';
import { temporaryDataDir } from '../../../test/support/hub/hub-process.ts';
import { freshDatabase } from '../../../test/support/postgres/database.ts';
import { readStandaloneSettings } from '../../standalone/settings.ts';
import { connect } from '../connection/connect.ts';
import { createKey } from './key.ts';

const create = ['key', 'create', '--service', '--categories', 'stats'];

async function openCommands() {
  const { url, database } = await freshDatabase('hub');
  const settings = { DATABASE_URL: url, DATA_DIR: await temporaryDataDir(null) };
  return { settings, database };
}

test('a key is printed while the projections are blocked, and works when they continue', async () => {
  const { settings, database } = await openCommands();
  await runJson(settings, ['member', 'add', 'Quill']);
  const logger = createLogger({ name: 'test', level: 'silent' });
  const hub = await connect(readStandaloneSettings(settings), logger, { begins: true });
  const blocking = await database.connect();
  await blocking.query('begin');
  await blocking.query(`select from projection.checkpoint where projection = 'access' for update`);
  // Otherwise the command would wait half a minute.
  const waits: number[] = [];
  const atLeast: typeof hub.directory.atLeast = (version, deadlineMs) => {
    waits.push(deadlineMs);
    return hub.directory.atLeast(version, Math.min(500, deadlineMs));
  };
  const impatient = { ...hub, directory: { ...hub.directory, atLeast } };
  const output = await createKey(impatient, { service: true, categories: ['stats'] });
  const { prefix, key, status } = output.document as Record<string, string>;
  expect([waits.at(-1), status, key]).toEqual([30_000, 'stored', expect.stringMatching(`^hub_${prefix}_`)]);
  expect(output.text).toContain(`\n${key}`);
  await blocking.end();
  await hub.close();
  const { keys } = await runJson(settings, ['key', 'list']);
  expect(keys).toEqual([expect.objectContaining({ prefix, status: 'active' })]);
});

test('a key is revoked when its secret cannot be printed', async () => {
  const { settings } = await openCommands();
  const full = await open('/dev/full', 'w');
  const hub = spawn(process.execPath, ['services/cli/launch.mjs', ...create], {
    env: { PATH: process.env.PATH, ...settings },
    stdio: ['ignore', full.fd, 'pipe'],
  });
  let said = '';
  hub.stderr?.on('data', (text) => {
    said += text;
  });
  const [code] = await once(hub, 'close');
  await full.close();
  expect([code, said]).toEqual([1, expect.stringMatching(/^hub: the output cannot be printed: .*\n$/)]);
  const { keys } = await runJson(settings, ['key', 'list']);
  expect(keys).toEqual([expect.objectContaining({ status: 'revoked' })]);
});
