import type { LoadJob, LoadResult } from './load.ts';
import { cpuDuring, type Server } from './process-cpu.ts';
import type { Worker } from './worker.ts';

export type LoadGenerator = Worker<LoadJob, LoadResult>;

export interface Round {
  readonly load: LoadResult;
  /** CPU for each answer. */
  readonly nodeMicros: number;
  readonly postgresMicros: number;
}

/** A few answers may differ: a change that comes late turns some 304s into 200s. */
const unexpectedShareMax = 0.05;

/** @throws when the hub did not answer with the expected status */
export async function measureLoad(
  server: Server,
  generator: LoadGenerator,
  job: LoadJob,
  expected = 200,
): Promise<Round> {
  const { result: load, cpu } = await cpuDuring(server, () => generator.run(job));
  const { answered, statuses } = load;
  if ((statuses[expected] ?? 0) < (1 - unexpectedShareMax) * answered || statuses.failed !== undefined) {
    throw new Error(`the hub was expected to answer ${expected}, and answered ${JSON.stringify(statuses)}`);
  }
  return {
    load,
    nodeMicros: (cpu.nodeMs * 1_000) / answered,
    postgresMicros: (cpu.postgresMs * 1_000) / answered,
  };
}
