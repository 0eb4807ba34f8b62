import { setTimeout as pause } from 'node:timers/promises';
import { presenceTimeoutMs } from '../../services/ingest/plugins/ha-exporter/translate.ts';
import type { BenchHub, HubJob } from './bench-hub.ts';
import { churnCases, runChurnCase, type Stage } from './churn-bench.ts';
import type { LoadJob, LoadResult, ReadsJob } from './load.ts';
import { alternate, measure } from './measure.ts';
import type { Reference, ReferenceJob } from './reference-server.ts';
import { type BenchResult, benchResult, type CaseResult, caseResult } from './result.ts';
import { startWorker } from './workers.ts';

const accounts = 500;
const changedPerSecond = accounts / 100;
const rounds = 9;
const seconds = 3;
/** Until V8 has compiled what a request goes through. */
const warmUpSeconds = 6;

interface SnapshotCase {
  readonly name: string;
  readonly bar: number;
  readonly perSecond: number;
  readonly gzip: boolean;
  readonly conditional: boolean;
  /** Asks for what changed since; then it is always the same accounts that change. */
  readonly since: boolean;
  /** What the reference server answers with. */
  readonly like: string;
}

const whole = { gzip: false, conditional: false, since: false };
/** Rates at which the second's background work of the hub, for the changes, is small beside the answers. */
const cases: readonly SnapshotCase[] = [
  { ...whole, name: 'full, plain', bar: 0.6, perSecond: 400, like: '/plain' },
  { ...whole, name: 'full, gzip', bar: 0.6, perSecond: 1_800, gzip: true, like: '/gzip' },
  { ...whole, name: '304', bar: 0.5, perSecond: 6_000, conditional: true, like: '/not-modified' },
  { ...whole, name: 'since, 1 % changed', bar: 0.4, perSecond: 3_000, since: true, like: '/since' },
];
/**
 * Until the accounts at rest have timed out, which changes them, and the 30 s by which `since` reaches back
 * (read-api.md 4.1), with some room.
 */
const quietForMs = presenceTimeoutMs(null) + 35_000;
/** A key may be asked with once a second; a request that is held up must not meet the key's next one. */
const keys = 3 * Math.max(...cases.map(({ perSecond }) => perSecond));

interface SnapshotStage extends Stage {
  copyBodies(since?: string): Promise<void>;
}

/** @param only runs the cases whose names hold this text */
export async function benchSnapshot(only = ''): Promise<BenchResult> {
  const hubProcess = startWorker<HubJob, BenchHub>('./bench-hub.ts');
  const referenceProcess = startWorker<ReferenceJob, Reference>('./reference-server.ts');
  const load = startWorker<LoadJob, LoadResult>('./load.ts');
  const plugins = startWorker<LoadJob, LoadResult>('./load.ts');
  try {
    const hub = await hubProcess.run({ accounts, keys });
    const ours = { pid: hubProcess.pid, postgresPid: hub.postgresPid };
    const theirs = { pid: referenceProcess.pid, postgresPid: null };
    const { port, tokens } = hub;
    await measure(ours, load, { kind: 'reports', port, tokens, perSecond: 100, seconds: 6 }, 200);
    const key = hub.keys.at(-1) ?? '';
    const { port: referencePort } = await referenceProcess.run({ copyFrom: { port, key } });
    const copyBodies = async (since?: string) => {
      await referenceProcess.run({ copyFrom: { port, key, ...(since !== undefined && { since }) } });
    };
    const stage: SnapshotStage = { load, ours, theirs, hub, referencePort, copyBodies };
    const results: CaseResult[] = [];
    const wanted = ({ name }: { readonly name: string }) => name.includes(only);
    // Half an hour for all: each says its result when it has one.
    const add = (result: CaseResult) => {
      results.push(result);
      process.stderr.write(`${result.case}: ${result.ratio}\n`);
    };
    for (const churnCase of churnCases.filter(wanted)) add(await runChurnCase(stage, plugins, churnCase));
    for (const snapshotCase of cases.filter(wanted)) add(await runCase(stage, snapshotCase));
    return benchResult('snapshot', results);
  } finally {
    await Promise.all([load.stop(), plugins.stop(), referenceProcess.stop(), hubProcess.stop()]);
  }
}

async function runCase(
  stage: SnapshotStage,
  { name, bar, like, since, ...how }: SnapshotCase,
): Promise<CaseResult> {
  const { load, ours, theirs, hub } = stage;
  const expected = how.conditional ? 304 : 200;
  const { port, tokens } = hub;
  const time = since ? await quietTime() : null;
  const fromHub = (forSeconds: number): ReadsJob => ({
    ...how,
    kind: 'reads',
    port,
    path: time === null ? '/api/v1/snapshot' : `/api/v1/snapshot?since=${time}`,
    keys: hub.keys,
    seconds: forSeconds,
    changes: {
      port,
      tokens: since ? tokens.slice(0, changedPerSecond) : tokens,
      perSecond: changedPerSecond,
    },
    evenly: true,
  });
  const fromReference = (forSeconds: number): ReadsJob => ({
    ...fromHub(forSeconds),
    port: stage.referencePort,
    path: like,
    changes: null,
  });
  await measure(ours, load, fromHub(warmUpSeconds), expected);
  await stage.copyBodies(time ?? undefined);
  await measure(theirs, load, fromReference(warmUpSeconds), expected);
  const measured = await alternate(
    rounds,
    () => measure(ours, load, fromHub(seconds), expected),
    () => measure(theirs, load, fromReference(seconds), expected),
  );
  return caseResult(name, bar, measured);
}

/** A time since which, and shortly before which, nothing changed. */
async function quietTime(): Promise<string> {
  await pause(quietForMs);
  return new Date().toISOString();
}
