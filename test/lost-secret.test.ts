import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runInProcess } from './support/hub/command-line.ts';
import { temporaryDataDir } from './support/hub/hub-process.ts';
import { freshDatabase } from './support/postgres/database.ts';

test('a hub without its secret creates no new secret, and names the file to put back', async () => {
  const { url } = await freshDatabase('hub');
  const dataDir = await temporaryDataDir(null);
  const settings = { DATABASE_URL: url, DATA_DIR: dataDir };
  expect((await runInProcess(settings, ['member', 'add', 'Merrin'])).code).toBe(0);
  expect(await readdir(dataDir)).toEqual(['secret']);

  await rm(join(dataDir, 'secret'));
  for (const command of [['member', 'list'], ['start'], ['query']]) {
    const { code, stderr } = await runInProcess({ ...settings, PORT: '0', QUERY_PORT: '0' }, command);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `hub: ${dataDir}/secret is missing, and the log of this hub is sealed with this secret: put the file back from a copy of ${dataDir}, or set HUB_SECRET to its content; no other secret opens the log, so no new secret was created\n`,
    });
    expect(await readdir(dataDir)).toEqual([]);
  }
});
