import type { BackupAnswer, BackupJob } from './backup-worker.ts';
import { machine } from './machine.ts';
import type { WorkMeasured } from './measured-work.ts';
import type { BackedUpPlace, RestoreAnswer, RestoreJob } from './restore-worker.ts';
import { startWorker } from './workers.ts';

/** A backup of a log, the next one after 1 % news, and that one restored and verified beside a replay of the log. */
export interface BackupResult extends Omit<BackupAnswer, 'place'> {
  readonly bench: 'backup';
  readonly machine: string;
  readonly recordsPerCpuSecond: number;
  /** What the second wrote of what the first wrote. */
  readonly share: number;
  readonly replay: RestoreAnswer;
  readonly restore: RestoreAnswer;
  readonly verify: RestoreAnswer;
  /** The time of a replay beside that of a restore, with the log in place and all projections filled. */
  readonly ofReplay: number;
  /** The same of CPU, PostgreSQL with both. */
  readonly ofReplayCpu: number;
  readonly highestMegabytes: number;
  readonly holds: boolean;
}

const bars = { recordsPerCpuSecond: 200_000, share: 0.02, ofReplay: 0.8, megabytes: 250 };

export async function benchBackup(events: number): Promise<BackupResult> {
  const worker = startWorker<BackupJob, BackupAnswer>('./backup-worker.ts', [], 'backup');
  try {
    const answer = await worker.run({ events });
    const { first, second, place } = answer;
    const recordsPerCpuSecond = Math.round(first.records / first.cpuSeconds);
    const share = Number((second.bytes / first.bytes).toFixed(4));
    const replay = await inProcess(place, 'replay');
    const restore = await inProcess(place, 'restore');
    const verify = await inProcess(place, 'verify');
    const ofReplay = Number((replay.seconds / restore.seconds).toFixed(2));
    const ofReplayCpu = Number((cpuOf(replay) / cpuOf(restore)).toFixed(2));
    const highestMegabytes = Math.max(
      ...[first, second, restore, verify].map((work) => work.highestMegabytes),
    );
    const holds =
      recordsPerCpuSecond >= bars.recordsPerCpuSecond &&
      share <= bars.share &&
      ofReplay >= bars.ofReplay &&
      verify.isEqual &&
      highestMegabytes < bars.megabytes;
    const works = { first, second, replay, restore, verify };
    const ratios = { recordsPerCpuSecond, share, ofReplay, ofReplayCpu, highestMegabytes, holds };
    return { bench: 'backup', machine: machine(), ...works, ...ratios };
  } finally {
    await worker.stop();
  }
}

/** Each in a process of its own, as a command is: what another has left in memory does not count. */
async function inProcess(place: BackedUpPlace, work: RestoreJob['work']): Promise<RestoreAnswer> {
  const worker = startWorker<RestoreJob, RestoreAnswer>('./restore-worker.ts', [], 'backup');
  try {
    return await worker.run({ ...place, work });
  } finally {
    await worker.stop();
  }
}

function cpuOf({ cpuSeconds, postgresCpuSeconds }: WorkMeasured): number {
  return cpuSeconds + postgresCpuSeconds;
}

export function describeBackup(result: BackupResult): string {
  const { first, second, replay, restore, verify, holds } = result;
  return [
    `backup of ${first.records} records of mixed events, the next one after 1 % news, and that one restored`,
    result.machine,
    `first    ${first.bytes} new bytes, ${shown(first)}`,
    `second   ${second.bytes} new bytes, ${shown(second)}`,
    `replay   ${shown(replay)}`,
    `restore  ${shown(restore)}`,
    `verify   ${shown(verify)}, ${verify.isEqual ? 'every projection equal' : 'NOT EQUAL'}`,
    `${result.recordsPerCpuSecond} records per CPU second of the process (bar ${bars.recordsPerCpuSecond}), second ` +
      `${result.share} of the bytes of the first (bar ${bars.share}), restored at ${result.ofReplay} of a replay's speed ` +
      `(bar ${bars.ofReplay}), by CPU ${result.ofReplayCpu}, ${result.highestMegabytes} MB (bar < ${bars.megabytes}): ${holds ? 'holds' : 'FAILS'}`,
  ].join('\n');
}

function shown({ seconds, cpuSeconds, postgresCpuSeconds, highestMegabytes }: WorkMeasured): string {
  return `${seconds} s, CPU ${cpuSeconds} s and PostgreSQL ${postgresCpuSeconds} s, ${highestMegabytes} MB`;
}
