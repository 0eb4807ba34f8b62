import { makeBenchFolder } from './bench-folder.ts';
import type { BenchHub, HubJob } from './bench-hub.ts';
import { type StartedHub, startHub } from './started-hub.ts';
import { startWorker } from './workers.ts';

/** A hub as its users start it, on data that was made before. */
export interface FilledHub extends StartedHub, Pick<BenchHub, 'databaseUrl' | 'tokens' | 'keys'> {
  readonly port: number;
}

/** The process that makes the data ends first, so that what is measured holds nothing of that. */
export async function startFilledHub(job: Omit<HubJob, 'keepIn'>): Promise<FilledHub> {
  const folder = await makeBenchFolder();
  try {
    const { databaseUrl, tokens, keys } = await fill({ ...job, keepIn: folder.path });
    const hub = await startHub(folder.path);
    const stop = () => hub.stop().finally(folder.remove);
    return { ...hub, stop, port: Number(new URL(hub.url).port), databaseUrl, tokens, keys };
  } catch (error) {
    await folder.remove();
    throw error;
  }
}

async function fill(job: HubJob): Promise<BenchHub> {
  const worker = startWorker<HubJob, BenchHub>('./bench-hub.ts');
  try {
    return await worker.run(job);
  } finally {
    await worker.stop();
  }
}
