import type { BackupAnswer, BackupJob } from './backup-worker.ts';
import { machine } from './machine.ts';
import type { WorkMeasured } from './measured-work.ts';
import { startWorker } from './workers.ts';

/** A backup of a log, the next one after 1 % news, and that one restored and verified beside a replay of the log. */
export interface BackupResult extends BackupAnswer {
  readonly bench: 'backup';
  readonly machine: string;
  readonly recordsPerCpuSecond: number;
  /** What the second wrote of what the first wrote. */
  readonly share: number;
  /** How fast it is restored, beside how fast the log is replayed; with the log in place, and all rooms filled. */
  readonly ofReplay: number;
  readonly highestMegabytes: number;
  readonly holds: boolean;
}

const bars = { recordsPerCpuSecond: 200_000, share: 0.02, ofReplay: 0.8, megabytes: 250 };

export async function benchBackup(events: number): Promise<BackupResult> {
  const worker = startWorker<BackupJob, BackupAnswer>('./backup-worker.ts');
  try {
    const answer = await worker.run({ events });
    const { first, second, restored } = answer;
    const recordsPerCpuSecond = Math.round(first.records / first.cpuSeconds);
    const share = Number((second.bytes / first.bytes).toFixed(4));
    const ofReplay = Number((restored.replay.seconds / restored.restore.seconds).toFixed(2));
    const works = [first, second, restored.restore, restored.verify];
    const highestMegabytes = Math.max(...works.map((work) => work.highestMegabytes));
    const holds =
      recordsPerCpuSecond >= bars.recordsPerCpuSecond &&
      share <= bars.share &&
      ofReplay >= bars.ofReplay &&
      restored.isEqual &&
      highestMegabytes < bars.megabytes;
    const ratios = { recordsPerCpuSecond, share, ofReplay, highestMegabytes, holds };
    return { bench: 'backup', machine: machine(), ...answer, ...ratios };
  } finally {
    await worker.stop();
  }
}

export function describeBackup(result: BackupResult): string {
  const { first, second, restored, holds } = result;
  return [
    `backup of ${first.records} records of mixed events, the next one after 1 % news, and that one restored`,
    result.machine,
    `first    ${first.bytes} new bytes, ${shown(first)}`,
    `second   ${second.bytes} new bytes, ${shown(second)}`,
    `replay   ${shown(restored.replay)}`,
    `restore  ${shown(restored.restore)}`,
    `verify   ${shown(restored.verify)}, ${restored.isEqual ? 'every room equal' : 'NOT EQUAL'}`,
    `${result.recordsPerCpuSecond} records per CPU second of the process (bar ${bars.recordsPerCpuSecond}), second ` +
      `${result.share} of the bytes of the first (bar ${bars.share}), restored at ${result.ofReplay} of a replay's speed ` +
      `(bar ${bars.ofReplay}), ${result.highestMegabytes} MB (bar < ${bars.megabytes}): ${holds ? 'holds' : 'FAILS'}`,
  ].join('\n');
}

function shown({ seconds, cpuSeconds, postgresCpuSeconds, highestMegabytes }: WorkMeasured): string {
  return `${seconds} s, CPU ${cpuSeconds} s and PostgreSQL ${postgresCpuSeconds} s, ${highestMegabytes} MB`;
}
