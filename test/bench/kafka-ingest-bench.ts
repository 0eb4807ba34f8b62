import { enrolMembers } from '../../services/demo/enrolment.ts';
import { streamNames } from '../../shared/events/streams.ts';
import { type KafkaHub, openKafkaHub } from './kafka-hub.ts';
import type { LoadJob, LoadResult } from './load.ts';
import { machine } from './machine.ts';
import { measure, type Round } from './measure.ts';
import { pairDevices } from './pair-devices.ts';
import { median } from './quantile.ts';
import { startWorker } from './workers.ts';

/** What taking reports costs an ingest process on Kafka. */
export interface KafkaIngestResult {
  readonly bench: 'ingest';
  readonly log: 'kafka';
  readonly machine: string;
  readonly reportsPerSecond: number;
  readonly reportsPerCpuSecond: number;
  /** Records in the log. */
  readonly eventsPerCpuSecond: number;
  readonly eventsPerReport: number;
  /** Until the report is acknowledged. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** There is no bar. */
  readonly holds: true;
}

const accounts = 500;
/** What one process takes without a queue, on a machine that broker, database and projector share with it. */
const perSecond = 120;
const rounds = 3;
const seconds = 8;
/** Accounts are met for the first time here, which is dearer. */
const firstContact = { perSecond: 60, seconds: Math.ceil(accounts / 60) + 1 };

export async function benchKafkaIngest(): Promise<KafkaIngestResult> {
  const closing: (() => Promise<void>)[] = [];
  try {
    const hub = await openKafkaHub((close) => closing.push(close));
    await hub.start('projector');
    const ingest = await hub.start('ingest');
    const load = startWorker<LoadJob, LoadResult>('./load.ts');
    closing.push(load.stop);
    const names = Array.from({ length: accounts }, (_, index) => `Member ${index}`);
    const members = await enrolMembers(hub, names);
    const tokens = await pairDevices(hub, [...members.values()]);
    const server = { pid: ingest.pid, postgresPid: null };
    return await sendRounds(hub, (rate, forSeconds) =>
      measure(
        server,
        load,
        { kind: 'reports', port: ingest.port, tokens, perSecond: rate, seconds: forSeconds },
        200,
      ),
    );
  } finally {
    for (const close of closing.reverse()) await close();
  }
}

async function sendRounds(
  hub: KafkaHub,
  send: (rate: number, forSeconds: number) => Promise<Round>,
): Promise<KafkaIngestResult> {
  await send(firstContact.perSecond, firstContact.seconds);
  await send(perSecond, seconds / 2);
  const measured = [];
  for (let round = 0; round < rounds; round += 1) {
    const before = await recordsOf(hub);
    const taken = await send(perSecond, seconds);
    measured.push({ ...taken, events: (await recordsOf(hub)) - before });
  }
  const micros = median(measured.map(({ nodeMicros }) => nodeMicros));
  const eventsPerReport = median(measured.map(({ events, load: { answered } }) => events / answered));
  return {
    bench: 'ingest',
    log: 'kafka',
    machine: machine(),
    reportsPerSecond: perSecond,
    reportsPerCpuSecond: Math.round(1e6 / micros),
    eventsPerCpuSecond: Math.round((1e6 / micros) * eventsPerReport),
    eventsPerReport: Number(eventsPerReport.toFixed(1)),
    p50Ms: Number(median(measured.map(({ load: { p50Ms } }) => p50Ms)).toFixed(1)),
    p99Ms: Number(median(measured.map(({ load: { p99Ms } }) => p99Ms)).toFixed(1)),
    holds: true,
  };
}

async function recordsOf({ journal }: KafkaHub): Promise<number> {
  return (await journal.log.ends(streamNames)).reduce((sum, { end }) => sum + end, 0);
}

export function describeKafkaIngest(result: KafkaIngestResult): string {
  return [
    `ingest on Kafka, ${result.reportsPerSecond} reports a second of ${accounts} accounts, one process`,
    result.machine,
    `${result.reportsPerCpuSecond} reports, ${result.eventsPerCpuSecond} events per CPU second (${result.eventsPerReport} events a report)`,
    `acknowledged after ${result.p50Ms} / ${result.p99Ms} ms (p50 / p99)`,
  ].join('\n');
}
