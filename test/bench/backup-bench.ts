import type { BackupAnswer, BackupJob, BackupMeasured } from './backup-worker.ts';
import { machine } from './machine.ts';
import { startWorker } from './workers.ts';

/** A backup of a log, and the next one after 1 % news. */
export interface BackupResult extends BackupAnswer {
  readonly bench: 'backup';
  readonly machine: string;
  readonly recordsPerCpuSecond: number;
  /** What the second wrote of what the first wrote. */
  readonly share: number;
  readonly holds: boolean;
}

const bars = { recordsPerCpuSecond: 200_000, share: 0.02, megabytes: 250 };

export async function benchBackup(events: number): Promise<BackupResult> {
  const worker = startWorker<BackupJob, BackupAnswer>('./backup-worker.ts');
  try {
    const { first, second } = await worker.run({ events });
    const recordsPerCpuSecond = Math.round(first.records / first.cpuSeconds);
    const share = Number((second.bytes / first.bytes).toFixed(4));
    const highest = Math.max(first.highestMegabytes, second.highestMegabytes);
    const holds =
      recordsPerCpuSecond >= bars.recordsPerCpuSecond && share <= bars.share && highest < bars.megabytes;
    return { bench: 'backup', machine: machine(), first, second, recordsPerCpuSecond, share, holds };
  } finally {
    await worker.stop();
  }
}

export function describeBackup({
  first,
  second,
  recordsPerCpuSecond,
  share,
  holds,
  ...rest
}: BackupResult): string {
  return [
    `backup of a log of mixed events, and the next one after 1 % news`,
    rest.machine,
    `first   ${shown(first)}`,
    `second  ${shown(second)}`,
    `${recordsPerCpuSecond} records per CPU second of the process (bar ${bars.recordsPerCpuSecond}), second ${share} of ` +
      `the bytes of the first (bar ${bars.share}), under ${bars.megabytes} MB: ${holds ? 'holds' : 'FAILS'}`,
  ].join('\n');
}

function shown({ records, bytes, seconds, cpuSeconds, highestMegabytes }: BackupMeasured): string {
  return `${records} records, ${bytes} new bytes, ${seconds} s, ${cpuSeconds.toFixed(1)} s of CPU, ${highestMegabytes} MB`;
}
