import { cpuOfFamily, residentMegabytes } from './process-cpu.ts';

/** What a piece of work took. */
export interface WorkMeasured {
  readonly seconds: number;
  /** Of this process, all its threads together. */
  readonly cpuSeconds: number;
  readonly postgresCpuSeconds: number;
  readonly highestMegabytes: number;
}

const sampleEveryMs = 100;

/** Does a piece of work in this process and on a PostgreSQL that nobody else uses. */
export async function measureWork<Result>(
  postgresPid: number,
  work: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly measured: WorkMeasured }> {
  let highestMegabytes = 0;
  const sampling = setInterval(() => {
    highestMegabytes = Math.max(highestMegabytes, Math.round(residentMegabytes(process.pid)));
  }, sampleEveryMs);
  const postgresBefore = cpuOfFamily(postgresPid);
  const before = process.cpuUsage();
  const startedAt = performance.now();
  try {
    const result = await work();
    const { user, system } = process.cpuUsage(before);
    const measured = {
      seconds: rounded((performance.now() - startedAt) / 1_000),
      cpuSeconds: rounded((user + system) / 1e6),
      postgresCpuSeconds: rounded((cpuOfFamily(postgresPid) - postgresBefore) / 1_000),
      highestMegabytes,
    };
    return { result, measured };
  } finally {
    clearInterval(sampling);
  }
}

function rounded(seconds: number): number {
  return Number(seconds.toFixed(2));
}
