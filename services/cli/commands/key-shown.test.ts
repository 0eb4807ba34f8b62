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
import { outputOfNewKey } from './key-create.ts';

// What a command made is printed, or it is taken back.

const create = ['key', 'create', '--service', '--categories', 'stats'];

async function openCommands() {
  const { url, database } = await freshDatabase('hub');
  const settings = { DATABASE_URL: url, DATA_DIR: await temporaryDataDir(null) };
  return { settings, database };
}

test('a key that the projections cannot take yet is printed all the same, and is active once they can', async () => {
  const { settings, database } = await openCommands();
  await runJson(settings, ['member', 'add', 'Quill']);
  const logger = createLogger({ name: 'test', level: 'silent' });
  const hub = await connect(readStandaloneSettings(settings), logger, { begins: true });
  // No batch of the projection commits while this transaction has its checkpoint.
  const blocking = await database.connect();
  await blocking.query('begin');
  await blocking.query(`select from projection.checkpoint where projection = 'access' for update`);
  // It would wait for half a minute, in which nothing is done.
  const waits: number[] = [];
  const atLeast: typeof hub.directory.atLeast = (version, deadlineMs) => {
    waits.push(deadlineMs);
    return hub.directory.atLeast(version, Math.min(500, deadlineMs));
  };
  const impatient = { ...hub, directory: { ...hub.directory, atLeast } };
  const output = await outputOfNewKey(impatient, { service: true, categories: ['stats'] });
  const { prefix, key, status } = output.document as Record<string, string>;
  expect([waits.at(-1), status, key]).toEqual([30_000, 'stored', expect.stringMatching(`^hub_${prefix}_`)]);
  expect(output.text).toContain(`\n${key}`);
  await blocking.end();
  await hub.close();
  const { keys } = await runJson(settings, ['key', 'list']);
  expect(keys).toEqual([expect.objectContaining({ prefix, status: 'active' })]);
});

test('a key whose secret could not be printed is revoked', async () => {
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
  // One line and nothing after it: whoever else ends the process would keep it from taking the key back.
  expect([code, said]).toEqual([
    1,
    expect.stringMatching(/^hub: what the command says cannot be printed: .*\n$/),
  ]);
  const { keys } = await runJson(settings, ['key', 'list']);
  expect(keys).toEqual([expect.objectContaining({ status: 'revoked' })]);
});
