import type { BenchHub, HubJob } from './bench-hub.ts';
import type { LoadJob, LoadResult } from './load.ts';
import { alternate, measure } from './measure.ts';
import type { Reference, ReferenceJob } from './reference-server.ts';
import { type BenchResult, benchResult, caseResult } from './result.ts';
import { startWorker } from './workers.ts';

/** Durable reports per CPU second beside a server that only parses the same JSON. */
const bars = { node: 0.2, withPostgres: 0.25 } as const;
const accounts = 500;
const reportsPerSecond = accounts * 2;
const rounds = 5;
const seconds = 6;
/** The first report of each account costs more, so accounts are introduced at a rate below the hub's limit. */
const firstContact = { perSecond: 150, seconds: Math.ceil(accounts / 150) + 1 };
/** Before, V8 still compiles the hub, by far the larger program of the two. */
const warmUpSeconds = 30;

export async function benchIngest(): Promise<BenchResult> {
  const hubProcess = startWorker<HubJob, BenchHub>('./bench-hub.ts');
  const referenceProcess = startWorker<ReferenceJob, Reference>('./reference-server.ts');
  const load = startWorker<LoadJob, LoadResult>('./load.ts');
  try {
    const hub = await hubProcess.run({ accounts, keys: 0 });
    const reference = await referenceProcess.run({ copyFrom: null });
    const ours = { pid: hubProcess.pid, postgresPid: hub.postgresPid };
    const theirs = { pid: referenceProcess.pid, postgresPid: null };
    const reports = (port: number, forSeconds: number, perSecond = reportsPerSecond): LoadJob => ({
      kind: 'reports',
      port,
      tokens: hub.tokens,
      perSecond,
      seconds: forSeconds,
      evenly: true,
    });
    await measure(ours, load, reports(hub.port, firstContact.seconds, firstContact.perSecond), 200);
    await measure(ours, load, reports(hub.port, warmUpSeconds), 200);
    await measure(theirs, load, reports(reference.port, warmUpSeconds), 200);
    const measured = await alternate(
      rounds,
      () => measure(ours, load, reports(hub.port, seconds), 200),
      () => measure(theirs, load, reports(reference.port, seconds), 200),
    );
    return benchResult('ingest', [
      caseResult('report, Node', bars.node, measured),
      caseResult('report, with PostgreSQL', bars.withPostgres, measured, { withPostgres: true }),
    ]);
  } finally {
    await Promise.all([load.stop(), referenceProcess.stop(), hubProcess.stop()]);
  }
}
