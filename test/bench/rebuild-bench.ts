import { once } from 'node:events';
import { settleDatabase } from './bench-database.ts';
import type { BenchHub, HubJob } from './bench-hub.ts';
import { hubCommand, untilProjected } from './hub-command.ts';
import type { LoadJob, LoadResult } from './load.ts';
import { machine } from './machine.ts';
import {
  compareReads,
  type Disturbance,
  describeNoticed,
  type NoticedCase,
  readerKeys,
} from './noticed-reads.ts';
import { startWorker } from './workers.ts';

/** What clients notice of `hub projections rebuild --all` on the same machine. */
export interface RebuildResult {
  readonly bench: 'rebuild';
  readonly machine: string;
  readonly events: number;
  readonly bar: number;
  readonly holds: boolean;
  readonly cases: readonly NoticedCase[];
}

const bar = 1.5;
const accounts = 500;

export async function benchRebuild(events: number): Promise<RebuildResult> {
  const hubProcess = startWorker<HubJob, BenchHub>('./bench-hub.ts');
  const load = startWorker<LoadJob, LoadResult>('./load.ts');
  try {
    const hub = await hubProcess.run({ accounts, keys: readerKeys, events });
    await untilProjected(hub);
    await settleDatabase(hub.databaseUrl);
    const { cases } = await compareReads(load, hub, hub.keys, () => startRebuild(hub));
    const holds = cases.every(({ ratio }) => ratio <= bar);
    return { bench: 'rebuild', machine: machine(), events, bar, holds, cases };
  } finally {
    await Promise.all([load.stop(), hubProcess.stop()]);
  }
}

function startRebuild({ dataDir }: BenchHub): Disturbance<void> {
  const rebuild = hubCommand(dataDir, ['projections', 'rebuild', '--all'], 'ignore');
  const ended = once(rebuild, 'exit');
  return {
    check: () => {
      if (rebuild.exitCode !== null)
        throw new Error('the rebuild ended before the reads: take more --events');
    },
    stop: async () => {
      rebuild.kill('SIGINT');
      await ended;
    },
  };
}

export function describeRebuild(result: RebuildResult): string {
  return [
    ...describeNoticed(result, `a rebuild of all projections from ${result.events} events`, bar),
    result.holds ? 'holds' : 'FAILS',
  ].join('\n');
}
