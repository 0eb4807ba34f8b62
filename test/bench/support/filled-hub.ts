import type { Lifecycle } from '../../../shared/async/lifecycle.ts';
import { createBenchFolder } from './bench-folder.ts';
import type { FilledGuild, FillJob } from './fill-hub.ts';
import { type RunningHub, startHub } from './hub-process.ts';
import { startWorker } from './worker.ts';

/** A data folder of a stopped hub. */
export interface FilledFolder extends FilledGuild {
  readonly dataDir: string;
}

export async function fillFolder(lifecycle: Lifecycle, job: Omit<FillJob, 'dataDir'>): Promise<FilledFolder> {
  const dataDir = await createBenchFolder(lifecycle);
  const worker = startWorker<FillJob, FilledGuild>(lifecycle, './fill-hub.ts');
  const guild = await worker.run({ ...job, dataDir });
  await worker.stop();
  return { ...guild, dataDir };
}

export async function startFilledHub(
  lifecycle: Lifecycle,
  job: Omit<FillJob, 'dataDir'>,
): Promise<FilledFolder & RunningHub> {
  const folder = await fillFolder(lifecycle, job);
  return { ...folder, ...(await startHub(lifecycle, folder.dataDir, job.settings)) };
}
