import type { LoadJob, LoadResult } from './load.ts';
import type { HubPart, PartsHub } from './parts-hub.ts';
import { cpuOf, cpuOfFamily, residentMegabytes } from './process-cpu.ts';
import type { UnitCosts } from './scale-model.ts';
import type { Worker } from './workers.ts';

/** A hub of one process of each kind, ready for load. */
export interface ScaleStage {
  readonly hub: PartsHub;
  /** Null for the log in the database. */
  readonly brokerPid: number | null;
  readonly ingest: HubPart;
  readonly projector: HubPart;
  readonly query: HubPart;
  /** Of readers. */
  readonly keys: readonly string[];
  /** A second load generator, so that polls do not wait for reports. */
  readonly pollers: Worker<LoadJob, LoadResult>;
}

/** What a number of accounts took, from two rates. */
export interface StageCosts
  extends Pick<UnitCosts, 'report' | 'besides' | 'polledAccount' | 'bodyKilobytes'> {
  readonly accounts: number;
  /** The higher one. */
  readonly perSecond: number;
  /** Of the query process, at its end. */
  readonly queryMegabytes: number;
}

const warmUpSeconds = 10;
const seconds = 20;
const pollsPerSecond = 4;
const lowShare = 0.2;
const takenMin = 0.9;

/** @param send sends reports of all accounts in turn */
export async function measureStage(
  stage: ScaleStage,
  accounts: number,
  perSecond: number,
  send: (perSecond: number, seconds: number) => Promise<LoadResult>,
): Promise<StageCosts> {
  await send(perSecond, warmUpSeconds);
  const high = await cpuDuring(stage, () => send(perSecond, seconds));
  const low = await cpuDuring(stage, () => send(perSecond * lowShare, seconds));
  // Once before, so that no poll below makes every entry.
  await poll(stage, warmUpSeconds);
  const both = await cpuDuring(stage, () => Promise.all([send(perSecond, seconds), poll(stage, seconds)]));
  const polling = both.took.query - (high.took.query / high.tookMs) * both.tookMs;
  return {
    accounts,
    perSecond,
    ...fitted(high, low, stage.brokerPid !== null),
    polledAccount: Math.max(0, polling) / (bodiesOf(both.outcome[1]) * accounts),
    bodyKilobytes: (await bytesOfSnapshot(stage)) / accounts / 1_024,
    queryMegabytes: residentMegabytes(stage.query.pid),
  };
}

type Sent = Taken<LoadResult>;

/** The line through both: what one more report takes, and what is taken besides. */
function fitted(high: Sent, low: Sent, withBroker: boolean): Pick<UnitCosts, 'report' | 'besides'> {
  const rate = ({ outcome, tookMs }: Sent) => outcome.answered / tookMs;
  const lineOf = (part: keyof PartsCpu) => {
    const cores = ({ took, tookMs }: Sent) => took[part] / tookMs;
    const more = Math.max(0, (cores(high) - cores(low)) / (rate(high) - rate(low)));
    return { more, besides: Math.max(0, cores(high) - more * rate(high)) };
  };
  const lines = {
    ingest: lineOf('ingest'),
    projector: lineOf('projector'),
    query: lineOf('query'),
    postgres: lineOf('postgres'),
    broker: withBroker ? lineOf('broker') : null,
  };
  const pick = (which: 'more' | 'besides') => ({
    ingest: lines.ingest[which],
    projector: lines.projector[which],
    query: lines.query[which],
    postgres: lines.postgres[which],
    broker: lines.broker?.[which] ?? null,
  });
  return { report: pick('more'), besides: pick('besides') };
}

/** Full bodies, compressed. @throws when a tenth of them is refused, as a starved process refuses some */
async function poll({ query, keys, pollers }: ScaleStage, forSeconds: number): Promise<LoadResult> {
  const job = { port: query.port, path: '/api/v1/snapshot', keys: keys.slice(1), perSecond: pollsPerSecond };
  const how = { gzip: true, conditional: false, changes: null };
  const polled = await pollers.run({ kind: 'reads', ...job, ...how, seconds: forSeconds });
  if (bodiesOf(polled) < polled.answered * takenMin) throw new Error(JSON.stringify(polled.statuses));
  return polled;
}

function bodiesOf({ statuses }: LoadResult): number {
  return statuses[200] ?? 0;
}

async function bytesOfSnapshot({ query, keys }: ScaleStage): Promise<number> {
  // A key may ask once a second: the first one is not the pollers'.
  const headers = { authorization: `Bearer ${keys[0]}`, 'accept-encoding': 'identity' };
  const answer = await fetch(`http://127.0.0.1:${query.port}/api/v1/snapshot`, { headers });
  if (answer.status !== 200) throw new Error(`a snapshot was answered ${answer.status}`);
  return (await answer.arrayBuffer()).byteLength;
}

/** CPU of each part, ms. */
type PartsCpu = Readonly<Record<'ingest' | 'projector' | 'query' | 'postgres' | 'broker', number>>;

interface Taken<Outcome> {
  readonly took: PartsCpu;
  readonly tookMs: number;
  readonly outcome: Outcome;
}

async function cpuDuring<Outcome>(stage: ScaleStage, work: () => Promise<Outcome>): Promise<Taken<Outcome>> {
  const before = cpuOfParts(stage);
  const startedAt = performance.now();
  const outcome = await work();
  const tookMs = performance.now() - startedAt;
  const after = cpuOfParts(stage);
  const took = {
    ingest: after.ingest - before.ingest,
    projector: after.projector - before.projector,
    query: after.query - before.query,
    postgres: after.postgres - before.postgres,
    broker: after.broker - before.broker,
  };
  return { took, tookMs, outcome };
}

function cpuOfParts({ hub, brokerPid, ingest, projector, query }: ScaleStage): PartsCpu {
  return {
    ingest: cpuOf(ingest.pid),
    projector: cpuOf(projector.pid),
    query: cpuOf(query.pid),
    postgres: cpuOfFamily(hub.postgresPid),
    broker: brokerPid === null ? 0 : cpuOfFamily(brokerPid),
  };
}
