import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { type NewEvent, newEvent } from '../../shared/events/event.ts';
import { payloadReceived } from '../../shared/events/types/payload-received.ts';
import { openBenchLog } from './open-bench-log.ts';
import { cpuOf, cpuOfFamily } from './process-cpu.ts';
import { median } from './quantile.ts';
import { replayEvent } from './replay-log.ts';
import { createReportSource } from './reports.ts';
import { serveJobs } from './workers.ts';

/** A process with a log on an embedded PostgreSQL, and in the same server the event store that somebody writes with pg. */
export interface AppendJob {
  readonly by: 'hub' | 'rival';
  readonly reports: number;
}

/** Of each report: until it is durable, and CPU of this process and of PostgreSQL. */
export interface AppendAnswer {
  readonly p50Ms: number;
  readonly nodeMs: number;
  readonly postgresMs: number;
}

type Append = (events: readonly NewEvent[]) => Promise<unknown>;

const closing: (() => Promise<void>)[] = [];
let opened: ReturnType<typeof open> | undefined;

serveJobs<AppendJob, AppendAnswer>(
  async ({ by, reports }) => {
    opened ??= open();
    const { postgresPid, [by]: append } = await opened;
    return appendOneByOne(append, reports, postgresPid);
  },
  async () => {
    for (const close of closing.reverse()) await close();
  },
);

async function open() {
  const { journal, url, postgresPid } = await openBenchLog((close) => closing.push(close));
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  closing.push(() => pool.end());
  const hub: Append = (events) => journal.append(events);
  return { postgresPid, hub, rival: await openRival(pool) };
}

async function appendOneByOne(append: Append, reports: number, postgresPid: number): Promise<AppendAnswer> {
  const source = createReportSource(1);
  const sent = Array.from({ length: reports }, (_, number) => eventsOf(number, source.next(0).toString()));
  const cpu = () => [cpuOf(process.pid), cpuOfFamily(postgresPid)] as const;
  const waited: number[] = [];
  const [nodeBefore, postgresBefore] = cpu();
  for (const events of sent) {
    const startedAt = performance.now();
    await append(events);
    waited.push(performance.now() - startedAt);
  }
  const [nodeAfter, postgresAfter] = cpu();
  return {
    p50Ms: median(waited),
    nodeMs: (nodeAfter - nodeBefore) / reports,
    postgresMs: (postgresAfter - postgresBefore) / reports,
  };
}

/** What a report leads to while a player fights: its body, and an event of each of five kinds. */
function eventsOf(number: number, body: string): NewEvent[] {
  const kinds = [0, 6, 9, 13, 16].map((kind) => replayEvent(number * 20 + kind).event);
  const subject = kinds[0]?.subject ?? '';
  const payload = { device_id: randomUUID(), plugin: 'ha', plugin_version: '1.6.0', body };
  return [newEvent(payloadReceived, { subject, source: 'ha' }, payload), ...kinds];
}

/** As event stores for PostgreSQL do it: a transaction that checks and moves the stream's version and inserts its events. */
async function openRival(pool: pg.Pool): Promise<Append> {
  await pool.query(`
    create schema rival;
    create table rival.stream (id text primary key, version bigint not null);
    create table rival.event (stream text, version bigint, position bigserial, id uuid not null, type text not null,
      data jsonb not null, at timestamptz not null default now(), primary key (stream, version))`);
  return async (events) => {
    const client = await pool.connect();
    try {
      await client.query('begin');
      const stream = events[0]?.subject;
      const { rows } = await client.query({
        name: 'move',
        text: `insert into rival.stream as known (id, version) values ($1, $2)
               on conflict (id) do update set version = known.version + excluded.version
               returning version - $2 as before`,
        values: [stream, events.length],
      });
      await client.query({
        name: 'insert',
        text: `insert into rival.event (stream, version, id, type, data)
               select $1, $2::bigint + number, id, type, data
               from unnest($3::uuid[], $4::text[], $5::jsonb[]) with ordinality as e (id, type, data, number)`,
        values: [
          stream,
          rows[0].before,
          events.map(({ recordId }) => recordId),
          events.map(({ type }) => type),
          events.map(({ data }) => JSON.stringify(data)),
        ],
      });
      await client.query('commit');
    } finally {
      client.release();
    }
  };
}
