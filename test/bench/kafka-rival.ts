import { randomUUID } from 'node:crypto';
import kafkajs from 'kafkajs';
import pg from 'pg';
import { streamNames } from '../../shared/events/streams.ts';
import { patchKafkajs } from '../../shared/log/kafka/patch-kafkajs.ts';
import { serveJobs } from './workers.ts';

/** What somebody writes in an afternoon: a kafkajs consumer that stores each batch in one transaction, in two tables. */
export interface RivalJob {
  readonly brokers: string;
  readonly topicPrefix: string;
  readonly databaseUrl: string;
  /** Ends after this many records. */
  readonly records: number;
}

/** Consumes all topics of the log from their start into a schema of its own. @returns how many records it stored */
async function consume({ brokers, topicPrefix, databaseUrl, records }: RivalJob): Promise<number> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  const schema = `rival_${randomUUID().replaceAll('-', '')}`;
  await pool.query(`create schema ${schema};
    create table ${schema}.event (topic text, partition int, "offset" bigint, key text, type text, at bigint, value text,
                                  primary key (topic, partition, "offset"));
    create table ${schema}.latest (key text, type text, at bigint, value text, primary key (key, type))`);
  const kafka = new kafkajs.Kafka({ brokers: brokers.split(','), logLevel: kafkajs.logLevel.ERROR });
  const consumer = kafka.consumer({ groupId: schema });
  const done = Promise.withResolvers<void>();
  let stored = 0;
  await consumer.connect();
  await consumer.subscribe({
    topics: streamNames.map((stream) => `${topicPrefix}${stream}`),
    fromBeginning: true,
  });
  await consumer.run({
    eachBatch: async ({ batch: { topic, partition, messages } }) => {
      const isSealed = (headers: kafkajs.IHeaders = {}) => headers.key_id !== undefined;
      const rows = messages.map(({ offset, key, headers, timestamp, value }) => ({
        offset,
        key: key?.toString() ?? '',
        type: headers?.type?.toString() ?? '',
        at: timestamp,
        // It has no key to what is sealed, and stores that as it is.
        value: isSealed(headers)
          ? (value?.toString('base64') ?? null)
          : JSON.stringify(JSON.parse(value?.toString() ?? 'null')),
      }));
      await store(pool, schema, { topic, partition }, rows);
      stored += rows.length;
      if (stored >= records) done.resolve();
    },
  });
  await done.promise;
  await consumer.disconnect();
  await pool.query(`drop schema ${schema} cascade`);
  await pool.end();
  return stored;
}

interface RivalRow {
  readonly offset: string;
  readonly key: string;
  readonly type: string;
  readonly at: string;
  readonly value: string | null;
}

async function store(
  pool: pg.Pool,
  schema: string,
  place: { readonly topic: string; readonly partition: number },
  rows: readonly RivalRow[],
): Promise<void> {
  const latest = [...new Map(rows.map((row) => [`${row.key} ${row.type}`, row])).values()];
  const columns = (all: readonly RivalRow[]) => [
    all.map(({ key }) => key),
    all.map(({ type }) => type),
    all.map(({ at }) => at),
    all.map(({ value }) => value),
  ];
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(
      `insert into ${schema}.event
       select $1, $2, * from unnest($3::bigint[], $4::text[], $5::text[], $6::bigint[], $7::text[])
       on conflict do nothing`,
      [place.topic, place.partition, rows.map(({ offset }) => offset), ...columns(rows)],
    );
    await client.query(
      `insert into ${schema}.latest select * from unnest($1::text[], $2::text[], $3::bigint[], $4::text[])
       on conflict (key, type) do update set at = excluded.at, value = excluded.value`,
      columns(latest),
    );
    await client.query('commit');
  } finally {
    client.release();
  }
}

// For zstd, which kafkajs lacks.
patchKafkajs();
serveJobs<RivalJob, number>(consume, async () => {});
