import { setTimeout as pause } from 'node:timers/promises';
import { findLive } from '../../shared/projection/generations/generations.ts';
import { withDatabase } from './bench-database.ts';
import type { BenchHub, HubJob } from './bench-hub.ts';
import { accountOf } from './introduce-accounts.ts';
import { alternate, cpuOfServer, type Round, type Server } from './measure.ts';
import { quantile } from './quantile.ts';
import type { Reference, ReferenceJob } from './reference-server.ts';
import { type BenchResult, benchResult, caseResult } from './result.ts';
import { startWorker } from './workers.ts';

/** What the reference needs of what the hub needs: 0.8 of its cost. */
const bar = 1 / 0.8;
const accounts = 10;
const requests = 40;
/** At once, each with a key of its own. */
const readers = 4;
const idleMs = 2_000;
const rounds = 7;
const ratePerMinute = 6_000;

/** Seven days of ten accounts, beside `json_agg` behind Fastify and pg; both with PostgreSQL. */
export async function benchXp(): Promise<BenchResult> {
  const hubProcess = startWorker<HubJob, BenchHub>('./bench-hub.ts');
  const referenceProcess = startWorker<ReferenceJob, Reference>('./reference-server.ts');
  try {
    const hub = await hubProcess.run({ accounts, keys: readers, ratePerMinute, week: true });
    const { databaseUrl, historyUntil, keys, postgresPid } = hub;
    const schema = await withDatabase(databaseUrl, async (database) => {
      return (await findLive(database, 'xp-history'))?.schema ?? '';
    });
    const { port } = await referenceProcess.run({ copyFrom: null, database: { databaseUrl, schema } });
    const ids = Array.from({ length: accounts }, (_, index) => accountOf(index)).join();
    const from = new Date(historyUntil - 7 * 86_400_000).toISOString();
    const ours = { pid: hubProcess.pid, postgresPid };
    const theirs = { pid: referenceProcess.pid, postgresPid };
    const fromHub = () =>
      ask(ours, `http://127.0.0.1:${hub.port}/api/v1/xp?accounts=${ids}&from=${from}`, keys);
    const fromReference = () => ask(theirs, `http://127.0.0.1:${port}/xp?accounts=${ids}&from=${from}`, keys);
    await fromHub();
    await fromReference();
    const measured = await alternate(rounds, fromHub, fromReference);
    const name = 'xp of 7 days of 10 accounts, with PostgreSQL';
    return benchResult('xp', [caseResult(name, bar, measured, { withPostgres: true })]);
  } finally {
    await Promise.all([referenceProcess.stop(), hubProcess.stop()]);
  }
}

/** Each reader sends one request after another. What the servers do when nobody asks is measured before, and taken off. */
async function ask(server: Server, url: string, keys: readonly string[]): Promise<Round> {
  const latencies: number[] = [];
  const resting = await cpuWhile(server, () => pause(idleMs));
  async function read(key: string): Promise<void> {
    for (let request = 0; request < requests / readers; request += 1) {
      const startedAt = performance.now();
      // Plain, as the rival's: `fetch` would take gzip.
      const headers = { authorization: `Bearer ${key}`, 'accept-encoding': 'identity' };
      const answer = await fetch(url, { headers });
      await answer.arrayBuffer();
      if (answer.status !== 200) throw new Error(`${url} is answered ${answer.status}`);
      latencies.push(performance.now() - startedAt);
    }
  }
  const asked = await cpuWhile(server, () => Promise.all(keys.map(read)));
  const microsOf = (part: 'node' | 'postgres') =>
    ((asked[part] - (resting[part] * asked.tookMs) / resting.tookMs) * 1_000) / requests;
  return {
    load: {
      answered: requests,
      statuses: { 200: requests },
      p50Ms: quantile(latencies, 0.5),
      p99Ms: quantile(latencies, 0.99),
      lateShare: 0,
    },
    nodeMicros: microsOf('node'),
    postgresMicros: microsOf('postgres'),
  };
}

async function cpuWhile(server: Server, work: () => Promise<unknown>) {
  const startedAt = performance.now();
  const before = cpuOfServer(server);
  await work();
  const after = cpuOfServer(server);
  return {
    node: after.node - before.node,
    postgres: after.postgres - before.postgres,
    tookMs: performance.now() - startedAt,
  };
}
