import { setTimeout as sleep } from 'node:timers/promises';
import { newApiKey } from '../../projections/access/commands/keys/new-api-key.ts';
import { createServiceKeys, enrolMembers } from '../../services/demo/enrolment.ts';
import { partitionName, streamNames } from '../../shared/events/streams.ts';
import type { PartitionEnds } from '../../shared/log/event-log.ts';
import type { Database } from '../../shared/postgres/database.ts';
import { findFullLoad, sampleLags } from './full-load.ts';
import { type KafkaHub, openKafkaHub } from './kafka-hub.ts';
import type { RivalJob } from './kafka-rival.ts';
import type { LoadJob, LoadResult } from './load.ts';
import { machine } from './machine.ts';
import { pairDevices } from './pair-devices.ts';
import type { HubPart } from './parts-hub.ts';
import { cpuOf, cpuOfFamily } from './process-cpu.ts';
import { quantile } from './quantile.ts';
import { replayEvent } from './replay-log.ts';
import { createReportSource } from './reports.ts';
import { probeVisibility } from './visibility.ts';
import { startWorker, type Worker } from './workers.ts';

/** How a projector process keeps up with a log on Kafka. */
export interface KafkaProjectResult {
  readonly bench: 'project';
  readonly log: 'kafka';
  readonly machine: string;
  /** Of a backlog that one process projects into every projection. */
  readonly events: number;
  /** CPU of the projector process. */
  readonly eventsPerCpuSecond: number;
  /** The same with what PostgreSQL did for it. */
  readonly withPostgres: number;
  /** Of a plain kafkajs consumer with one transaction a batch into two tables, before and after; with PostgreSQL. */
  readonly rivals: readonly number[];
  /** The hub's beside the mean of the rivals'. */
  readonly ratio: number;
  readonly eventsPerSecond: number;
  /** The most reports a second at which the lag stays below a second, but for a pause of the machine. */
  readonly fullLoad: number;
  /** Under half of it: the age of the oldest record that was not projected, sampled. */
  readonly lagP50Ms: number;
  readonly lagP99Ms: number;
  /** From the acknowledgement of a report until the read API shows it. */
  readonly visibleP50Ms: number;
  readonly visibleP99Ms: number;
  readonly probes: number;
  readonly holds: boolean;
}

const visibleP99Bar = 250;
const ratioBar = 0.5;
const accounts = 300;
const probes = 4;
const probeSeconds = 45;
const appendedAtOnce = 5_000;
const loads = [100, 150, 200, 250, 300, 400, 500, 650, 800, 1_000];
const loadSeconds = 6;
const sampleEveryMs = 100;
const firstContact = 60;

export async function benchKafkaProject(events: number): Promise<KafkaProjectResult> {
  const closing: (() => Promise<void>)[] = [];
  try {
    const hub = await openKafkaHub((close) => closing.push(close));
    await fill(hub, events);
    // In turns, so that what else the machine does hits both alike.
    const before = await rivalBacklog(hub, events);
    const projector = await hub.start('projector');
    const backlog = await projectBacklog(hub, projector, events);
    const after = await rivalBacklog(hub, events);
    const rivals = [before, after];
    const ratio = Number((backlog.withPostgres / ((before + after) / 2)).toFixed(2));
    process.stderr.write(`${JSON.stringify({ ...backlog, rivals, ratio })}\n`);
    const load = startWorker<LoadJob, LoadResult>('./load.ts');
    closing.push(load.stop);
    const shown = await live(hub, projector, load);
    return {
      bench: 'project',
      log: 'kafka',
      machine: machine(),
      events,
      ...backlog,
      rivals,
      ratio,
      ...shown,
      holds: shown.holds && ratio >= ratioBar,
    };
  } finally {
    for (const close of closing.reverse()) await close();
  }
}

async function fill({ journal }: KafkaHub, events: number): Promise<void> {
  for (let from = 0; from < events; from += appendedAtOnce) {
    const numbers = Array.from(
      { length: Math.min(appendedAtOnce, events - from) },
      (_, index) => from + index,
    );
    await journal.append(
      numbers.map((number) => replayEvent(number).event),
      { deadlineMs: 60_000 },
    );
  }
}

