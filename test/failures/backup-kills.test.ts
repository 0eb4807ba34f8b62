import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openBackupFolder } from '../../shared/backup/backup-folder.ts';
import { checkSegments } from '../../shared/backup/read-backup.ts';
import { temporaryFolder } from '../../shared/backup/testing/open-backup-test.ts';
import { openJournal } from '../../shared/log/open-journal.ts';
import { openPostgresEventLog } from '../../shared/log/postgres/postgres-event-log.ts';
import { createLogger } from '../../shared/logger.ts';
import { openNotifications } from '../../shared/postgres/notifications.ts';
import { atEnd } from '../support/at-end.ts';
import { campaign } from '../support/campaign.ts';
import { runInProcess, runJson } from '../support/hub/command-line.ts';
import { launchHubCommand, temporaryDataDir } from '../support/hub/hub-process.ts';
import { mixedLog } from '../support/log/mixed-log.ts';
import { freshDatabase } from '../support/postgres/database.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { projectRoot } from '../support/source-tree.ts';

/** A process that works at all takes this long, most of it to start. */
const killWithinMs = 3_000;
const backups = campaign(100, 3);
const restores = campaign(50, 3);

async function openKilledHub() {
  const folder = await temporaryFolder();
  const secret = randomBytes(32);
  const { url, database } = await freshDatabase('hub');
  const logger = createLogger({ name: 'test', level: 'silent' });
  const notifications = openNotifications(database, logger);
  atEnd(() => notifications.close());
  const log = openPostgresEventLog({ database, notifications, logger });
  atEnd(() => log.close());
  const journal = await openJournal({ log, hubSecret: secret });
  await journal.import(mixedLog(2_000));
  const settings = {
    DATABASE_URL: url,
    DATA_DIR: await temporaryDataDir(null),
    BACKUP_DIR: join(folder, 'backups'),
    HUB_SECRET: secret.toString('base64'),
  };
  return { settings, folder: openBackupFolder(settings.BACKUP_DIR), journal };
}

type Outcome = 'killed' | 'done' | 'not_empty';

/** Starts a command and kills it after a while, if it has not ended. */
async function killed(
  environment: Readonly<Record<string, string>>,
  args: string[],
  afterMs: number,
): Promise<Outcome> {
  const { signal, ended } = launchHubCommand({ clone: projectRoot, as: null, environment }, [
    ...args,
    '--json',
  ]);
  await Promise.race([ended, delay(afterMs)]);
  signal('SIGKILL');
  const { code, stderr } = await ended;
  if (code === 0) return 'done';
  return stderr.includes('"not_empty"') ? 'not_empty' : 'killed';
}

test(`backups killed at any moment leave good ones alone, ${backups.label}`, {
  timeout: 60_000 + backups.runs * 30_000,
}, async () => {
  const { settings, folder, journal } = await openKilledHub();
  const random = seededRandom(backups.seed);
  const signal = new AbortController().signal;
  for (let run = 0; run < backups.runs; run += 1) {
    await journal.append(mixedLog(50).filter(({ stream }) => stream === 'hub.xp'));
    await killed(settings, ['backup', 'now'], random() * killWithinMs);
    const { backups: listed, unreadable } = await folder.list();
    expect(unreadable).toEqual([]);
    for (const { manifest } of listed) await checkSegments(folder, manifest, { signal, onChecked: () => {} });
  }
  const { file } = await runJson(settings, ['backup', 'now']);
  expect((await folder.list()).backups.map((backup) => backup.file)).toContain(file);
});

test(`a restore that is killed at any moment goes on, ${restores.label}`, {
  timeout: 60_000 + restores.runs * 30_000,
}, async () => {
  const { settings } = await openKilledHub();
  const { file, records } = await runJson(settings, ['backup', 'now']);
  const random = seededRandom(restores.seed);
  const emptyPlace = async () => ({
    ...settings,
    DATABASE_URL: (await freshDatabase('empty')).url,
    DATA_DIR: await temporaryDataDir(null),
  });
  /** One that was killed after its last write left a hub: commands work there, as they do on no part of one. */
  const expectHub = (place: typeof settings) => runJson(place, ['member', 'list']);

  let place = await emptyPlace();
  for (let run = 0; run < restores.runs; run += 1) {
    const outcome = await killed(place, ['backup', 'restore', file], random() * killWithinMs);
    if (outcome === 'not_empty') await expectHub(place);
    if (outcome !== 'killed') place = await emptyPlace();
  }
  const last = await runInProcess(place, ['backup', 'restore', file, '--json']);
  if (last.stderr.includes('"not_empty"')) await expectHub(place);
  else expect(JSON.parse(last.stdout)).toMatchObject({ ok: true, records });
});
