import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../shared/backup/testing/open-backup-test.ts';
import { runJson } from '../../../test/support/hub/command-line.ts';
import { startTestHub } from '../../../test/support/hub/hub.ts';
import { serviceSettings, startService } from '../../../test/support/hub/services.ts';
import { freshDatabase } from '../../../test/support/postgres/database.ts';
import { dataDirWithCluster } from '../../../test/support/postgres/made-cluster.ts';
import { examined } from './testing/stopped-hub.ts';

const settingsOf = async (settings: Readonly<Record<string, string>>) =>
  (await examined(settings)).checks.find(({ name }) => name === 'settings');

test('the doctor names a hub that runs with other folders than .env, and the lines to set', async () => {
  const hub = await startTestHub();
  const { DATA_DIR = '', BACKUP_DIR = '' } = hub.environment;
  const link = join(await temporaryFolder(), 'link');
  await symlink(DATA_DIR, link);
  expect(await settingsOf({ ...hub.environment, DATA_DIR: link })).toMatchObject({ ok: true });
  const found = await settingsOf({ ...hub.environment, BACKUP_DIR: '/srv/other' });
  expect(found).toMatchObject({
    ok: false,
    detail: expect.stringMatching(
      new RegExp(
        `^hub start \\(pid ${process.pid}\\) runs with BACKUP_DIR ${BACKUP_DIR}, and here it is /srv/other: `,
      ),
    ),
    fix: `set BACKUP_DIR=${BACKUP_DIR} in .env, or start the hub with the BACKUP_DIR of .env`,
  });
  await hub.close();
  expect(await settingsOf({ ...hub.environment, BACKUP_DIR: '/srv/other' })).toMatchObject({ ok: true });
});

test('separate processes also publish their folders', async () => {
  const { url } = await freshDatabase('hub');
  const settings = { ...(await serviceSettings()), DATABASE_URL: url, BACKUP_DIR: '/srv/backups' };
  await startService('projector', settings);
  await startService('console', settings);
  await startService('ingest', settings);
  const found = await settingsOf({ ...settings, DATA_DIR: '/srv/other' });
  for (const role of ['projector', 'console']) {
    expect(found?.detail).toContain(
      `hub ${role} (pid ${process.pid}) runs with DATA_DIR ${settings.DATA_DIR}`,
    );
  }
});

test('finds a hub that answers on the port but does not use DATA_DIR', async () => {
  const hub = await startTestHub();
  const PORT = new URL(hub.url).port;
  const DATA_DIR = await dataDirWithCluster();
  await runJson({ DATA_DIR, PORT }, ['member', 'list']);
  expect(await settingsOf({ DATA_DIR, PORT })).toMatchObject({
    ok: false,
    detail: expect.stringContaining(
      `a hub answers on port ${PORT}, but it does not use DATA_DIR ${DATA_DIR}`,
    ),
  });
  const none = join(await temporaryFolder(), 'none');
  await mkdir(none);
  expect(await settingsOf({ DATA_DIR: none, PORT })).toMatchObject({ ok: false });
});
