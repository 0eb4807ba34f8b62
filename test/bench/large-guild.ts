import { setTimeout as pause } from 'node:timers/promises';
import { makeBenchFolder } from './bench-folder.ts';
import type { BenchHub, HubJob } from './bench-hub.ts';
import { fillFeed } from './fill-feed.ts';
import type { LoadJob, LoadResult } from './load.ts';
import { startWorker } from './workers.ts';

/** What a hub of a guild left behind that has reported once. */
export interface LargeGuild {
  readonly dataDir: string;
  /** Service keys that read everything. */
  readonly keys: readonly string[];
  remove(): Promise<void>;
}

export interface LargeGuildOptions {
  readonly accounts: number;
  readonly keys: number;
  /** In the feed. */
  readonly events: number;
}

const firstReports = { perSecond: 150, connections: 200 };
/** On a busy machine some are refused, and sent again. */
const passesMax = 3;

export async function leaveLargeGuild(options: LargeGuildOptions): Promise<LargeGuild> {
  const { path: dataDir, remove } = await makeBenchFolder();
  try {
    return { dataDir, keys: await fill(dataDir, options), remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Everybody's first report, and a past in the feed. @returns keys that read everything */
async function fill(
  dataDir: string,
  { accounts, keys, events }: LargeGuildOptions,
): Promise<readonly string[]> {
  const hubProcess = startWorker<HubJob, BenchHub>('./bench-hub.ts');
  const load = startWorker<LoadJob, LoadResult>('./load.ts');
  try {
    const hub = await hubProcess.run({ accounts, keys, keepIn: dataDir });
    const { port, tokens, databaseUrl } = hub;
    const seconds = Math.ceil(accounts / firstReports.perSecond) + 1;
    for (let pass = 1; ; pass += 1) {
      const { answered, statuses } = await load.run({
        kind: 'reports',
        port,
        tokens,
        seconds,
        ...firstReports,
      });
      if (statuses[200] === answered) break;
      if (pass === passesMax) throw new Error(`first reports were answered ${JSON.stringify(statuses)}`);
    }
    if (events > 0) await fillFeed(databaseUrl, accounts, events);
    // What the projections have not read yet, they would read at the first start.
    await pause(2_000);
    return hub.keys;
  } finally {
    await Promise.all([load.stop(), hubProcess.stop()]);
  }
}
