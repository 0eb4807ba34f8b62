import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { projections } from '../../projections/registry.ts';
import { readRowRetention } from '../../services/cli/settings.ts';
import { pollUntil } from '../../shared/async/waiting.ts';
import type { BackupFolder } from '../../shared/backup/folder/backup-folder.ts';
import type { Manifest } from '../../shared/backup/folder/manifest.ts';
import { checkSegments } from '../../shared/backup/reading/read-backup.ts';
import { holdsPacks } from '../../shared/backup/segments/segment-content.ts';
import { packLog } from '../../shared/backup/testing/open-backup-test.ts';
import { isKeptForever } from '../../shared/events/streams.ts';
import type { Database } from '../../shared/postgres/database.ts';
import { hasTable } from '../../shared/postgres/schema/has-table.ts';
import { snapshotProjections } from '../../shared/projection/replay/verify/digest-live-tables.ts';
import { campaign } from '../support/campaign.ts';
import { runInProcess, runJson } from '../support/hub/command-line.ts';
import { launchHubCommand } from '../support/hub/hub-process.ts';
import { openLogToBackUp } from '../support/hub/log-to-back-up.ts';
import { mixedLog } from '../support/log/mixed-log.ts';
import { patient } from '../support/runner/patience.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { projectRoot } from '../support/source-tree.ts';

/** A working process takes this long, mostly to start. */
const killWithinMs = 3_000;
/** Time to copy the records of a restore. */
const copyMs = 150;
const backups = campaign(100, 3);
const restores = campaign(50, 3);

type Outcome = 'killed' | 'done' | 'not_empty';

async function killed(
  environment: Readonly<Record<string, string>>,
  args: string[],
  moment: () => Promise<unknown>,
): Promise<Outcome> {
  const { signal, ended } = launchHubCommand({ clone: projectRoot, as: null, environment }, [
    ...args,
    '--json',
  ]);
  await Promise.race([ended, moment()]);
  signal('SIGKILL');
  const { code, stderr } = await ended;
  if (code === null) return 'killed';
  if (code === 0) return 'done';
  if (stderr.includes('"not_empty"')) return 'not_empty';
  throw new Error(`${args.join(' ')} ended with ${code}: ${stderr}`);
}

async function segmentsOfPacks(folder: BackupFolder, { partitions }: Manifest): Promise<number> {
  let found = 0;
  for (const segment of partitions.flatMap(({ segments }) => segments)) {
    if (holdsPacks(await folder.readSegment(segment))) found += 1;
  }
  return found;
}

/** @returns null unless a restore copies records, or is about to */
async function isCopying(database: Database): Promise<true | null> {
  if (!(await hasTable(database, 'hub.log_identity'))) return null;
  const rows = await database.many({
    text: `select
           from hub.log_identity
           where identity like 'restoring records %'
             and exists (
               select
               from pg_stat_activity
               where datname = current_database() and application_name = 'hub command'
             )`,
  });
  return rows.length > 0 ? true : null;
}

/** Without the log records that the restored hub appended itself. */
async function contentOf(database: Database, { partitions }: Manifest) {
  const forever = partitions.filter(({ stream }) => isKeptForever(stream));
  const log = await database.one<{ packs: number; packed: string; rows: string }>({
    text: `select (select count(*)::int from log.pack) as packs,
                  (select md5(string_agg(md5(p::text), '' order by stream, partition, past_offset))
                   from log.pack p) as packed,
                  (select md5(string_agg(md5(r::text), '' order by stream, partition, "offset"))
                   from log.record r
                   join unnest($1::text[], $2::int[], $3::bigint[]) as backed_up (stream, partition, past)
                     using (stream, partition)
                   where "offset" < past) as rows`,
    values: [
      forever.map(({ stream }) => stream),
      forever.map(({ partition }) => partition),
      forever.map(({ end }) => end),
    ],
  });
  const retentionMsBySetting = readRowRetention();
  // The audit log holds the time of the restore.
  const compared = projections.filter(({ name }) => name !== 'audit-log');
  const { digests } = await snapshotProjections(database, { projections: compared, retentionMsBySetting });
  return { ...log, digests };
}

test(`a backup that is killed at any moment damages no complete backup, ${backups.label}`, {
  timeout: patient(180_000 + backups.runs * 30_000),
}, async () => {
  const { settings, database, folder, journal } = await openLogToBackUp(6_000);
  const random = seededRandom(backups.seed);
  const signal = new AbortController().signal;
  for (let run = 0; run < backups.runs; run += 1) {
    await journal.append(mixedLog(2_000).filter(({ stream }) => stream === 'hub.xp'));
    await packLog(database);
    await killed(settings, ['backup', 'now'], () => delay(random() * killWithinMs));
    const { backups: listed, refused } = await folder.list();
    expect(refused).toEqual([]);
    for (const { manifest } of listed) await checkSegments(folder, manifest, { signal, onChecked: () => {} });
  }
  const { file } = await runJson(settings, ['backup', 'now']);
  const last = (await folder.list()).backups.find((backup) => backup.file === file);
  expect(last && (await segmentsOfPacks(folder, last.manifest))).toBeGreaterThan(0);
});

test(`a restore that is killed at any moment continues when it runs again, ${restores.label}`, {
  timeout: patient(180_000 + restores.runs * 30_000),
}, async () => {
  const { settings, folder, elsewhere } = await openLogToBackUp(6_000);
  const { file, records } = await runJson(settings, ['backup', 'now']);
  const manifest = await folder.readBackup(file);
  const random = seededRandom(restores.seed);
  const whole = await elsewhere();
  await runJson(whole.settings, ['backup', 'restore', file]);
  const wanted = await contentOf(whole.database, manifest);
  expect(wanted.packs).toBeGreaterThan(0);
  /** Commands work only on a whole hub. */
  const expectHub = async (place: typeof whole) => {
    await runJson(place.settings, ['member', 'list']);
    expect(await contentOf(place.database, manifest)).toEqual(wanted);
  };

  /** Half of the kills meet the copy, which takes a twentieth of the whole time. */
  const momentIn = async (database: Database, isOfCopy: boolean) => {
    if (isOfCopy) await pollUntil(() => isCopying(database), { withinMs: killWithinMs, everyMs: 2 });
    return delay(random() * (isOfCopy ? copyMs : killWithinMs));
  };

  let place = await elsewhere();
  for (let run = 0; run < restores.runs; run += 1) {
    const outcome = await killed(place.settings, ['backup', 'restore', file], () =>
      momentIn(place.database, run % 2 === 0),
    );
    if (outcome === 'killed') continue;
    await expectHub(place);
    place = await elsewhere();
  }
  const last = await runInProcess(place.settings, ['backup', 'restore', file, '--json']);
  if (!last.stderr.includes('"not_empty"')) {
    expect(JSON.parse(last.stdout)).toMatchObject({ ok: true, records });
  }
  await expectHub(place);
});
