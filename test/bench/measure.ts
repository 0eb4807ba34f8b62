import type { LoadJob, LoadResult } from './load.ts';
import { cpuOf, cpuOfFamily } from './process-cpu.ts';
import type { Worker } from './workers.ts';

/** What one round of load cost the server that it was sent to. */
export interface Round {
  readonly load: LoadResult;
  /** CPU of the server's Node process per answer, microseconds. */
  readonly nodeMicros: number;
  /** CPU of the server's PostgreSQL per answer, microseconds. */
  readonly postgresMicros: number;
}

export interface Server {
  readonly pid: number;
  readonly postgresPid: number | null;
}

/** @throws when an answer had another status than `expected`, or the load generator itself was the bottleneck */
export async function measure(
  server: Server,
  load: Worker<LoadJob, LoadResult>,
  job: LoadJob,
  expected: number,
): Promise<Round> {
  const before = cpuOfServer(server);
  const result = await load.run(job);
  const after = cpuOfServer(server);
  check(result, expected);
  return {
    load: result,
    nodeMicros: ((after.node - before.node) * 1_000) / result.answered,
    postgresMicros: ((after.postgres - before.postgres) * 1_000) / result.answered,
  };
}

/** What else the machine did got into a round: it says nothing of the server. */
class SpoiltRound extends Error {}

/** Of one comparison. More of them are no accident. */
const spoiltMax = 3;

/**
 * Runs both in turns, so that what else the machine does hits both alike. Rounds that it spoilt are measured again.
 * @returns the rounds of each
 */
export async function alternate(
  rounds: number,
  ours: () => Promise<Round>,
  theirs: () => Promise<Round>,
): Promise<{ readonly ours: Round[]; readonly theirs: Round[] }> {
  const result = { ours: [] as Round[], theirs: [] as Round[] };
  let spoilt = 0;
  const unspoilt = async (measureOnce: () => Promise<Round>): Promise<Round> => {
    try {
      return await measureOnce();
    } catch (error) {
      if (!(error instanceof SpoiltRound) || spoilt === spoiltMax) throw error;
      spoilt += 1;
      process.stderr.write(`a round is measured again: ${error.message}\n`);
      return unspoilt(measureOnce);
    }
  };
  for (let round = 0; round < rounds; round += 1) {
    result.theirs.push(await unspoilt(theirs));
    result.ours.push(await unspoilt(ours));
  }
  return result;
}

/** CPU that a server has used so far, ms. */
export function cpuOfServer({ pid, postgresPid }: Server): {
  readonly node: number;
  readonly postgres: number;
} {
  return { node: cpuOf(pid), postgres: postgresPid === null ? 0 : cpuOfFamily(postgresPid) };
}

/** A change that comes late is answered in full under a 304: to the disadvantage of what is measured. */
const strayShareMax = 0.05;
const lateShareMax = 0.1;

function check({ answered, statuses, lateShare }: LoadResult, expected: number): void {
  const asExpected = statuses[expected] ?? 0;
  const stray = expected === 304 ? (statuses[200] ?? 0) : 0;
  const unexpected = `expected ${expected}, got ${JSON.stringify(statuses)}`;
  if (asExpected + stray < answered || statuses.failed !== undefined) throw new Error(unexpected);
  if (stray > answered * strayShareMax) throw new SpoiltRound(unexpected);
  if (lateShare > lateShareMax) throw new SpoiltRound('the load generator was the bottleneck');
}