async function projectBacklog(
  { database, journal, postgresPid }: KafkaHub,
  { pid }: HubPart,
  events: number,
) {
  const postgresBefore = cpuOfFamily(postgresPid);
  const startedAt = performance.now();
  const ends = await journal.log.ends(streamNames);
  while (!(await isProjected(database, ends))) await sleep(sampleEveryMs);
  const nodeMs = cpuOf(pid);
  const postgresMs = cpuOfFamily(postgresPid) - postgresBefore;
  return {
    eventsPerCpuSecond: Math.round(events / (nodeMs / 1_000)),
    withPostgres: Math.round(events / ((nodeMs + postgresMs) / 1_000)),
    eventsPerSecond: Math.round(events / ((performance.now() - startedAt) / 1_000)),
  };
}

/** Whether every projection has read its streams to these ends. */
async function isProjected(database: Database, ends: readonly PartitionEnds[]): Promise<boolean> {
  const reached = await database.many<{ place: string; offset: number }>({
    text: `select stream || '/' || partition as place, min(next_offset) as "offset"
           from projection.checkpoint
           group by stream, partition`,
  });
  const endOf = new Map(ends.map((each) => [partitionName(each), each.end]));
  return reached.every(({ place, offset }) => offset >= (endOf.get(place) ?? 0));
}

/** Events per CPU second, of the process and PostgreSQL. Making and dropping its tables counts, too. */
async function rivalBacklog(hub: KafkaHub, events: number): Promise<number> {
  const { brokers, topicPrefix, databaseUrl, postgresPid } = hub;
  const rival = startWorker<RivalJob, number>('./kafka-rival.ts');
  try {
    const postgresBefore = cpuOfFamily(postgresPid);
    await rival.run({ brokers, topicPrefix, databaseUrl, records: events });
    return Math.round(events / ((cpuOf(rival.pid) + cpuOfFamily(postgresPid) - postgresBefore) / 1_000));
  } finally {
    await rival.stop();
  }
}

async function live(hub: KafkaHub, projector: HubPart, load: Worker<LoadJob, LoadResult>) {
  const [ingest, query] = await Promise.all([hub.start('ingest'), hub.start('query')]);
  const names = Array.from({ length: accounts + probes }, (_, index) => `Member ${index}`);
  const members = await enrolMembers(hub, names);
  const keys = Array.from({ length: 20 }, newApiKey);
  await createServiceKeys(hub, keys, 6_000);
  const tokens = await pairDevices(hub, [...members.values()]);
  const send = (perSecond: number, seconds: number) =>
    load.run({ kind: 'reports', port: ingest.port, tokens: tokens.slice(0, accounts), perSecond, seconds });
  await send(firstContact, Math.ceil(accounts / firstContact) + 2);
  const fullLoad = await findFullLoad({ projector, loads, seconds: loadSeconds, send });
  const half = Math.round(fullLoad / 2);
  await send(half, 4);
  const [, lags, took] = await Promise.all([
    send(half, probeSeconds + 4),
    sampleLags(projector, probeSeconds),
    probeVisibility({
      ingestPort: ingest.port,
      queryPort: query.port,
      keys: keys.map(({ key }) => key),
      players: tokens.slice(accounts).map((token, index) => ({ token, number: accounts + index })),
      source: createReportSource(accounts + probes),
      seconds: probeSeconds,
    }),
  ]);
  const visibleP99Ms = Math.round(quantile(took, 0.99));
  return {
    fullLoad,
    lagP50Ms: Math.round(quantile(lags, 0.5)),
    lagP99Ms: Math.round(quantile(lags, 0.99)),
    visibleP50Ms: Math.round(quantile(took, 0.5)),
    visibleP99Ms,
    probes: took.length,
    holds: visibleP99Ms <= visibleP99Bar,
  };
}

export function describeKafkaProject(result: KafkaProjectResult): string {
  return [
    `project on Kafka, one ingest, one projector and one query, broker and database beside them`,
    result.machine,
    `backlog of ${result.events} mixed events: ${result.eventsPerCpuSecond} per CPU second of the projector, ${result.eventsPerSecond} a second`,
    `with PostgreSQL ${result.withPostgres} per CPU second; a plain kafkajs consumer ${result.rivals.join(' and ')}: ratio ${result.ratio}, bar ${ratioBar}`,
    `full load ${result.fullLoad} reports a second; at half of it the lag is ${result.lagP50Ms} / ${result.lagP99Ms} ms,`,
    `and a report shows after ${result.visibleP50Ms} / ${result.visibleP99Ms} ms (p50 / p99 of ${result.probes}, bar ${visibleP99Bar}): ${result.holds ? 'holds' : 'FAILS'}`,
  ].join('\n');
}
