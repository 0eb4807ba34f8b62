import { randomUUID } from 'node:crypto';
import { parkedDecisions } from '../../projections/access/queries/parked-decisions.ts';
import { projections } from '../../projections/registry.ts';
import { restoreBackup } from '../../services/hub/restore-backup.ts';
import { readVerifySettings } from '../../services/hub/settings.ts';
import { withScratchDatabase } from '../../services/hub/verify/scratch-database.ts';
import { verifyBackup } from '../../services/hub/verify/verify-backup.ts';
import { migrateHub } from '../../services/standalone/schema/migrate-hub.ts';
import type { BackupFolder } from '../../shared/backup/backup-folder.ts';
import { checkSegments, readRestorable } from '../../shared/backup/read-backup.ts';
import { createLifecycle, type Lifecycle } from '../../shared/lifecycle.ts';
import { createLogger } from '../../shared/logger.ts';
import { type Database, openDatabase } from '../../shared/postgres/database.ts';
import { rowsKeptOf } from '../../shared/process/process-settings.ts';
import { prepareGenerations } from '../../shared/projection/generations/generations.ts';
import { promote } from '../../shared/projection/replay/promote.ts';
import { rebuildGenerations } from '../../shared/projection/replay/rebuild/rebuild.ts';
import { measureWork, type WorkMeasured } from './measured-work.ts';
import type { BenchLog } from './open-bench-log.ts';

export interface RestoreMeasured {
  /** Of all rooms, from the same log. */
  readonly replay: WorkMeasured;
  /** Checked, copied into another database of the same server, and all rooms filled. */
  readonly restore: WorkMeasured;
  readonly verify: WorkMeasured;
  /** Whether the verification found every room equal. */
  readonly isEqual: boolean;
}

const logger = createLogger({ name: 'bench', level: 'silent' });
const rowsKept = rowsKeptOf(readVerifySettings());

/** Replays a log, restores a backup of it and verifies it, one after another. */
export async function measureRestore(
  bench: BenchLog,
  folder: BackupFolder,
  file: string,
): Promise<RestoreMeasured> {
  const { database, journal, hubSecret, postgresPid } = bench;
  const backup = await readRestorable(folder, file);
  const { signal } = new AbortController();
  const ignore = () => {};

  await prepareGenerations(database, projections);
  await database.run({ text: 'vacuum analyze' });
  const replayed = await measureWork(postgresPid, () =>
    rebuildGenerations({ database, journal, decisions: parkedDecisions, projections }),
  );
  for (const { name } of projections) await promote(database, name, { force: true });

  const restored = await measureWork(postgresPid, () =>
    withEmptyDatabase(bench, async (empty, lifecycle) => {
      await checkSegments(folder, backup.manifest, { signal, onChecked: ignore });
      await restoreBackup({
        folder,
        backup,
        givenSequence: backup.keys.next_sequence,
        database: empty,
        databaseDirectory: null,
        kafka: null,
        hubSecret,
        operator: 'bench',
        file,
        logger,
        lifecycle,
        signal,
        onCopied: ignore,
        onFilled: ignore,
      });
    }),
  );
  const verified = await measureWork(postgresPid, () =>
    withScratchDatabase(bench.url, (scratch) =>
      verifyBackup({ folder, backup, live: bench, scratch, rowsKept, logger, signal, onProgress: ignore }),
    ),
  );
  return {
    replay: replayed.measured,
    restore: restored.measured,
    verify: verified.measured,
    isEqual: verified.result.every((room) => room.digest_equal),
  };
}

async function withEmptyDatabase(
  { database, url }: BenchLog,
  work: (empty: Database, lifecycle: Lifecycle) => Promise<void>,
): Promise<void> {
  const name = `restored_${randomUUID().replaceAll('-', '')}`;
  await database.run({ text: `create database ${name} template template0` });
  const address = new URL(url);
  address.pathname = `/${name}`;
  await migrateHub(address.href);
  const lifecycle = createLifecycle();
  const empty = openDatabase({
    url: address.href,
    name: 'restore',
    maxConnections: 10,
    statementTimeoutMs: 600_000,
  });
  lifecycle.onClose(empty.close);
  try {
    await work(empty, lifecycle);
  } finally {
    await lifecycle.close();
    await database.run({ text: `drop database ${name} with (force)` });
  }
}
