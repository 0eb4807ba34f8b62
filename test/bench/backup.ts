import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Lifecycle } from '../../shared/async/lifecycle.ts';
import { createBenchFolder } from './support/bench-folder.ts';
import { type Benchmark, inRounds } from './support/benchmark.ts';
import { figureOf } from './support/figures.ts';
import { startFilledHub } from './support/filled-hub.ts';
import { runCommand } from './support/hub-process.ts';

const accounts = 200;
const logRecords = 300_000;
const rounds = 3;

export const backupBenchmark: Benchmark = {
  summary: 'backup of a log of 300,000 records, and its restore into an empty folder with all projections',
  run: async (lifecycle) => {
    const { dataDir } = await startFilledHub(lifecycle, { accounts, keys: 0, logRecords });
    const measured = await inRounds(rounds, () => backUpAndRestore(lifecycle, dataDir));
    return [
      figureOf('backup: time', 's', measured, ({ taken }) => taken.seconds),
      figureOf('backup: CPU of Node', 's', measured, ({ taken }) => taken.cpuSeconds),
      figureOf('backup: size', 'MB', measured, ({ taken }) => taken.document.bytes / 1e6),
      figureOf('restore: time', 's', measured, ({ restored }) => restored.seconds),
      figureOf('restore: CPU, PostgreSQL included', 's', measured, ({ restored }) => restored.cpuSeconds),
    ];
  },
};

/** Each round has its own folders, because a second backup in a folder writes only news. */
async function backUpAndRestore(lifecycle: Lifecycle, dataDir: string) {
  const backups = await createBenchFolder(lifecycle);
  const restoreDir = await createBenchFolder(lifecycle);
  const settings = { DATA_DIR: dataDir, BACKUP_DIR: backups };
  const taken = await runCommand<{ file: string; bytes: number }>(lifecycle, ['backup', 'now'], settings);
  const { file } = taken.document;
  const secretFile = join(backups, 'secret');
  await copyFile(join(dataDir, 'secret'), secretFile);
  const restored = await runCommand(lifecycle, ['backup', 'restore', file, '--secret-file', secretFile], {
    ...settings,
    DATA_DIR: restoreDir,
  });
  return { taken, restored };
}
