import { once } from 'node:events';
import { settleDatabase } from './bench-database.ts';
import type { BenchHub, HubJob } from './bench-hub.ts';
import { hubCommand, hubDocument, untilProjected } from './hub-command.ts';
import type { LoadJob, LoadResult } from './load.ts';
import { machine } from './machine.ts';
import { alternateReads, describeNoticed, type NoticedCase, readerKeys } from './noticed-reads.ts';
import { startWorker } from './workers.ts';

/** What clients notice of the drill of a backup on the same machine, from its start to its end. */
export interface DrillResult {
  readonly bench: 'drill';
  readonly machine: string;
  readonly events: number;
  readonly bar: number;
  readonly holds: boolean;
  readonly cases: readonly NoticedCase[];
}

const bar = 1.5;
const accounts = 500;

export async function benchDrill(events: number): Promise<DrillResult> {
  const hubProcess = startWorker<HubJob, BenchHub>('./bench-hub.ts');
  const load = startWorker<LoadJob, LoadResult>('./load.ts');
  try {
    const hub = await hubProcess.run({ accounts, keys: readerKeys, events });
    await untilProjected(hub);
    await settleDatabase(hub.databaseUrl);
    const { file } = await hubDocument<{ file: string }>(hub.dataDir, ['backup', 'now']);
    const cases = await alternateReads(load, hub, hub.keys, () => drill(hub, file));
    const holds = cases.every(({ ratio }) => ratio <= bar);
    return { bench: 'drill', machine: machine(), events, bar, holds, cases };
  } finally {
    await Promise.all([load.stop(), hubProcess.stop()]);
  }
}

/** As the hub starts it by night. @throws when it finds the backup wrong */
async function drill({ dataDir }: BenchHub, file: string): Promise<void> {
  const [code] = await once(hubCommand(dataDir, ['backup', 'verify', file, '--drill']), 'exit');
  if (code !== 0) throw new Error(`the drill ended with ${code}`);
}

export function describeDrill(result: DrillResult): string {
  return [
    ...describeNoticed(result, `the drill of a backup of ${result.events} events, in turns`, bar),
    result.holds ? 'holds' : 'FAILS',
  ].join('\n');
}
