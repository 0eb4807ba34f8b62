import type { LimitsLoad, LimitsLoadJob } from './limits-load.ts';
import type { LimitsQuery, LimitsQueryJob } from './limits-query.ts';
import { machine } from './machine.ts';
import { startWorker } from './workers.ts';

/** What the limits that replicas share cost. */
export interface LimitsResult {
  readonly bench: 'limits';
  readonly machine: string;
  readonly connections: number;
  readonly requests: number;
  readonly statementsPerRequest: number;
  readonly bar: number;
  readonly holds: boolean;
  /** The time that a request waits for its limits, both looks together. */
  readonly addedMs: number;
  readonly requestP50Ms: number;
  readonly requestP99Ms: number;
  /** The same with one client alone, which shares its statements with nobody. */
  readonly alone: { readonly addedMs: number; readonly requestP50Ms: number };
}

/** Statements for each request. */
const bar = 0.1;
const connections = 128;
const keys = 512;
const seconds = 8;

export async function benchLimits(): Promise<LimitsResult> {
  const queryProcess = startWorker<LimitsQueryJob, LimitsQuery>('./limits-query.ts');
  const load = startWorker<LimitsLoadJob, LimitsLoad>('./limits-load.ts');
  try {
    const query = await queryProcess.run({ keys });
    const job = { port: query.port, path: '/api/v1/me', keys: query.keys };
    await load.run({ ...job, connections, seconds: 2 });
    const many = await measure(query, () => load.run({ ...job, connections, seconds }));
    const one = await measure(query, () => load.run({ ...job, connections: 1, seconds: 2 }));
    return {
      bench: 'limits',
      machine: machine(),
      connections,
      requests: many.answered,
      statementsPerRequest: rounded(many.statements / many.answered),
      bar,
      holds: many.statements / many.answered < bar,
      addedMs: rounded(many.waitedMs / many.answered),
      requestP50Ms: rounded(many.p50Ms),
      requestP99Ms: rounded(many.p99Ms),
      alone: { addedMs: rounded(one.waitedMs / one.answered), requestP50Ms: rounded(one.p50Ms) },
    };
  } finally {
    await Promise.all([load.stop(), queryProcess.stop()]);
  }
}

/** @throws when a request was not answered 200 */
async function measure(query: LimitsQuery, run: () => Promise<LimitsLoad>) {
  const before = await readCosts(query);
  const result = await run();
  const after = await readCosts(query);
  if (result.statuses[200] !== result.answered) {
    throw new Error(`expected 200, got ${JSON.stringify(result.statuses)}`);
  }
  return {
    ...result,
    statements: after.statements - before.statements,
    waitedMs: after.waitedMs - before.waitedMs,
  };
}

async function readCosts({ port, metricsToken }: LimitsQuery) {
  const headers = { authorization: `Bearer ${metricsToken}` };
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`, { headers })).text();
  const sampleOf = (name: string) =>
    Number(new RegExp(`^${name}\\{[^}]*\\} (\\S+)$`, 'm').exec(metrics)?.[1]);
  return {
    statements: sampleOf('hub_limit_statements_total'),
    waitedMs: sampleOf('hub_limit_wait_seconds_sum') * 1_000,
  };
}

export function describeLimits(result: LimitsResult): string {
  return [
    `limits shared by replicas, ${result.connections} connections, ${result.requests} requests`,
    result.machine,
    `statements per request  ${result.statementsPerRequest}  < ${result.bar}  ${result.holds ? 'holds' : 'FAILS'}`,
    `time added              ${result.addedMs} ms of ${result.requestP50Ms} ms p50, ${result.requestP99Ms} ms p99`,
    `time added, one client  ${result.alone.addedMs} ms of ${result.alone.requestP50Ms} ms p50`,
  ].join('\n');
}

function rounded(value: number): number {
  return Number(value.toFixed(3));
}
